import { sortItems } from '../stores/sort-items.ts'
import { Impact } from '../collision/sweep-records.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { PutBack } from '../stores/put-aside.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { areSolid, isFastBullet, placeAfterLeg, sweepLeg } from './sweep-body.ts'
import { impact, Leg, leg, LEG_STRIDE, writeStepLeg } from './leg.ts'
import { clearLimits, findImpact, isLeftToContacts, loadBoth } from './sweep-pair.ts'
import { HitPlace } from '../collision/convex-ray.ts'

/** Numbers of the box around a bullet's way: minX, minY, maxX, maxY. */
const BOX = 4

/** The fast bullets of the step, in the order of their ids. What follows is by their place here. */
const bullets = new ItemBuffer()
let legs = new Float64Array(64 * LEG_STRIDE)
let boxes = new Float64Array(64 * BOX)
/** The part of its way that a bullet goes: it stays where it meets another. */
let ends = new Float64Array(64)
/** Bullets from left to right, by the left side of their boxes. */
let order = new Uint32Array(64)

/** Bullets whose boxes overlap, and when they meet. */
let firsts = new Uint32Array(64)
let seconds = new Uint32Array(64)
let times = new Float64Array(64)
let pairCount = 0
/** The pairs of each bullet as a list: the first edge by bullet, the next one by edge; 0 ends it. An edge is 2 · pair + 2 + side. */
let heads = new Uint32Array(64)
let nexts = new Uint32Array(130)

const way = new Float64Array(LEG_STRIDE)
const otherWay = new Float64Array(LEG_STRIDE)
/** When the two at hand meet, `Infinity` if they do not. An array: as the result of a call it would become garbage. */
const meeting = new Float64Array(1)

/** What holds something while the user is asked. */
export const bulletScratch = [bullets, way, otherWay, meeting]

export function putBulletsAside(): PutBack {
  const before = { legs, boxes, ends, heads, order, firsts, seconds, times, nexts, pairCount }
  makeRoom(ends.length)
  makePairs(times.length)
  return () => {
    ({ legs, boxes, ends, heads, order, firsts, seconds, times, nexts, pairCount } = before)
  }
}

/**
 * Lets fast bullets hit each other. Each has been taken back to what else it hits, so that its way is the one that it
 * will have gone. Of all pairs the one that meets first stops, both of them; then the one that meets first as the others
 * go now, and so on. So nothing depends on the order of the bullets, and each pair is swept in its own relative motion.
 */
export function sweepBullets(physics: PhysicsWorld): void {
  if (!gatherBullets(physics)) return
  sortBullets()
  findPairs(physics)
  let stopped = false
  for (let next = findNext(); next >= 0; next = findNext()) {
    const time = times[next]!
    const a = firsts[next]!
    const b = seconds[next]!
    if (ends[a] === 1) stop(physics, a, time)
    if (ends[b] === 1) stop(physics, b, time)
    stopped = true
  }
  if (stopped) placeBullets(physics)
}

/** Writes down the fast bullets and their ways. Returns whether there are two or more. */
function gatherBullets(physics: PhysicsWorld): boolean {
  const { bodies } = physics
  const { fast } = physics.collision
  bullets.clear()
  for (let i = 0; i < fast.count; i++) {
    const body = fast.items[i]!
    if (fast.flag[body] !== 0 && isFastBullet(physics, body)) bullets.push(body)
  }
  if (bullets.count < 2) return false
  bullets.count = sortItems(bullets.items, bullets.count)
  if (bullets.count > ends.length) makeRoom(2 * bullets.count)
  for (let i = 0; i < bullets.count; i++) {
    const body = bullets.items[i]!
    writeStepLeg(physics, body, way)
    legs.set(way, i * LEG_STRIDE)
    const extent = bodies.extent[body]!
    boxes[i * BOX] = Math.min(way[Leg.X]!, way[Leg.X]! + way[Leg.DX]!) - extent
    boxes[i * BOX + 1] = Math.min(way[Leg.Y]!, way[Leg.Y]! + way[Leg.DY]!) - extent
    boxes[i * BOX + 2] = Math.max(way[Leg.X]!, way[Leg.X]! + way[Leg.DX]!) + extent
    boxes[i * BOX + 3] = Math.max(way[Leg.Y]!, way[Leg.Y]! + way[Leg.DY]!) + extent
    ends[i] = 1
    heads[i] = 0
    order[i] = i
  }
  return true
}

function makeRoom(count: number): void {
  legs = new Float64Array(count * LEG_STRIDE)
  boxes = new Float64Array(count * BOX)
  ends = new Float64Array(count)
  heads = new Uint32Array(count)
  order = new Uint32Array(count)
}

/** Puts the bullets in order from left to right. Shell's sort, with the gaps of Ciura, 2001, and then by 2.25. */
function sortBullets(): void {
  const { count } = bullets
  let gap = 1
  while (gap * 2.25 < count) gap = Math.floor(gap * 2.25) + 1
  for (; gap > 0; gap = gap === 1 ? 0 : Math.max(1, Math.floor(gap / 2.25))) {
    for (let i = gap; i < count; i++) {
      const one = order[i]!
      let place = i
      while (place >= gap && boxes[order[place - gap]! * BOX]! > boxes[one * BOX]!) {
        order[place] = order[place - gap]!
        place -= gap
      }
      order[place] = one
    }
  }
}

/** Finds the pairs whose ways come near each other, and when each meets. One may come into another's way by stopping. */
function findPairs(physics: PhysicsWorld): void {
  const { count } = bullets
  pairCount = 0
  for (let i = 0; i < count; i++) {
    const a = order[i]! * BOX
    for (let k = i + 1; k < count; k++) {
      const b = order[k]! * BOX
      if (boxes[b]! > boxes[a + 2]!) break
      if (boxes[b + 1]! > boxes[a + 3]! || boxes[a + 1]! > boxes[b + 3]!) continue
      pushPair(physics, Math.min(order[i]!, order[k]!), Math.max(order[i]!, order[k]!))
    }
  }
}

function pushPair(physics: PhysicsWorld, a: number, b: number): void {
  if (pairCount === times.length) growPairs()
  firsts[pairCount] = a
  seconds[pairCount] = b
  findMeeting(physics, a, b)
  times[pairCount++] = meeting[0]!
  const edge = 2 * pairCount
  nexts[edge] = heads[a]!
  heads[a] = edge
  nexts[edge + 1] = heads[b]!
  heads[b] = edge + 1
}

function makePairs(count: number): void {
  firsts = new Uint32Array(count)
  seconds = new Uint32Array(count)
  times = new Float64Array(count)
  nexts = new Uint32Array(count * 2 + 2)
}

function growPairs(): void {
  const [a, b, t, n] = [firsts, seconds, times, nexts]
  makePairs(pairCount * 2)
  firsts.set(a)
  seconds.set(b)
  times.set(t)
  nexts.set(n)
}

/** The pair that meets first, of several the one with the lower ids; −1 when none does. */
function findNext(): number {
  let next = -1
  for (let i = 0; i < pairCount; i++) {
    if (times[i]! >= 1) continue
    if (next < 0 || times[i]! < times[next]! || (times[i] === times[next] && isLower(i, next))) next = i
  }
  return next
}

function isLower(pair: number, other: number): boolean {
  const difference = firsts[pair]! - firsts[other]!
  return difference < 0 || (difference === 0 && seconds[pair]! < seconds[other]!)
}

/** Lets a bullet end its way, and finds anew when the others meet it. */
function stop(physics: PhysicsWorld, bullet: number, time: number): void {
  ends[bullet] = time
  for (let edge = heads[bullet]!; edge !== 0; edge = nexts[edge]!) {
    const i = (edge >>> 1) - 1
    const a = firsts[i]!
    const b = seconds[i]!
    meeting[0] = Infinity
    // Two that have stopped will not meet any more.
    if (ends[a] === 1 || ends[b] === 1) findMeeting(physics, a, b)
    times[i] = meeting[0]!
  }
}

/** Writes when two bullets meet to {@link meeting}. */
function findMeeting(physics: PhysicsWorld, a: number, b: number): void {
  const { bodies } = physics
  const bodyA = bullets.items[a]!
  const bodyB = bullets.items[b]!
  meeting[0] = Infinity
  if (!comeNear(physics, a, b)) return
  for (let c = bodies.firstCollider(bodyA); c !== 0; c = bodies.nextCollider(bodyA, c)) {
    for (let o = bodies.firstCollider(bodyB); o !== 0; o = bodies.nextCollider(bodyB, o)) {
      // What touches as the step begins the solver has kept apart, as long as neither is stopped.
      const contact = ends[a] === 1 && ends[b] === 1 ? physics.collision.contacts.find(Math.min(c, o), Math.max(c, o)) : 0
      if (contact !== 0 && physics.collision.contacts.pointCount[contact]! > 0) continue
      if (areSolid(physics, c, o)) findColliderMeeting(physics, a, c, b, o)
    }
  }
}

/** Whether the middles of two bullets come as near each other as their farthest points allow. Most pairs do not. */
function comeNear(physics: PhysicsWorld, a: number, b: number): boolean {
  const { extent } = physics.bodies
  const near = extent[bullets.items[a]!]! + extent[bullets.items[b]!]! + physics.tolerances.linearSlop
  const first = Math.min(ends[a]!, ends[b]!)
  const last = Math.max(ends[a]!, ends[b]!)
  for (let from = 0, to = first; from < to; from = to, to = last) {
    writePart(a, from, to, way)
    writePart(b, from, to, otherWay)
    const x = otherWay[Leg.X]! - way[Leg.X]!
    const y = otherWay[Leg.Y]! - way[Leg.Y]!
    const dx = otherWay[Leg.DX]! - way[Leg.DX]!
    const dy = otherWay[Leg.DY]! - way[Leg.DY]!
    const square = dx * dx + dy * dy
    const time = square > 0 ? Math.min(Math.max(-(x * dx + y * dy) / square, 0), 1) : 0
    const nx = x + time * dx
    const ny = y + time * dy
    if (nx * nx + ny * ny <= near * near) return true
  }
  return false
}

/** Writes when two colliders of two bullets meet, if that is sooner: while both move, then while one of them does. */
function findColliderMeeting(physics: PhysicsWorld, a: number, c: number, b: number, o: number): void {
  const { reach } = physics.bodies
  const first = Math.min(ends[a]!, ends[b]!)
  const last = Math.max(ends[a]!, ends[b]!)
  loadPart(physics, a, c, b, o, 0, last)
  const thinner = reach[bullets.items[a]!]! < reach[bullets.items[b]!]! ? a : b
  if (isLeftToContacts(physics, bullets.items[thinner]!, c, o)) return
  for (let from = 0, to = first; from < to; from = to, to = last) {
    loadPart(physics, a, c, b, o, from, to)
    clearLimits(physics)
    const found = findImpact(physics, c, o)
    if (found === Impact.None || (found === Impact.AtStart && !(from > 0 && approach()))) continue
    meeting[0] = Math.min(meeting[0]!, from + (to - from) * impact[HitPlace.Fraction]!)
    return
  }
}

/** Whether the two at hand come nearer to each other along the normal of the impact at hand. */
function approach(): boolean {
  return impact[HitPlace.NormalX]! * (way[Leg.DX]! - otherWay[Leg.DX]!) + impact[HitPlace.NormalY]! * (way[Leg.DY]! - otherWay[Leg.DY]!) > 0
}

/** Takes up the motion of two colliders in a part of the step. */
function loadPart(physics: PhysicsWorld, a: number, c: number, b: number, o: number, from: number, to: number): void {
  writePart(a, from, to, way)
  writePart(b, from, to, otherWay)
  loadBoth(physics, c, way, o, otherWay)
}

/** Writes the way of a bullet in a part of the step: what has stopped stays where it is. */
function writePart(bullet: number, from: number, to: number, out: Float64Array): void {
  const l = bullet * LEG_STRIDE
  const begin = Math.min(from, ends[bullet]!)
  const left = Math.min(to, ends[bullet]!) - begin
  out[Leg.X] = legs[l + Leg.X]! + begin * legs[l + Leg.DX]!
  out[Leg.Y] = legs[l + Leg.Y]! + begin * legs[l + Leg.DY]!
  out[Leg.DX] = left * legs[l + Leg.DX]!
  out[Leg.DY] = left * legs[l + Leg.DY]!
  out[Leg.Angle] = legs[l + Leg.Angle]! + begin * legs[l + Leg.Turn]!
  out[Leg.Turn] = left * legs[l + Leg.Turn]!
}

/** Puts the bullets that stopped where they did. On a way that was bent something static may lie in between. */
function placeBullets(physics: PhysicsWorld): void {
  for (let i = 0; i < bullets.count; i++) {
    if (ends[i] === 1) continue
    writePart(i, 0, 1, leg)
    sweepLeg(physics, bullets.items[i]!, false)
    placeAfterLeg(physics, bullets.items[i]!)
  }
}
