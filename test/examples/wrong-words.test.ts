import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from '../support/bundle.ts'

/** Commands that run for minutes, by how `npm run` starts them. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'soak:world': ['examples/run.mjs', 'test/soak/world.ts'],
  'test:engines': ['examples/run.mjs', 'test/engines/index.ts'],
}

function run(command: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...COMMANDS[command]!, ...words], { cwd: root, encoding: 'utf8' })
  return { status, stdout, lines: stderr.trim().split('\n') }
}

it.each(Object.keys(COMMANDS))('npm run %s answers a stray word with one sentence, and runs nothing', (command) => {
  const { status, stdout, lines } = run(command, 'nonsense')
  expect([status, stdout, lines.length]).toEqual([2, '', 1])
  expect(lines[0]).toMatch(new RegExp(`^${command}: .*'nonsense'`))
})

it('a number that cannot be is told by its name', () => {
  expect(run('soak:world', '--steps', 'many')).toMatchObject({ status: 2, lines: ['soak:world: --steps must be a whole number from 1 up, got "many"'] })
})
