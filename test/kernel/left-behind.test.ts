import { describe, expect, test } from 'vitest'
import { type ShapeData, box, capsule, polygon } from '../../src/index.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { Pose, POSE_STRIDE } from '../../src/bodies/body-records.ts'
import { MANIFOLD_STRIDE, Manifold } from '../../src/contacts/contact-record.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import type { KernelMaker } from '../../src/kernel/kernel.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import type { Point } from '../collision/oracle.ts'
import { Lab } from '../physics/lab.ts'
import { random } from '../support/bowl.ts'
import { inner } from '../support/inner.ts'

/** What the second separation of a contact without points says: the first one is along its normal. */
const ALONG_NORMAL = 1

/** A shape and, for the oracle, its corners and what is around them. */
interface Form {
  readonly shape: ShapeData
  readonly corners: readonly Point[]
  readonly radius: number
}

const around = (count: number, size: number): Point[] => (
  Array.from({ length: count }, (_, k) => [size * Math.cos(2 * Math.PI * k / count), size * Math.sin(2 * Math.PI * k / count)])
)
const boxOf = (w: number, h: number): Form => ({ shape: box(w, h), corners: [[-w, -h], [w, -h], [w, h], [-w, h]], radius: 0 })
const capsuleOf = (half: number, radius: number): Form => ({ shape: capsule(half, radius), corners: [[-half, 0], [half, 0]], radius })
const polygonOf = (count: number, size: number, radius = 0): Form => {
  const corners = around(count, size)
  return { shape: polygon(corners.map(([x, y]) => ({ x, y })), radius), corners, radius }
}

const kinds: Record<string, (i: number, size: number) => Form> = {
  boxes: (_, size) => boxOf(size, 0.4 * size),
  polygons: (i, size) => polygonOf(3 + (i % 5), size),
  'rounded shapes': (i, size) => (i % 2 === 0 ? capsuleOf(size, 0.4 * size) : polygonOf(3 + (i % 5), 0.7 * size, 0.3 * size)),
  'all of them': (i, size) => [boxOf(size, 0.4 * size), polygonOf(3 + (i % 3), size), capsuleOf(size, 0.5 * size), polygonOf(5, 0.6 * size, 0.4 * size)][i % 4]!,
}

/** The corners of a collider, in the world. */
function cornersOf({ bodies: { pose } }: PhysicsWorld, collider: number, { corners }: Form): Point[] {
  const p = collider * POSE_STRIDE
  const [x, y, c, s] = [pose[p + Pose.X]!, pose[p + Pose.Y]!, pose[p + Pose.Cos]!, pose[p + Pose.Sin]!]
  return corners.map(([u, v]) => [x + c * u - s * v, y + s * u + c * v])
}

/** How far B is from A along a direction, looking at every corner. */
function gapAlong(of: [Point[], Point[]], [a, b]: [Form, Form], nx: number, ny: number): number {
  const along = ([x, y]: Point): number => nx * x + ny * y
  return Math.min(...of[1].map(along)) - Math.max(...of[0].map(along)) - a.radius - b.radius
}

/** Whether a direction is across one of the edges. */
function isAcross(corners: Point[], nx: number, ny: number): boolean {
  return corners.some(([x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length]!
    return Math.abs(nx * (u - x) + ny * (v - y)) < 1e-9 * Math.hypot(u - x, v - y)
  })
}

/** What was looked at: contacts without points that a direction was left behind of, and of which of the two shapes alone a face has it. */
interface Seen {
  ofA: number
  ofB: number
  /** And those without a direction of which it was found that they are farther apart than the usual margin. */
  lost: number
}

/** Looks at all that a call of `Kernel.collide` left behind of pairs without points. */
function lookAt(physics: PhysicsWorld, forms: ReadonlyMap<number, Form>, margin: number, seen: Seen): void {
  const { bodies, collision: { contacts } } = physics
  const { manifold } = contacts
  for (let i = 0; i < contacts.activeCount; i++) {
    const contact = contacts.active[i]!
    const [a, b] = [contacts.a[contact]!, contacts.b[contact]!]
    if (contacts.pointCount[contact] !== 0 || (bodies.quick[bodies.bodyOf[a]!]! | bodies.quick[bodies.bodyOf[b]!]!) === 0) continue
    const m = contact * MANIFOLD_STRIDE
    const directed = manifold[m + Manifold.Separation1] === ALONG_NORMAL
    const pair: [Form, Form] = [forms.get(a)!, forms.get(b)!]
    if (!directed) {
      // Two boxes leave one only as far as they look ahead.
      const boxes = pair.every(({ shape }) => shape.type === ShapeType.Box)
      if (!boxes && manifold[m + Manifold.Separation0]! > margin) seen.lost++
      continue
    }
    const [nx, ny] = [manifold[m + Manifold.NormalX]!, manifold[m + Manifold.NormalY]!]
    const corners: [Point[], Point[]] = [cornersOf(physics, a, pair[0]), cornersOf(physics, b, pair[1])]
    expect(Math.hypot(nx, ny)).toBeCloseTo(1, 9)
    expect(manifold[m + Manifold.Separation0]).toBeCloseTo(gapAlong(corners, pair, nx, ny), 9)
    const [ofA, ofB] = [isAcross(corners[0], nx, ny), isAcross(corners[1], nx, ny)]
    if (ofA && !ofB) seen.ofA++
    if (ofB && !ofA) seen.ofB++
  }
}

/** Lets shapes fly through each other's ways, and looks at all pairs in each step. */
function fly(make: (i: number, size: number) => Form, maker: KernelMaker, seed: number): Seen {
  const seen: Seen = { ofA: 0, ofB: 0, lost: 0 }
  const forms = new Map<number, Form>()
  const kernel: KernelMaker = (bytes) => {
    const instance = maker(bytes)
    const margin = new Float64Array(instance.buffer)
    return { ...instance, kernel: { ...instance.kernel, collide: (first, end) => {
      const todo = instance.kernel.collide(first, end)
      lookAt(inner(lab.physics), forms, margin[AddressTable.Margin >> 3]!, seen)
      return todo
    } } }
  }
  const lab = new Lab({ gravity: { x: 0, y: 0 }, kernel })
  const next = random(seed)
  for (let i = 0; i < 100; i++) {
    const form = make(i, 0.2 + 0.4 * next())
    const speed = (most: number): number => most * (2 * next() - 1)
    forms.set(lab.add(form.shape, (i % 10) * 1.6, Math.floor(i / 10) * 1.6, { vx: speed(20), vy: speed(20), angular: speed(10), angle: 6 * next() }), form)
  }
  lab.step(12)
  return seen
}

describe.each([['simd', simdKernel], ['plain', plainKernel]] as const)('in the %s build', (_, maker) => {
  test.each(Object.keys(kinds))('a quick pair that has no points is as far apart along the direction that is left behind as all its corners say: %s', (kind) => {
    const seen = fly(kinds[kind]!, maker, 1)
    expect(seen.ofA).toBeGreaterThan(50)
    expect(seen.ofB).toBeGreaterThan(50)
    expect(seen.lost).toBe(0)
  })
})
