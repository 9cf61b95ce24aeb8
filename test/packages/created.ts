import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, type Report, expect } from '../browser/harness.ts'
import { cleanEnv, installInto, pack, run, templates } from './projects.ts'

/** Runs `create-bitecs-physics` from its tarball, as `npm create bitecs-physics` does. */
export async function checkCreate(report: Report, folder: string, tarball: string): Promise<void> {
  const source = join(ROOT, 'create-bitecs-physics')
  const program = join(folder, 'node_modules/.bin/create-bitecs-physics')
  const made = await report.check('create: packed and installed', async () => {
    run(source, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
    run(source, 'npm', 'run', 'check')
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{"private": true}')
    run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', pack(source, join(folder, 'packed')))
  })
  if (!made) return
  await report.check('create: every template can be made, without a terminal', async () => {
    for (const template of templates()) {
      const said = run(folder, program, `a ${template}`, template)
      expect(said.includes(`cd "a ${template}"\n  npm install\n  npm run `), said)
      const project = JSON.parse(readFileSync(join(folder, `a ${template}`, 'package.json'), 'utf8')) as { name: string }
      expect(project.name === `a-${template}` && existsSync(join(folder, `a ${template}`, '.gitignore')), JSON.stringify(project))
    }
  })
  await report.check('create: what it made is built', async () => {
    installInto(join(folder, 'a canvas'), tarball)
    run(join(folder, 'a canvas'), 'npm', 'run', 'build')
  })
  await report.check('create: wrong words are refused, and nothing is made', async () => expectRefusals(folder, program))
  await report.check('create: it asks in a terminal', async () => {
    const { code, output } = await answerIn(folder, program, [['which folder?', 'asked\r'], ['draws it?', '\u001b[B\r']])
    expect(code === 0 && /template pixi/.test(output) && existsSync(join(folder, 'asked/src/main.ts')), `${code}: ${output}`)
    const cancelled = await answerIn(folder, program, [['which folder?', 'cancelled\r'], ['draws it?', '\u0003']])
    expect(cancelled.code === 1 && /Nothing was made/.test(cancelled.output) && !existsSync(join(folder, 'cancelled')), cancelled.output)
  })
}

function expectRefusals(folder: string, program: string): void {
  writeFileSync(join(folder, 'file'), '')
  const before = readdirSync(folder, { recursive: true }).length
  const cases: readonly (readonly [args: string[], words: RegExp])[] = [
    [['new', 'godot'], /There is no template "godot"\. Templates: canvas, pixi, phaser, three, worker, /],
    [['a canvas', 'pixi'], /The folder a canvas is not empty/],
    [['file', 'pixi'], /file is a file/],
    [['file/new', 'pixi'], /The folder file\/new cannot be used/],
    [['new'], /There is no terminal to ask in/],
    [[], /There is no terminal to ask in/],
    [['new', 'pixi', 'more'], /too many words/],
    [['new', 'pixi', '--fast'], /Unknown option '--fast'/],
  ]
  for (const [args, words] of cases) {
    const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env: cleanEnv() })
    expect(status === 1 && words.test(stderr) && !/\n\s+at /.test(stderr), `${args.join(' ')} ended with code ${status}: ${stderr}`)
  }
  expect(readdirSync(folder, { recursive: true }).length === before, 'something was made')
}

/** Types answers to its questions, in the terminal that script(1) makes. */
function answerIn(folder: string, program: string, answers: [question: string, keys: string][]): Promise<{ code: number | null; output: string }> {
  const child = spawn('script', ['--quiet', '--return', '--command', `stty cols 120 rows 40; ${program}`, '/dev/null'], { cwd: folder, env: cleanEnv() })
  const timer = setTimeout(() => child.kill(), 60_000)
  let output = ''
  const left = [...answers]
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString()
    if (left[0] === undefined || !output.includes(left[0][0])) return
    const [, keys] = left.shift()!
    child.stdin.write(keys)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
}
