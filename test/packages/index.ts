// Packs the package and uses it as others would, in fresh folders: npm run test:packages [-- PART ...]
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ROOT, Report, expect, launchBrowser } from '../browser/harness.ts'
import { readWords } from '../support/command-line.ts'
import { checkCreate } from './created.ts'
import { watchFall } from './look.ts'
import { makeProject, pack, run, templates } from './projects.ts'

/** What the page of a template has to say of itself. */
const WORDS: Readonly<Record<string, RegExp>> = {
  canvas: /^30 balls/, pixi: /^10,000 sprites/, phaser: /^0 balls thrown/, three: /^2,000 instances in \d+ draw calls$/,
  worker: /^1,000 balls, simulated in a worker/, esbuild: /^80 balls$/, webpack: /^80 balls$/,
}

const report = new Report()
/** What can be checked alone. */
const PARTS = [...templates(), 'create']
const chosen = readWords('test:packages', PARTS)
await main(chosen.length > 0 ? chosen : PARTS)

async function main(parts: readonly string[]): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'bitecs-physics-packages-'))
  let browser: Browser | undefined
  try {
    run(ROOT, 'npm', 'run', 'build')
    const tarball = pack(ROOT, scratch)
    await checkPackage(tarball)
    browser = await launchBrowser(['--enable-unsafe-swiftshader'])
    await report.check('a page on which nothing falls is found out', () => expectStill(join(scratch, 'still'), browser!))
    for (const part of parts) {
      if (part === 'create') await checkCreate(report, join(scratch, part), tarball)
      else await checkTemplate(part, join(scratch, part), tarball, browser)
    }
  } finally {
    await browser?.close()
    rmSync(scratch, { recursive: true, force: true })
  }
  process.exitCode = report.finish()
}

async function checkPackage(tarball: string): Promise<void> {
  await report.check('publint finds nothing', async () => void run(ROOT, 'publint', 'run', tarball, '--strict'))
  // It is ESM only, which require takes from Node 20.19 on: the template of Node does.
  await report.check('are the types wrong? no', async () => void run(ROOT, 'attw', tarball, '--profile', 'esm-only'))
}

async function checkTemplate(name: string, folder: string, tarball: string, browser: Browser): Promise<void> {
  const installed = await report.check(`${name}: a fresh project, installed and compiled`, async () => {
    makeProject(name, folder, tarball)
    run(folder, 'npm', 'run', 'check')
    expectMistakeFound(folder)
  })
  if (!installed) return
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  if (scripts['build'] !== undefined) await report.check(`${name}: built`, async () => void run(folder, 'npm', 'run', 'build'))
  for (const script of Object.keys(scripts).filter((key) => key.startsWith('start'))) {
    await report.check(`${name}: npm run ${script} lets a ball fall`, async () => expectFall(run(folder, 'npm', 'run', '-s', script)))
  }
  if (name === 'bun') await report.check('bun: what it built runs', async () => expectFall(run(folder, 'bun', 'dist/main.js')))
  if (existsSync(join(folder, 'index.html'))) await report.check(`${name}: bodies fall on the page, without an error`, () => expectPage(name, folder, browser))
}

async function expectPage(name: string, folder: string, browser: Browser): Promise<void> {
  const words = await watchFall(browser, existsSync(join(folder, 'dist/index.html')) ? join(folder, 'dist') : folder)
  expect(WORDS[name]!.test(words), `the page says "${words}"`)
}

/** What watches can fail. */
async function expectStill(folder: string, browser: Browser): Promise<void> {
  mkdirSync(folder)
  const page = '<link rel="icon" href="data:,"><body style="background: #10141f"><p id="status">1</p><div style="height: 200px; background: red">'
  writeFileSync(join(folder, 'index.html'), page)
  const said = await watchFall(browser, folder, 4).catch(String)
  expect(said.includes('nothing fell: the middle of what is drawn was at 0.'), said)
  writeFileSync(join(folder, 'index.html'), `${page}<script>throw new Error('on purpose')</script>`)
  const thrown = await watchFall(browser, folder, 4).catch(String)
  expect(thrown.includes('on purpose'), thrown)
}

/** The types of the package are found, and strict: a wrong word is an error. */
function expectMistakeFound(folder: string): void {
  const file = join(folder, existsSync(join(folder, 'src')) ? 'src/mistake.ts' : 'mistake.ts')
  const config = join(folder, 'tsconfig.json')
  const before = readFileSync(config, 'utf8')
  writeFileSync(file, "import { circle, spawnBody } from 'bitecs-physics'\nspawnBody({} as never, { shap: circle(1) })\nexport const unchecked = (x: undefined): number => x\n")
  writeFileSync(config, before.replace('"*.js", ', '"*.js", "*.ts", '))
  let said = ''
  try {
    run(folder, 'npx', 'tsc')
  } catch (error) {
    said = String(error)
  }
  rmSync(file)
  writeFileSync(config, before)
  expect(said.includes("'shap'") && said.includes("'undefined' is not assignable"), `a mistake was not found: ${said}`)
}

/** Half of g times the square of the time, until it rests on the ground. */
function expectFall(printed: string): void {
  const lines = [...printed.matchAll(/^after ([\d.]+) s the ball is ([\d.]+) m high$/gm)].map(([, time, height]) => [Number(time), Number(height)] as const)
  expect(lines.length === 5, `it printed:\n${printed}`)
  for (const [time, height] of lines) {
    const free = 8 - (9.81 / 2) * time ** 2
    expect(free < 0.5 ? Math.abs(height - 0.5) < 0.02 : Math.abs(height - free) < 0.15, `after ${time} s the ball is ${height} m high`)
  }
}
