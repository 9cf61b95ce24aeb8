import { CombineRule, combine } from '../../components/material.ts'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { NOT_AWAKE, POSE_STRIDE, SURFACE_STRIDE, Trait } from '../../src/bodies/bodies.ts'
import { HEAVY_COMPLIANCE, HEAVY_RATIO, JOLT_LEAST, JOLT_MOST, LARGE_ISLAND, LOCKED_GIVE, LOCKED_RIGID, LOCKED_STILL, SMALL_ISLAND, SMALL_ISLAND_COMPLIANCE } from '../../src/constants.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../../src/contacts/contact-record.ts'
import { Lock } from '../../src/solver/lock.ts'
import type { Case } from './random-case.ts'

/*
 * A contact solver as in a textbook: one contact after the other, vectors, doubles, nothing prepared or packed. Written
 * from the formulas (soft constraints: Catto, GDC 2011 and Solver2D, 2024), and not from the kernel: do not let it become
 * quick, and do not let it share code with that.
 */

type Vector = readonly [number, number]

const cross = ([ax, ay]: Vector, [bx, by]: Vector): number => ax * by - ay * bx
const dot = ([ax, ay]: Vector, [bx, by]: Vector): number => ax * bx + ay * by
const minus = ([ax, ay]: Vector, [bx, by]: Vector): Vector => [ax - bx, ay - by]
const plus = ([ax, ay]: Vector, [bx, by]: Vector): Vector => [ax + bx, ay + by]
const times = ([x, y]: Vector, by: number): Vector => [x * by, y * by]

/** How one side of a contact answers it. */
export interface Side {
  /** The work record: 0 for the world. */
  readonly record: number
  /** Along x and y: 0 where that axis is locked. */
  readonly inverseMasses: Vector
  /** That of an axis that is not locked. */
  readonly inverseMass: number
  readonly inverseInertia: number
}

export interface Point {
  /** From the centers of mass. */
  readonly a: Vector
  readonly b: Vector
  readonly separation: number
  readonly normalImpulse: number
  readonly tangentImpulse: number
}

/** A contact to be solved, from A to B; the world is A. */
export interface Contact {
  readonly id: number
  readonly a: Side
  readonly b: Side
  readonly normal: Vector
  readonly tangent: Vector
  readonly points: readonly Point[]
  /** What is added to the answer of the bodies: where they are locked along an axis and nothing else yields, or neither can be moved. */
  readonly give: { readonly normal: number; readonly tangent: number }
  readonly friction: number
  readonly restitution: number
  readonly rolling: number
  readonly belt: number
  readonly compliance: number
  /** Whether friction acts in the soft pass, too. */
  readonly early: boolean
}

/** The active contacts that are solved. */
export function contactsOf(of: Case): Contact[] {
  const { contacts, bodies } = of
  const isAwake = (collider: number): boolean => bodies.awakeIndex[bodies.bodyOf[collider]!]! !== NOT_AWAKE
  return [...contacts.active.subarray(0, contacts.activeCount)]
    .filter((id) => contacts.pointCount[id]! > 0 && (contacts.flags[id]! & ContactFlag.Unsolved) === 0)
    .filter((id) => isAwake(contacts.a[id]!) || isAwake(contacts.b[id]!))
    .map((id) => contactOf(of, id))
}

function contactOf(of: Case, id: number): Contact {
  const { contacts, bodies } = of
  const [one, other] = [contacts.a[id]!, contacts.b[id]!]
  const recordOf = (collider: number): number => bodies.awakeIndex[bodies.bodyOf[collider]!]! + 1
  const m = contacts.manifold.subarray(id * MANIFOLD_STRIDE)
  // The world is A: then everything is seen from the other side.
  const turned = recordOf(other) === 0
  const [first, second] = turned ? [other, one] : [one, other]
  const found: Vector = turned ? [-m[0]!, -m[1]!] : [m[0]!, m[1]!]
  const single = recordOf(first) === 0
  const a = single ? { record: 0, inverseMasses: [0, 0] as const, inverseMass: 0, inverseInertia: 0 } : sideOf(of, first, recordOf(first))
  const b = sideOf(of, second, recordOf(second))
  const still = a.inverseInertia + b.inverseInertia === 0
  const own = (collider: number): number => bodies.pose[collider * POSE_STRIDE + 6]!
  const isLocked = ({ inverseMasses: [x, y] }: Side): boolean => x !== y
  const isFree = ({ inverseMasses: [x, y] }: Side): boolean => x > 0 && y > 0
  const whole = a.inverseMass + b.inverseMass
  const locked = whole > 0 && (isLocked(a) || isLocked(b))
  const stuck = locked && !isFree(a) && !isFree(b)
  const free = ([x, y]: Vector): number => [a, b].reduce((sum, { inverseMasses: [mx, my] }) => sum + mx * x * x + my * y * y, 0)
  // What hardly moves is pushed along the axis alone.
  const held = stuck && free(found) < LOCKED_STILL * whole
  const normal: Vector = !held ? found : Math.abs(found[0]) > Math.abs(found[1]) ? [Math.sign(found[0]), 0] : [0, Math.sign(found[1])]
  const tangent: Vector = [-normal[1], normal[0]]
  const giveAlong = (way: Vector): number => {
    if (whole === 0) return still ? 1 : (single ? 0 : own(first)) + own(second)
    if (held) return whole - free(way)
    return stuck ? whole * LOCKED_GIVE / (LOCKED_GIVE + (free(way) / (LOCKED_RIGID * whole)) ** 2) : 0
  }
  const give = { normal: giveAlong(normal), tangent: giveAlong(tangent) }
  const origin: Vector = [bodies.pose[one * POSE_STRIDE]!, bodies.pose[one * POSE_STRIDE + 1]!]
  const points = [0, 1].slice(0, contacts.pointCount[id]).map((k) => {
    const where = plus(origin, [m[2 + 3 * k]!, m[3 + 3 * k]!])
    return {
      a: single ? [0, 0] as const : minus(where, centerOf(of, first)),
      b: minus(where, centerOf(of, second)),
      separation: m[4 + 3 * k]!,
      normalImpulse: contacts.impulse[id * IMPULSE_STRIDE + 2 * k]!,
      tangentImpulse: contacts.impulse[id * IMPULSE_STRIDE + 2 * k + 1]!,
    }
  })
  if (still && points.length === 2) {
    // The deeper one stands for both, with the impulses of the first.
    const deeper = points[1]!.separation < points[0]!.separation ? points[1]! : points[0]!
    const { normalImpulse, tangentImpulse } = points[0]!
    points.splice(0, 2, { ...deeper, normalImpulse, tangentImpulse })
  }
  return { id, a, b, normal, tangent, points, give, ...surfacesOf(of, one, other), ...softnessOf(of, id, single, held) }
}

function centerOf({ bodies }: Case, collider: number): Vector {
  const p = bodies.pose.subarray(collider * POSE_STRIDE)
  return [p[0]! - p[4]!, p[1]! - p[5]!]
}

function sideOf({ bodies, states }: Case, collider: number, record: number): Side {
  const [inverseMass, inverseInertia] = bodies.pose.subarray(collider * POSE_STRIDE + 6, collider * POSE_STRIDE + 8)
  const [x, y] = [Lock.X, Lock.Y].map((lock) => (states.axes[record - 1]! & lock) === 0 ? inverseMass! : 0) as [number, number]
  return { record, inverseMasses: [x, y], inverseMass: Math.max(x, y), inverseInertia: inverseInertia! }
}

function surfacesOf({ bodies, material }: Case, a: number, b: number) {
  const [ofA, ofB] = [a, b].map((collider) => bodies.surface.subarray(collider * SURFACE_STRIDE)) as [Float32Array, Float32Array]
  const ruled = ((bodies.traits[a]! | bodies.traits[b]!) & Trait.Rules) !== 0
  const ruleOf = (rules: Uint8Array, collider: number): number => ruled ? rules[collider]! : CombineRule.Default
  const { frictionRule, restitutionRule } = material
  return {
    friction: combine(ofA[0]!, ofB[0]!, ruleOf(frictionRule, a), ruleOf(frictionRule, b), CombineRule.GeometricMean),
    restitution: combine(ofA[1]!, ofB[1]!, ruleOf(restitutionRule, a), ruleOf(restitutionRule, b), CombineRule.Max),
    belt: ofA[2]! + ofB[2]!,
    rolling: Math.max(ofA[3]!, ofB[3]!),
  }
}

function softnessOf({ contacts, bodies, islands, softness }: Case, id: number, single: boolean, held: boolean) {
  const colliders = [contacts.a[id]!, contacts.b[id]!]
  const pushed = colliders.map((collider) => bodies.bodyOf[collider]!)
    .find((body, i) => i === 1 || (bodies.kind[body] === BodyKind.Dynamic && bodies.awakeIndex[body] !== NOT_AWAKE))!
  let root = pushed
  while (islands.parent[root] !== root) root = islands.parent[root]!
  const size = islands.size[root]!
  const [light, heavy] = colliders.map((collider) => bodies.pose[collider * POSE_STRIDE + 6]!).sort((x, y) => x - y)
  const squeezed = !single && heavy! > HEAVY_RATIO * light!
  const part = islands.jolted[root] === 1 && size >= JOLT_LEAST && size <= JOLT_MOST ? 1 : Math.min(Math.max((size - SMALL_ISLAND) / (LARGE_ISLAND - SMALL_ISLAND), 0), 1)
  const usual = SMALL_ISLAND_COMPLIANCE + (1 - SMALL_ISLAND_COMPLIANCE) * part
  const softer = squeezed ? HEAVY_COMPLIANCE : usual
  return { compliance: softer * (single ? softness.fixed : softness.moving).compliance, early: held || size >= LARGE_ISLAND }
}

/** How much the velocity at one point changes along a direction, by an impulse of 1 along it at another. */
export function answer({ a, b, give, normal }: Contact, along: Vector, p: Point, q = p): number {
  const straight = ({ inverseMasses: [x, y] }: Side): number => x * along[0] * along[0] + y * along[1] * along[1]
  return (Math.abs(dot(along, normal)) > 0.5 ? give.normal : give.tangent) + straight(a) + straight(b) + a.inverseInertia * cross(p.a, along) * cross(q.a, along) + b.inverseInertia * cross(p.b, along) * cross(q.b, along)
}

/** A body in a substep. */
export interface Motion {
  velocity: Vector
  spin: number
  readonly moved: Vector
  readonly cos: number
  readonly sin: number
}

export interface Rates {
  /** 1/s. */
  readonly substeps: number
  readonly bias: number
  readonly maxPush: number
}

/** The impulses of a contact so far, by point. */
export interface Impulses {
  normal: number[]
  tangent: number[]
}

function velocityAt({ velocity, spin }: Motion, [x, y]: Vector): Vector {
  return [velocity[0] - spin * y, velocity[1] + spin * x]
}

export function push(contact: Contact, [ma, mb]: readonly [Motion, Motion], p: Point, impulse: Vector): void {
  const { a, b } = contact
  const change = ({ inverseMasses: [x, y] }: Side): Vector => [x * impulse[0], y * impulse[1]]
  ma.velocity = minus(ma.velocity, change(a))
  ma.spin -= a.inverseInertia * cross(p.a, impulse)
  mb.velocity = plus(mb.velocity, change(b))
  mb.spin += b.inverseInertia * cross(p.b, impulse)
}

/** Where the bodies are by now, how far apart the surfaces are at a point: anchors move with the bodies. */
export function separationOf({ normal }: Contact, [ma, mb]: readonly [Motion, Motion], p: Point): number {
  const way = ({ moved, cos, sin }: Motion, [x, y]: Vector): Vector => plus(moved, [cos * x - sin * y - x, sin * x + cos * y - y])
  return p.separation + dot(normal, minus(way(mb, p.b), way(ma, p.a)))
}

/**
 * Solves one contact: its points together along the normal, then friction point by point. The bodies and the impulses
 * are changed.
 * @param rigid Whether it is the pass that takes out what the soft one put in.
 * @returns How far the two rows are from being the same, 0 to 1; 1 for a single point.
 */
export function solveContact(contact: Contact, bodies: readonly [Motion, Motion], impulses: Impulses, rates: Rates, rigid: boolean): number {
  const { points } = contact
  const before = [...impulses.normal]
  const matrix = press(contact, bodies, impulses, rates, rigid)
  pressAndRub(contact, bodies, impulses, before, rigid)
  if (points.length === 1) return 1
  const product = matrix[0]![0]! * matrix[1]![1]!
  return (product - matrix[0]![1]! * matrix[1]![0]!) / product
}

/** Finds the impulses along the normal. Returns what they answer to each other. */
function press(contact: Contact, bodies: readonly [Motion, Motion], impulses: Impulses, rates: Rates, rigid: boolean): number[][] {
  const { normal, points, compliance } = contact
  const before = [...impulses.normal]
  // Rows of K x + rest >= 0, with x the impulses in the end.
  const matrix = points.map((p) => points.map((q) => answer(contact, normal, p, q)))
  const rest = points.map((p, k) => {
    const separation = separationOf(contact, bodies, p)
    const velocity = dot(normal, minus(velocityAt(bodies[1], p.b), velocityAt(bodies[0], p.a)))
    // What is apart may close its gap and no more. In the rigid pass, what did not press is let be.
    if (separation > 0) return velocity + (rigid && before[k]! <= 0 ? Infinity : separation * rates.substeps)
    return velocity + (rigid ? 0 : Math.max(rates.bias * separation, -rates.maxPush))
  }).map((value, k) => value - matrix[k]!.reduce((sum, entry, j) => sum + entry * before[j]!, 0))
  if (!rigid) points.forEach((p, k) => { if (separationOf(contact, bodies, p) <= 0) matrix[k]![k]! *= 1 + compliance })
  impulses.normal = complement(matrix, rest)
  return matrix
}

/**
 * Where friction has changed how fast points come together by more than a tenth of the push, normals and friction are solved in
 * turns, sixteen times at most: until friction changes that by a thirty-second of it only.
 */
export function grip(contact: Contact, bodies: readonly [Motion, Motion], impulses: Impulses, rates: Rates): void {
  let change = Infinity
  for (let pass = 0; pass < 16 && change > (0.1 / 32) * rates.maxPush; pass++) {
    const before = [...impulses.normal]
    press(contact, bodies, impulses, rates, true)
    change = pressAndRub(contact, bodies, impulses, before, true)
  }
}

/**
 * What comes of the impulses along the normal, which were `before`: the bodies part, and friction holds them as far as they press.
 * @returns By how much friction has changed how fast a point comes together, at most.
 */
export function pressAndRub(
  contact: Contact, bodies: readonly [Motion, Motion], impulses: Impulses, before: readonly number[], rigid: boolean,
): number {
  const { normal, points } = contact
  points.forEach((p, k) => push(contact, bodies, p, times(normal, impulses.normal[k]! - before[k]!)))
  const speeds = (): number[] => points.map((p) => dot(normal, minus(velocityAt(bodies[1], p.b), velocityAt(bodies[0], p.a))))
  const alone = speeds()
  if (rigid || contact.early) points.forEach((_, k) => rub(contact, bodies, impulses, k))
  return Math.max(...speeds().map((speed, k) => Math.abs(speed - alone[k]!)))
}

/** Finds x >= 0 with K x + rest >= 0, one of the two 0 in each row, by trying which rows hold. */
function complement(matrix: readonly number[][], rest: readonly number[]): number[] {
  const scale = 1e-9 * Math.max(...rest.filter(Number.isFinite).map(Math.abs), 1e-30)
  const rows = rest.map((_, k) => k)
  const choices = rest.length === 1 ? [[0], []] : [[0, 1], [0], [1], []]
  for (const held of choices) {
    if (held.some((k) => !Number.isFinite(rest[k]!))) continue
    const x = rest.map(() => 0)
    if (held.length === 2) {
      const [[k11, k12], [k21, k22]] = matrix as [[number, number], [number, number]]
      const determinant = k11 * k22 - k12 * k21
      x[0] = (k12 * rest[1]! - k22 * rest[0]!) / determinant
      x[1] = (k21 * rest[0]! - k11 * rest[1]!) / determinant
    } else if (held.length === 1) x[held[0]!] = -rest[held[0]!]! / matrix[held[0]!]![held[0]!]!
    const sound = rows.every((k) => held.includes(k) ? x[k]! >= 0
      : rest[k]! + matrix[k]!.reduce((sum, entry, j) => sum + entry * x[j]!, 0) >= -scale)
    if (sound) return x
  }
  return rest.map(() => NaN)
}

function rub(contact: Contact, bodies: readonly [Motion, Motion], impulses: Impulses, k: number): void {
  const { tangent, points, friction, belt } = contact
  const p = points[k]!
  const slip = dot(tangent, minus(velocityAt(bodies[1], p.b), velocityAt(bodies[0], p.a))) + belt
  const limit = friction * impulses.normal[k]!
  const before = impulses.tangent[k]!
  const after = Math.max(Math.min(before - slip / answer(contact, tangent, p), limit), -limit)
  impulses.tangent[k] = after
  push(contact, bodies, p, times(tangent, after - before))
}
