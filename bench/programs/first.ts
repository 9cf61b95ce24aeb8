import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { type ShapeData, addPhysics, box, capsule, circle, polygon, stepPhysics } from '../../src/index.ts'

/** The first step of a world that nobody has stepped before, in a process that has stepped none. */

export interface FirstStep {
  /** Milliseconds: of all threads of the process, and by the clock. */
  readonly cpu: number
  readonly wall: number
  readonly systems: readonly number[]
  readonly pairs: number
  /** Megabytes. */
  readonly resident: number
}

const [kind = 'heap', count = '20000'] = process.argv.slice(2)
const world = createWorld()
const physics = addPhysics(world)
const { Position, Velocity, Shape, Static, Sensor, Collider } = physics.components
physics.profiling = true

function regular(corners: number): ShapeData {
  return polygon(Array.from({ length: corners }, (_, i) => ({
    x: 0.5 * Math.cos(2 * Math.PI * i / corners), y: 0.5 * Math.sin(2 * Math.PI * i / corners),
  })))
}

const mixed = [circle(0.5), box(0.5, 0.5), capsule(0.5, 0.3), regular(3), regular(7)]

function put(x: number, y: number, shape: ShapeData): number {
  const entity = addEntity(world)
  addComponents(world, entity, set(Position, { x, y }), Velocity, set(Shape, shape))
  return entity
}

/** Two discs beside each other. */
function putPair(): void {
  const body = addEntity(world)
  addComponents(world, body, set(Position, { x: 0, y: 0 }), Velocity)
  for (const x of [-0.3, 0.3]) addComponents(world, addEntity(world), set(Collider, { body, x }), set(Shape, circle(0.4)))
}

if (kind === 'heap') addComponents(world, put(100, -1, box(400, 1)), Static)
for (let i = 0; i < Number(count); i++) {
  if (kind === 'heap') put(i % 200, 0.5 + Math.floor(i / 200), box(0.5, 0.5))
  else if (kind === 'compounds') putPair()
  else {
    const entity = put(0, 0, kind.startsWith('mixed') ? mixed[i % mixed.length]! : circle(0.5))
    if (kind.endsWith('sensors')) addComponents(world, entity, Sensor)
  }
}
const before = process.cpuUsage()
const start = performance.now()
stepPhysics(world, 1 / 60)
const wall = performance.now() - start
const { user, system } = process.cpuUsage(before)
const result: FirstStep = {
  cpu: (user + system) / 1000, wall, systems: [...physics.timings.subarray(0, physics.systems.length)], pairs: physics.stats.pairs,
  resident: process.memoryUsage().rss / 1e6,
}
process.send?.(result)
