/** Rag dolls of which a limb is held, or pinned, under the ground, and let go of: what their joints and contacts bore of that threw them. */
import { addComponent, addComponents, addEntity, removeComponent, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { circle, revoluteJoint, teleport } from '../../src/index.ts'
import { Blueprint } from '../../examples/builders/blueprint.ts'
import { RAGDOLL_PARTS, ragdoll } from '../../examples/builders/ragdoll.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { floor } from '../../examples/scenes/parts.ts'

type Holder = 'Static' | 'Kinematic'
type Way = 'becomes dynamic' | 'leaves' | 'pin removed' | 'pin disabled' | 'pin off' | 'pin elsewhere'

/** The fastest part, in m/s, from when one of them is let go of that was drawn so deep under the ground. */
function letGo(part: number, depth: number, sinks: boolean, hertz: number, stiffness: number, holder: Holder, way: Way): number {
  const to = new Blueprint([floor(0, 0, 50)])
  ragdoll(to, 0, 1.2, { stiffness })
  const view = { x: 0, y: 0, width: 1, height: 1 }
  const built = buildScene({ name: 'let-go-under', title: '', category: '', description: '', lookFor: '', gravity: { x: 0, y: -10 }, bodies: to.bodies, joints: to.joints, view }, { dt: 1 / hertz })
  const { world, physics, entities } = built
  const { Disabled, Joint, Position, Sensor, Shape, Velocity, [holder]: tag } = physics.components
  for (let i = 0; i < hertz; i++) built.step()
  const limb = entities[1 + part]!
  const x = Position.x[limb]!, y = Position.y[limb]!
  const pinned = way.startsWith('pin')
  const held = pinned ? addEntity(world) : limb
  const pin = addEntity(world)
  if (pinned) {
    addComponents(world, held, set(Position, { x, y }), set(Shape, circle(0.05)), Sensor)
    addComponents(world, pin, set(Joint, revoluteJoint(held, limb)))
  }
  addComponent(world, held, tag)
  for (let i = 0; i < 1.5 * hertz; i++) {
    teleport(world, held, x, sinks ? Math.max(-depth, y - (2 * depth * i) / hertz) : -depth)
    built.step()
  }
  if (way === 'leaves') removeEntity(world, limb)
  else if (way === 'becomes dynamic') removeComponent(world, limb, tag)
  else if (way === 'pin removed') removeEntity(world, pin)
  else if (way === 'pin disabled') addComponent(world, pin, Disabled)
  else if (way === 'pin off') Joint.enabled[pin] = 0
  else addComponents(world, pin, set(Joint, revoluteJoint(held, entities[0]!)))
  let fastest = 0
  for (let i = 0; i < hertz; i++) {
    built.step()
    for (let k = 1; k <= RAGDOLL_PARTS; k++) if (way !== 'leaves' || k !== 1 + part) fastest = Math.max(fastest, Math.hypot(Velocity.x[entities[k]!]!, Velocity.y[entities[k]!]!))
  }
  return fastest
}

// With that they were thrown at up to 555 m/s by something static, at 3,670 by something kinematic, with stiff joints at 4,000, the most there is.
const CASES = [[2, 1.5, true, 0], [3, 6, true, 0], [10, 6, true, 0], [2, 0.5, false, 0], [4, 1.5, false, 0], [2, 6, false, 3]] as const
test.each((['Static', 'Kinematic'] as const).flatMap((holder) => [30, 60].map((hertz) => [holder, hertz] as const)))('no part is thrown when a %s limb is let go of, %i Hz', (holder, hertz) => {
  for (const [part, depth, sinks, stiffness] of CASES) {
    expect(letGo(part, depth, sinks, hertz, stiffness, holder, 'becomes dynamic'), `part ${part}, ${depth} m, sinks: ${sinks}, stiffness ${stiffness}`).toBeLessThan(40)
  }
})

// So they were thrown at 80 to 120 m/s.
test.each([[8, 0.5, false, 30], [4, 3, false, 30], [0, 0.5, false, 60], [4, 1.5, false, 60]] as const)('no part is thrown when limb %i, %d m under the ground, leaves', (part, depth, sinks, hertz) => {
  expect(letGo(part, depth, sinks, hertz, 0, 'Static', 'leaves')).toBeLessThan(40)
})

// So they were thrown at 50 to 119 m/s.
test.each((['pin removed', 'pin disabled', 'pin off', 'pin elsewhere'] as const).flatMap((way) => [30, 60].map((hertz) => [way, hertz] as const)))('no part is thrown when one was pinned under the ground: %s, %i Hz', (way, hertz) => {
  for (const holder of ['Static', 'Kinematic'] as const) {
    for (const part of [0, 2, 3, 4, 8, 10]) expect(letGo(part, 1.5, false, hertz, 0, holder, way), `${holder}, part ${part}`).toBeLessThan(40)
  }
})
