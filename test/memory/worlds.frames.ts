/** Prints what is left of worlds that are made, used, and dropped: half of them take their physics off first. */
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { addPhysics, box, castRay, circle, createSnapshots, removePhysics, revoluteJoint, stepPhysics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'

declare const gc: () => void

const memories: WeakRef<ArrayBufferLike>[] = []

function useWorld(removed: boolean): void {
  const world = createWorld()
  const physics = addPhysics(world)
  const { Position, Shape, Static, Joint } = physics.components
  const add = (x: number, y: number, ...parts: object[]): number => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y }), set(Shape, circle(0.5)), ...parts)
    return entity
  }
  const ground = addEntity(world)
  addComponents(world, ground, set(Position, { y: -1 }), set(Shape, box(20, 1)), Static)
  const balls = Array.from({ length: 12 }, (_, i) => add(i % 8, 1 + Math.floor(i / 8)))
  addComponents(world, addEntity(world), set(Joint, revoluteJoint(balls[0]!, balls[1]!, { x: 0.5, y: 1 })))
  const snapshots = createSnapshots(world)
  for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 60)
  snapshots.save()
  castRay(world, -5, 1, 5, 1)
  stepPhysics(world, 1 / 60)
  snapshots.restore()
  memories.push(new WeakRef(inner(physics).solver.states.memory.u8.buffer))
  if (removed) removePhysics(world)
}

/** Worlds whose kernel memory is still there, and bytes of all that is. */
async function left(): Promise<{ memories: number; heap: number; buffers: number; outside: number }> {
  for (let i = 0; i < 4; i++) {
    // What a WeakRef was made of stays until the turn ends.
    await new Promise((resolve) => setTimeout(resolve, 0))
    gc()
  }
  const { heapUsed, arrayBuffers, external } = process.memoryUsage()
  return { memories: memories.filter((one) => one.deref() !== undefined).length, heap: heapUsed, buffers: arrayBuffers, outside: external }
}

const WORLDS = Number(process.argv[2])
// The first ones teach the compiler what to compile.
for (let i = 0; i < WORLDS; i++) useWorld(i % 2 === 0)
const first = await left()
for (let i = 0; i < WORLDS; i++) useWorld(i % 2 === 0)
console.log(JSON.stringify({ first, last: await left() }))
