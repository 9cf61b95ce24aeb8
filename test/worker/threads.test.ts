import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve as absolute } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorldView } from '../../src/worker/index.ts'

let folder: string
beforeAll(async () => {
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(join('.cache', 'worker-'))
  await build({
    entryPoints: ['examples/worker/node-worker.ts'], outfile: join(folder, 'worker.mjs'), bundle: true, platform: 'node', format: 'esm', packages: 'external',
    logLevel: 'error',
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

it.each([true, false])('a tower in a thread of its own is seen from here, shared: %s', async (shared) => {
  const worker = new Worker(absolute(folder, 'worker.mjs'), { workerData: { shared } })
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  const view = createWorldView(worker)
  worker.on('message', (message) => view.receive(message))
  try {
    const until = async (condition: () => boolean): Promise<void> => {
      while (!condition()) await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, 5))])
    }
    await until(() => view.update())
    const bodies = view.count
    expect(bodies).toBe(1 + (24 * 27) / 2)
    worker.postMessage({ drop: [0, 26] }, [])
    let ball = 0
    const touched: number[] = []
    await until(() => {
      if (!view.update()) return false
      if (view.count > bodies) ball = Math.max(...view.entities.subarray(0, view.count))
      const { contactBegin } = view.events
      for (let i = 0; i < contactBegin.count; i++) if (contactBegin.b[i] === ball) touched.push(contactBegin.a[i]!)
      return touched.length > 0
    })
    // It fell upon the tip.
    expect(view.stores.Position.y[ball]).toBeGreaterThan(20)
    expect(view.stores.Position.y[ball]).toBeLessThan(24)
    expect(view.frame).toBeGreaterThan(5)
    expect(Math.abs(performance.timeOrigin + performance.now() - view.time)).toBeLessThan(60_000)
  } finally {
    worker.postMessage('stop', [])
    await worker.terminate()
  }
})
