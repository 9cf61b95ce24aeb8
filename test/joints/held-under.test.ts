/** A limb of a rag doll is put to the same place deep under the ground in each step: its joints draw it up again, and that it is put back draws nothing along. */
import { expect, test } from 'vitest'
import { Blueprint } from '../../examples/builders/blueprint.ts'
import { RAGDOLL_PARTS, ragdoll } from '../../examples/builders/ragdoll.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { floor } from '../../examples/scenes/parts.ts'
import { teleport } from '../../src/index.ts'

const DEPTH = 6

/** Metres/s of the fastest other limb: while that one is held, and in the second after. */
function fastest(hertz: number, part: number, reset: boolean): { held: number, after: number } {
  const made = new Blueprint([floor(0, 0, 50)])
  ragdoll(made, 0, 1.2, {})
  const { bodies, joints } = made
  const { world, step, entities, physics: { components: { Position, Velocity } } } = buildScene(
    { name: 'held-under', title: '', category: 'Joints', description: '', lookFor: '', gravity: { x: 0, y: -10 }, bodies, joints, view: { x: 0, y: 0, width: 1, height: 1 } }, { dt: 1 / hertz },
  )
  for (let i = 0; i < hertz; i++) step()
  const limb = entities[1 + part]!
  const others = entities.slice(1, 1 + RAGDOLL_PARTS).filter((entity) => entity !== limb)
  const speed = (): number => Math.max(...others.map((entity) => Math.hypot(Velocity.x[entity]!, Velocity.y[entity]!)))
  const x = Position.x[limb]!
  let [held, after] = [0, 0]
  for (let i = 0; i < 1.5 * hertz; i++) {
    teleport(world, limb, x, -DEPTH)
    if (reset) Velocity.x[limb] = Velocity.y[limb] = Velocity.angular[limb] = 0
    step()
    held = Math.max(held, speed())
  }
  for (let i = 0; i < hertz; i++) {
    step()
    after = Math.max(after, speed())
  }
  return { held, after }
}

// All of the way counted as one that goes on, the others reached 250 m/s while it was held, and 275 when it was let go.
test.each([[30, false], [30, true], [60, false], [60, true]])('at %i Hz, its velocity reset: %s', (hertz, reset) => {
  const found = [0, 2, 3, 4, 8, 10].map((part) => fastest(hertz, part, reset))
  expect(Math.max(...found.map(({ held }) => held))).toBeLessThan(80)
  expect(Math.max(...found.map(({ after }) => after))).toBeLessThan(50)
})
