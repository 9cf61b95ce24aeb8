// Serves the example twice: / with the headers that shared memory needs, /plain/ without them. npx tsx examples/worker/serve.ts
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = dirname(fileURLToPath(import.meta.url))
const port = Number(process.env['PORT'] ?? 8081)

const { outputFiles } = await build({
  entryPoints: [join(folder, 'page.ts'), join(folder, 'worker.ts')], outdir: folder, bundle: true, format: 'esm', target: 'es2022',
  minifySyntax: true, write: false, logLevel: 'warning',
})
const files = new Map(outputFiles.map(({ path, text }) => [path.slice(folder.length), text]))

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const isPlain = pathname.startsWith('/plain/')
  if (!isPlain) {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
  }
  const path = isPlain ? pathname.slice('/plain'.length) : pathname
  const script = files.get(path)
  if (script !== undefined) response.setHeader('Content-Type', 'text/javascript').end(script)
  else if (path === '/') response.setHeader('Content-Type', 'text/html; charset=utf-8').end(readFileSync(join(folder, 'index.html')))
  else response.writeHead(404).end()
})
server.once('error', (error) => {
  console.error(`serve: ${error.message}`)
  process.exitCode = 1
})
server.listen(port, '127.0.0.1', () => {
  console.log(`Shared memory: http://localhost:${port}/\nFrames sent:   http://localhost:${port}/plain/`)
})
