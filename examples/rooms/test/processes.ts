import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { GameProcess } from '../processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'rooms-processes-'))
after(() => rmSync(folder, { recursive: true }))

/** A process that is ready at once, and does this when it is asked. */
function start(name: string, whenAsked: string): Promise<GameProcess> {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(path, `process.on('message', (message) => { if (message === 'report') { ${whenAsked} } })\nprocess.send('ready')\n`)
  return GameProcess.start(path, 'redis://nobody')
}

test('a process that dies when it is asked for its report says so, and does not keep who asked waiting', { timeout: 20_000 }, async () => {
  const game = await start('dies', 'process.exit(3)')
  await assert.rejects(game.report(), /the server at http:\/\/127\.0\.0\.1:\d+ ended before it reported: code 3/)
  // And so does one that is gone already.
  game.reset()
  await assert.rejects(game.report(), /ended before it reported: code 3/)
})

test('one that is killed meanwhile names the signal', { timeout: 20_000 }, async () => {
  const game = await start('waits', '')
  const report = game.report()
  const [answer] = await Promise.allSettled([report, game.kill()])
  assert.match(String((answer as PromiseRejectedResult).reason), /ended before it reported: SIGKILL/)
})

test('one that closes its channel and lives on is waited for no longer', { timeout: 20_000 }, async () => {
  const game = await start('deaf', 'process.disconnect(); setInterval(() => undefined, 1000)')
  for (let i = 0; i < 2; i++) await assert.rejects(game.report(), /ended before it reported: its channel is closed/)
  await game.kill()
})

test('one that answers is heard, as often as it is asked', { timeout: 20_000 }, async () => {
  const game = await start('answers', 'process.send({ rooms: 7 })')
  for (let i = 0; i < 20; i++) assert.equal((await game.report()).rooms, 7)
  await game.kill()
})
