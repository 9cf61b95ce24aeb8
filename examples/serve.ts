import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'

/**
 * Serves the gallery. It is bundled anew for each request, so that a reload of the
 * page shows the latest state of the sources.
 */

const HELP = `Serves the gallery of live scenes.

usage: npm start

environment:
  PORT   port to listen on, 1 to 65535 (default 8080)
  HOST   address to listen on (default 127.0.0.1; 0.0.0.0 for the whole network)`

const folder = join(dirname(fileURLToPath(import.meta.url)), 'gallery')

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(HELP)
else await serve()

async function serve(): Promise<void> {
  const host = process.env['HOST'] ?? '127.0.0.1'
  const port = readPort(process.env['PORT'] ?? '8080')
  if (port === null) return fail('PORT must be a whole number from 1 to 65535', 2)
  const problem = await listenProblem(host, port)
  if (problem !== null) return fail(problem, 1)
  const builder = await context({
    entryPoints: {
      main: join(folder, 'main.ts'),
      queries: join(folder, 'queries.ts'),
      games: join(folder, 'games.ts'),
      'broad-phases': join(folder, 'broad-phases.ts'),
      style: join(folder, 'styles/index.css'),
    },
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    sourcemap: true,
    loader: { '.woff2': 'file' },
    write: false,
    logLevel: 'warning',
  })
  await builder.serve({ host, port, servedir: folder })
  console.log(`Gallery: http://localhost:${port}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void builder.dispose().then(() => process.exit(0)))
  }
}

function readPort(text: string): number | null {
  const port = /^\d+$/.test(text) ? Number(text) : NaN
  return port >= 1 && port <= 65535 ? port : null
}

function fail(message: string, code: number): void {
  console.error(`serve: ${message}`)
  process.exitCode = code
}

/** Why the address can't be listened on, or null. Asked first: esbuild would print a stack. */
function listenProblem(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(
      error.code === 'EADDRINUSE'
        ? `port ${port} is taken; choose another one with PORT=${port === 65535 ? 8080 : port + 1} npm start`
        : `can't listen on ${host}:${port}: ${error.message}`,
    ))
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })
}
