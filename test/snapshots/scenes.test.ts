import { addComponents, addEntity, removeEntity, set } from 'bitecs'
import { expect, it } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { type BuiltScene, buildScene } from '../../examples/scenes/build.ts'
import { scenes } from '../../examples/scenes/index.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import { box, createSnapshots, distanceJoint, interpolate, createDrawnPoses, stepPhysics } from '../../src/index.ts'
import { plainKernel } from '../../src/no-wasm.ts'
import { whole } from '../support/soak.ts'
import { differences, fingerprint } from './fingerprint.ts'

const SMALL = { count: 60, base: 8, columns: 6, rows: 6, size: 6 }
const STEPS = 12

const NOTHING: ReadonlyMap<string, number> = new Map()

/** One of each part of the engine. */
const PART = ['mixed-sizes', 'compounds', 'sensors', 'ragdolls', 'ball-and-chain', 'crane', 'car', 'scissor-lift']

/** What a game might do to a world: bodies come and go, joints do, and so many of both that every array grows. */
function meddle({ world, physics, entities, joints }: BuiltScene): void {
  const { Position, Shape, Joint } = physics.components
  const made = Array.from({ length: 60 }, (_, i) => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x: i % 7, y: 5 + (i % 30) }), set(Shape, box(0.3, 0.2)))
    return entity
  })
  stepPhysics(world, 1 / 60)
  for (let i = 1; i < 40; i++) addComponents(world, addEntity(world), set(Joint, distanceJoint(made[i - 1]!, made[i]!, { length: 1 })))
  for (const joint of joints.filter((one, i) => i % 2 === 0 && one !== 0)) removeEntity(world, joint)
  stepPhysics(world, 1 / 90)
  for (const entity of entities.filter((one, i) => i % 3 === 0 && one !== 0)) removeEntity(world, entity)
  for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 120)
}

it.each(whole(scenes, scenes.filter(({ name }) => PART.includes(name))))('$name goes on to the bit', (entry) => {
  const number = scenes.indexOf(entry)
  const random = createRandom(number + 1)
  const built = buildScene(entry.create(SMALL), {
    broadPhase: BROAD_PHASES[BROAD_PHASE_NAMES[number % 4]!], ...(number % 3 === 0 ? { kernel: plainKernel } : {}),
  })
  const { world } = built
  const drawn = createDrawnPoses()
  if (number % 2 === 0) interpolate(world, 0.5, drawn)
  const snapshots = createSnapshots(world, { slots: 2 })
  const before = 5 + Math.floor(random() * 40)
  for (let i = 0; i < before; i++) {
    if (i === 3) snapshots.save(1)
    built.step()
  }
  snapshots.save(1)
  const then = fingerprint(world)
  const prints: ReadonlyMap<string, number>[] = []
  for (let i = 0; i < STEPS; i++) {
    stepPhysics(world, 1 / 60)
    prints.push(i < 3 || i === STEPS - 1 ? fingerprint(world) : NOTHING)
  }
  for (let again = 0; again < whole([2], [1])[0]!; again++) {
    meddle(built)
    // The entities of the scene are there again.
    snapshots.restore(1)
    expect(differences(then, fingerprint(world))).toEqual([])
    for (let i = 0; i < STEPS; i++) {
      stepPhysics(world, 1 / 60)
      if (prints[i] !== NOTHING) expect(differences(prints[i]!, fingerprint(world)), `step ${i + 1}`).toEqual([])
    }
  }
})
