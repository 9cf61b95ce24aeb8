// All of it on this machine, to be played: node ../run.mjs start.ts, and open what it says in two windows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { RedisServer } from './processes.ts'
import { serve } from './server/serve.ts'

/** An answer of Express, as far as it is used here. */
interface Answer {
  type(name: string): Answer
  send(text: string): void
}

interface Pages {
  get(path: string, answer: (request: unknown, response: Answer) => void): void
}

const folder = join(process.env['BITECS_PHYSICS_ROOT']!, 'examples/rooms/page')
const port = Number(process.env['PORT'] ?? 2567)

const { outputFiles } = await build({
  entryPoints: [join(folder, 'page.ts')], bundle: true, format: 'esm', target: 'es2022', platform: 'browser', minifySyntax: true, write: false,
  logLevel: 'error',
})
const script = outputFiles[0]!.text
const redis = await RedisServer.start()
await serve({
  port, redis: redis.url, publicAddress: `localhost:${port}`, rate: 60, crates: 120,
  express: (app: Pages) => {
    app.get('/', (_, response) => response.type('html').send(readFileSync(join(folder, 'index.html'), 'utf8')))
    app.get('/page.js', (_, response) => response.type('js').send(script))
  },
})
console.log(`Play at http://localhost:${port}/`)
