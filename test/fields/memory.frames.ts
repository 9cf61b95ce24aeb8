// Run with --expose-gc by memory.test.ts: prints the bytes that a step with fields of each kind allocates more than one without.
import { addComponents, addEntity, createWorld } from 'bitecs'
import {
  type FieldData, type ShapeData, addFields, addPhysics, aabb, box, buoyancyField, capsule, circle, conveyorField, currentField,
  polygon, fieldUp, radialField, set, setWaterSurface, stepPhysics, windField,
} from '../../src/index.ts'

const shapes: ShapeData[] = [box(0.4, 0.3), circle(0.4), capsule(0.3, 0.2), polygon([{ x: -0.4, y: -0.3 }, { x: 0.4, y: -0.3 }, { x: 0, y: 0.4 }], 0.1)]

/** Bytes that a step allocates at the least of some rounds. */
function bytesOf(field: FieldData | null, row: boolean, density: number): number {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: -10 }, allowSleep: false, capacity: 512 })
  const { Position, Shape, Static, Sensor, Field, Material } = physics.components
  const area = addEntity(world)
  addComponents(world, area, set(Position, { x: 250, y: -10 }), set(Shape, aabb(800, 12)), Static, Sensor)
  // A floor for what is not held up.
  const floor = addEntity(world)
  addComponents(world, floor, set(Position, { x: 250, y: -21 }), set(Shape, box(900, 1)), Static)
  if (field !== null) {
    addFields(world)
    addComponents(world, area, set(Field, field))
    if (row) {
      setWaterSurface(world, area, {
        left: -800, spacing: 1, heights: new Float64Array(1600),
        update(heights, time) {
          for (let i = 0; i < heights.length; i++) heights[i] = 0.01 * ((i * 7 + Math.floor(time * 60)) % 11)
        },
      })
    }
  }
  for (let i = 0; i < 100; i++) {
    const body = addEntity(world)
    addComponents(world, body, set(Position, { x: 2.5 * i, y: 0.3 * (i % 5) }), set(Shape, shapes[i % 4]!), set(Material, { density }))
  }
  for (let i = 0; i < 1500; i++) stepPhysics(world, 1 / 60)
  let least = Infinity
  // Once: each collection drops what was compiled, and what runs in the interpreter puts every number into a box.
  ;(globalThis as unknown as { gc: () => void }).gc()
  for (let round = 0; round < 8; round++) {
    for (let i = 0; i < 10; i++) stepPhysics(world, 1 / 60)
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < 50; i++) stepPhysics(world, 1 / 60)
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / 50)
  }
  return least
}

/** Bytes of asking ten times which way is up, in three fields that overlap. */
function bytesOfUp(): number {
  const world = createWorld()
  const { Position, Shape, Static, Sensor, Field } = addPhysics(world).components
  addFields(world)
  for (const x of [-2, 0, 2]) {
    addComponents(world, addEntity(world), set(Position, { x }), set(Shape, circle(30)), Static, Sensor, set(Field, radialField({ strength: 5, radius: 1 })))
  }
  stepPhysics(world, 1 / 60)
  const up = { x: 0.5, y: 0.5, gravity: 0.5 }
  const ask = (): void => {
    for (let i = 0; i < 10; i++) fieldUp(world, i + 0.5, 3.5, up)
  }
  for (let i = 0; i < 3000; i++) ask()
  let least = Infinity
  for (let round = 0; round < 8; round++) {
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < 100; i++) ask()
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / 100)
  }
  return least
}

// The first is not counted: code that is run seldom is compiled late.
bytesOf(buoyancyField(), false, 0.005)
const plain = bytesOf(null, false, 0.5)
const kinds: Record<string, readonly [FieldData, boolean, number]> = {
  water: [buoyancyField(), false, 0.5],
  'stiff water': [buoyancyField(), false, 0.005],
  waves: [buoyancyField({ surface: 10, wave: { height: 0.3, length: 9, speed: 2 } }), false, 0.5],
  'a row of heights': [buoyancyField({ surface: 10 }), true, 0.5],
  wind: [windField({ x: 2, variation: 0.5 }), false, 0.5],
  current: [currentField({ x: 0.1 }), false, 0.5],
  pull: [radialField({ strength: 0.01, falloff: 'inverse', radius: 5 }), false, 0.5],
  belt: [conveyorField({ x: 0.1 }), false, 0.5],
}
const report: Record<string, number> = {}
for (const [name, [field, row, density]] of Object.entries(kinds)) report[name] = Math.round(bytesOf(field, row, density) - plain)
report['which way is up'] = Math.round(bytesOfUp())
console.log(JSON.stringify(report))
