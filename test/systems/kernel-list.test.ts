import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { NOT_AWAKE } from '../../src/bodies/bodies.ts'
import { ContactFlag, MANIFOLD_STRIDE } from '../../src/contacts/contact-record.ts'
import type { SolverKernel } from '../../src/solver/kernel/kernel.ts'
import { makeScalarKernel } from '../../src/solver/kernel/scalar-kernel.ts'
import type { PhysicsWorld } from '../../src/world.ts'
import { grazes } from '../../src/world/seams.ts'
import { aabb, circle } from '../../src/index.ts'
import { Lab } from '../physics/lab.ts'
import { buildBowl } from '../support/bowl.ts'

const WAYS = 24

/** Contacts that the kernel did not list. */
interface Seen {
  quiet: number
  /** Of these, circles ahead of what is no circle and cannot be pushed: they may graze, if not along a face. */
  ahead: number
  /** What there was to do, none of which should be. */
  missed: string[]
}

/** Runs steps in which each contact that the kernel does not list is looked at. */
function watch(physics: PhysicsWorld, scalar: boolean, steps: number, step: () => void, seen: Seen): void {
  const { contacts } = physics
  const { memory } = physics.states
  let watched: SolverKernel | null = null
  for (let i = 0; i < steps; i++) {
    step()
    // A memory that grew has a kernel of its own.
    if (memory.kernel === watched) continue
    const kernel: SolverKernel = scalar ? makeScalarKernel(memory) : memory.kernel
    const watching: SolverKernel = {
      ...kernel,
      collide: (first, end) => {
        const before = contacts.pointCount.slice()
        const entries = kernel.collide(first, end)
        const listed = new Set(Array.from({ length: entries }, (_, k) => contacts.todo[2 * k]!))
        for (const contact of contacts.active.subarray(first, end)) {
          if (!listed.has(contact)) seen.missed.push(...leftToDo(physics, contact, before[contact]!, seen))
        }
        return entries
      },
    }
    memory.kernel = watching
    watched = watching
  }
}

/** What `finishContact` of the narrow phase would do, condition by condition. */
function leftToDo(physics: PhysicsWorld, contact: number, old: number, seen: Seen): string[] {
  const { contacts, tolerances, shapeType } = physics
  const { bodyOf, kind, awakeIndex, reach } = physics.bodies
  const points = contacts.pointCount[contact]!
  const flags = contacts.flags[contact]!
  const m = contact * MANIFOLD_STRIDE
  const [a, b] = [contacts.a[contact]!, contacts.b[contact]!]
  const separation = Math.min(...[4, 7].slice(0, points).map((k) => contacts.manifold[m + k]!))
  const was = flags === ContactFlag.Touching
  const touching = points > 0 && (was || separation <= tolerances.linearSlop)
  seen.quiet++
  const todo: string[] = []
  if ((flags & ~ContactFlag.Touching) !== 0) todo.push('has flags')
  if (points > 0 !== old > 0) todo.push('points come or go')
  if (touching !== was) todo.push('a touch begins or ends')
  const dynamic = [bodyOf[a]!, bodyOf[b]!].filter((body) => kind[body] === BodyKind.Dynamic)
  if (points > 0 && dynamic.some((body) => awakeIndex[body] === NOT_AWAKE)) todo.push('a body to wake')
  if (points === 0 || dynamic.length === 2) return todo
  if (dynamic.some((body) => separation < -reach[body]!)) todo.push('pressed deep')
  if (separation > 0 && (shapeType[a] === ShapeType.Circle) !== (shapeType[b] === ShapeType.Circle)) seen.ahead++
  // Whichever way it moves.
  for (let way = 0; way < WAYS; way++) {
    const angle = (way * 2 * Math.PI) / WAYS
    const motion = new Float64Array([Math.cos(angle), Math.sin(angle)])
    if (grazes(physics, a, b, contacts.manifold, m, points, motion)) todo.push('grazes')
  }
  return todo
}

test.each([
  ['terrain', { count: 60, statics: 600 }, 30],
  ['tumbler', { count: 150 }, 200],
  ['shapes', {}, 0],
  ['mixed-sizes', { count: 150 }, 300],
])('what the kernel does not list has nothing to be done about it: %s', (name, options, ahead) => {
  for (const scalar of [false, true]) {
    const seen: Seen = { quiet: 0, ahead: 0, missed: [] }
    const built = buildScene(findScene(name)!.create(options))
    watch(built.physics, scalar, 150, () => built.step(), seen)
    expect(seen.missed).toEqual([])
    expect(seen.quiet).toBeGreaterThan(2000)
    expect(seen.ahead).toBeGreaterThanOrEqual(ahead)
  }
})

test('the same in a bowl of all kinds of bodies', () => {
  for (const scalar of [false, true]) {
    const seen: Seen = { quiet: 0, ahead: 0, missed: [] }
    const lab = buildBowl(5, 150, 4)
    watch(lab.physics, scalar, 120, () => lab.step(), seen)
    expect(seen.missed).toEqual([])
    expect(seen.quiet).toBeGreaterThan(2000)
  }
})

test('a box that never turns has upright faces on a body that is turned, too', () => {
  for (const scalar of [false, true]) {
    const seen: Seen = { quiet: 0, ahead: 0, missed: [] }
    const lab = new Lab({ gravity: { x: 0, y: 0 } })
    const turned = lab.add(circle(0.1), 0, -1, { kind: 'static', angle: 0.7 })
    lab.attach(turned, aabb(30, 1), 0, 0)
    for (let i = 0; i < 40; i++) lab.add(circle(0.3), i - 20, 0.318, { vx: 3, vy: -0.1 })
    watch(lab.physics, scalar, 10, () => lab.step(), seen)
    expect(seen.missed).toEqual([])
    expect(seen.ahead).toBeGreaterThan(10)
  }
})
