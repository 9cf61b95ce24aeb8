import type { Columns } from './references.ts'

export type SceneName = 'uniform' | 'mixed' | 'clustered'

/** Boxes that move: about one overlap for each. `cell` is the best one for the tuned grid. */
export interface Scene extends Columns {
  cell: number
  size: number
  move(): void
}

export function mulberry(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function makeScene(name: SceneName, count: number): Scene {
  const next = mulberry(12345)
  const size = Math.sqrt(count) * (name === 'mixed' ? 1.9 : 1.45)
  const columns = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
  const of = (): Float64Array => new Float64Array(count + 1)
  const scene = { ...columns, count, cell: 1.2, size, minX: of(), minY: of(), maxX: of(), maxY: of() }
  const vx = of(), vy = of()
  const clusters = Array.from({ length: 20 }, () => [next() * size * 6, next() * size * 6] as const)
  if (name === 'clustered') scene.size = size * 6
  for (let i = 1; i <= count; i++) {
    const w = (0.8 + next() * 0.4) * (name === 'mixed' && i % 100 === 0 ? 20 : 1)
    const h = (0.8 + next() * 0.4) * (name === 'mixed' && i % 100 === 0 ? 20 : 1)
    const [cx, cy] = name === 'clustered' ? clusters[i % 20]! : [0, 0]
    const span = name === 'clustered' ? size / Math.sqrt(20) : size
    scene.minX[i] = cx + next() * span
    scene.minY[i] = cy + next() * span
    scene.maxX[i] = scene.minX[i]! + w
    scene.maxY[i] = scene.minY[i]! + h
    vx[i] = next() - 0.5
    vy[i] = next() - 0.5
  }
  let frame = 0
  const move = (): void => {
    // To and fro, so that the density stays.
    const sign = frame++ % 40 < 20 ? 0.1 : -0.1
    for (let i = 1; i <= count; i++) {
      const dx = vx[i]! * sign, dy = vy[i]! * sign
      scene.minX[i]! += dx
      scene.maxX[i]! += dx
      scene.minY[i]! += dy
      scene.maxY[i]! += dy
    }
  }
  return { ...scene, move }
}
