/** Rag dolls of which a kinematic limb goes through the ground: they are drawn against it, and torn, but lie there. */
import { addComponent, addComponents } from 'bitecs'
import { expect, test } from 'vitest'
import { set } from '../../src/index.ts'
import { Blueprint } from '../../examples/builders/blueprint.ts'
import { RAGDOLL_PARTS, ragdoll } from '../../examples/builders/ragdoll.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { floor } from '../../examples/scenes/parts.ts'
import type { Scene } from '../../examples/scenes/types.ts'

const FAR = { x: 0, y: 0, width: 1, height: 1 }

function makeScene(stiffness: number): Scene {
  const to = new Blueprint([floor(0, 0, 50)])
  ragdoll(to, 0, 1.2, { stiffness })
  return { name: 'drawn-under', title: '', category: '', description: '', lookFor: '', gravity: { x: 0, y: -10 }, bodies: to.bodies, joints: to.joints, view: FAR }
}

/** The fastest part, in m/s, while one of them is drawn down and away. */
function drawUnder(part: number, x: number, hertz: number, stiffness: number): number {
  const built = buildScene(makeScene(stiffness), { dt: 1 / hertz })
  const { world, physics, entities } = built
  const { Kinematic, Velocity } = physics.components
  for (let i = 0; i < hertz; i++) built.step()
  const hand = entities[1 + part]!
  addComponent(world, hand, Kinematic)
  let fastest = 0
  for (let i = 0; i < 3 * hertz; i++) {
    addComponents(world, hand, set(physics.components.Velocity, { x, y: -2, angular: 0 }))
    built.step()
    for (let k = 1; k <= RAGDOLL_PARTS; k++) fastest = Math.max(fastest, Math.hypot(Velocity.x[entities[k]!]!, Velocity.y[entities[k]!]!))
  }
  return fastest
}

// A limit of a hinge that was torn held both ways, and drove its limb to it: 4,000 m/s, the most there is.
test.each([30, 60].flatMap((hertz) => [0, 3].map((stiffness) => [hertz, stiffness] as const)))('no part is thrown, %i Hz, stiffness %d', (hertz, stiffness) => {
  for (const part of [0, 1, 2, 6, 7, 10]) {
    for (const x of [0, -1]) expect(drawUnder(part, x, hertz, stiffness), `part ${part}, ${x} m/s aside`).toBeLessThan(80)
  }
})
