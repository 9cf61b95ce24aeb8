/** What sleeps while a joint holds it: whatever becomes of the other end, it does not hang where it hung. */
import { addComponent, addComponents, removeComponent, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { box, circle, distanceJoint, isSleeping, moveKinematic, revoluteJoint, setVelocity, teleport, weldJoint } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { JointWorld } from './joint-world.ts'

const LENGTH = 2
const POST = 6

const KINDS = ['static', 'kinematic', 'dynamic'] as const
type Kind = (typeof KINDS)[number]

const JOINTS = {
  hinge: (a: number, b: number) => revoluteJoint(a, b, { localA: { x: 0, y: 0 }, localB: { x: 0, y: LENGTH } }),
  weld: (a: number, b: number) => weldJoint(a, b, { localA: { x: 0, y: 0 }, localB: { x: 0, y: LENGTH } }),
  rod: (a: number, b: number) => distanceJoint(a, b, { length: LENGTH }),
  rope: (a: number, b: number) => distanceJoint(a, b, { limit: { lower: 0, upper: LENGTH } }),
}

interface Hung { readonly t: JointWorld; readonly post: number; readonly lamp: number; readonly below: number }

/** A lamp below a post, and another below that, asleep. A dynamic post is welded to the sky. */
function hang(kind: Kind, make: (typeof JOINTS)[keyof typeof JOINTS]): Hung {
  const t = new JointWorld()
  t.addGround()
  const { Static, Kinematic } = t.components
  const post = kind === 'static' ? t.add(box(0.2, 0.2), 0, POST, Static) : kind === 'kinematic' ? t.add(box(0.2, 0.2), 0, POST, Kinematic) : t.add(box(0.2, 0.2), 0, POST)
  if (kind === 'dynamic') t.joint(weldJoint(t.add(box(0.2, 0.2), 0, POST + 1, Static), post))
  const lamp = t.add(box(0.2, 0.2), 0, POST - LENGTH)
  const below = t.add(box(0.2, 0.2), 0, POST - 2 * LENGTH)
  t.joint(make(post, lamp))
  t.joint(make(lamp, below))
  t.seconds(4)
  expect([lamp, below].map((body) => isSleeping(t.world, body))).toEqual([true, true])
  return { t, post, lamp, below }
}

/** What a game does to a post, and whether it holds afterward, lets fall what hung on it, or falls itself. */
const EDITS: readonly [name: string, after: 'holds' | 'lets go' | 'falls', only: readonly Kind[], edit: (hung: Hung, kind: Kind) => void][] = [
  ['is teleported', 'holds', ['static', 'kinematic'], ({ t, post }) => teleport(t.world, post, 1, POST + 1)],
  ['is set elsewhere', 'holds', ['static', 'kinematic'], ({ t, post }) => addComponents(t.world, post, set(t.components.Position, { x: 1, y: POST + 1 }))],
  ['begins to move', 'holds', ['kinematic'], ({ t, post }) => setVelocity(t.world, post, 0.5, 0, 0)],
  ['is moved', 'holds', ['kinematic'], ({ t, post }) => moveKinematic(t.world, post, 0.1, POST, 0)],
  ['becomes dynamic', 'falls', ['static', 'kinematic'], ({ t, post }, kind) => removeComponent(t.world, post, kind === 'static' ? t.components.Static : t.components.Kinematic)],
  ['is disabled', 'lets go', KINDS, ({ t, post }) => void addComponent(t.world, post, t.components.Disabled)],
  ['loses its shape', 'lets go', KINDS, ({ t, post }) => removeComponent(t.world, post, t.components.Shape)],
  ['is gone', 'lets go', KINDS, ({ t, post }) => t.remove(post)],
  ['is disabled, and comes back when they lie on the ground', 'holds', KINDS, ({ t, post }) => {
    addComponent(t.world, post, t.components.Disabled)
    t.seconds(6)
    removeComponent(t.world, post, t.components.Disabled)
  }],
]

describe.each(KINDS)('what hangs asleep on a post that is %s', (kind) => {
  describe.each(Object.entries(JOINTS))('by a %s', (_, make) => {
    it.each(EDITS.filter(([, , only]) => only.includes(kind)))('wakes when that %s', (_name, after, _only, edit) => {
      const hung = hang(kind, make)
      const { t, post, lamp, below } = hung
      edit(hung, kind)
      t.step()
      expect([lamp, below].map((body) => isSleeping(t.world, body))).toEqual([false, false])
      validate(t.physics)
      t.seconds(6)
      if (after !== 'holds') {
        // Lying, or standing on each other.
        const lowest = Math.min(t.y(lamp), t.y(below))
        expect(lowest).toBeLessThan(0.3)
        if (after === 'falls') expect(t.y(post)).toBeLessThan(POST - 1)
        return
      }
      expect(Math.hypot(t.x(lamp) - t.x(post), t.y(lamp) - t.y(post))).toBeLessThan(LENGTH + 0.01)
      expect(Math.hypot(t.x(below) - t.x(lamp), t.y(below) - t.y(lamp))).toBeLessThan(LENGTH + 0.01)
      expect(t.y(below)).toBeGreaterThan(1)
    })
  })
})

it.each(['at once', 'one by one', 'back one by one'])('what is disabled whole while it sleeps, %s, is back asleep in its place', (how) => {
  const t = new JointWorld()
  t.addGround()
  // Asleep on the ground by themselves, without a touch of each other.
  const parts = [0, 1, 2, 3].map((i) => t.add(i % 2 === 0 ? box(0.3, 0.3) : circle(0.3), i, 0.3))
  for (let i = 1; i < parts.length; i++) t.joint(distanceJoint(parts[i - 1]!, parts[i]!))
  t.seconds(3)
  const where = parts.map((part) => [t.x(part), t.y(part)])
  const { Disabled } = t.components
  for (const part of parts) {
    addComponent(t.world, part, Disabled)
    if (how === 'one by one') t.step()
  }
  t.seconds(1)
  for (const part of parts) {
    removeComponent(t.world, part, Disabled)
    if (how === 'back one by one') t.step()
  }
  t.step()
  // Those that went before the others woke these.
  if (how !== 'one by one') expect(parts.map((part) => isSleeping(t.world, part))).toEqual(parts.map(() => true))
  t.seconds(3)
  expect(parts.map((part) => isSleeping(t.world, part))).toEqual(parts.map(() => true))
  parts.forEach((part, i) => expect(Math.hypot(t.x(part) - where[i]![0]!, t.y(part) - where[i]![1]!)).toBeLessThan(0.01))
  validate(t.physics)
})
