/** Prints what rooms of a game server hold: worlds with 20 boxes in a pile each, made for as few and stepped, that all stay. */
import { createWorld } from 'bitecs'
import { type Physics, addPhysics, box, spawnBody, stepPhysics } from '../../src/index.ts'

declare const gc: () => void

function makeRoom(): Physics {
  const world = createWorld()
  const physics = addPhysics(world, { capacity: 64 })
  spawnBody(world, { shape: box(20, 1), y: -1, type: 'static' })
  for (let i = 0; i < 20; i++) spawnBody(world, { shape: box(0.5, 0.5), x: (i % 5) * 1.2, y: 0.5 + Math.floor(i / 5) })
  for (let i = 0; i < 5; i++) stepPhysics(world, 1 / 60)
  return physics
}

async function held(): Promise<{ heap: number; outside: number }> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    gc()
  }
  const { heapUsed, external } = process.memoryUsage()
  return { heap: heapUsed, outside: external }
}

const ROOMS = 40
const kept = Array.from({ length: ROOMS }, makeRoom)
const before = await held()
for (let i = 0; i < ROOMS; i++) kept.push(makeRoom())
const after = await held()
const contacts = kept.reduce((sum, { stats }) => sum + stats.contacts, 0) / kept.length
console.log(JSON.stringify({ contacts, heap: (after.heap - before.heap) / ROOMS, outside: (after.outside - before.outside) / ROOMS }))
