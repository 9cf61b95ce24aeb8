import { MAX_PUSH_OUT_SPEED } from '../constants.ts'
import { type ContactTable, IMPULSE_STRIDE } from '../contacts/contact-table.ts'
import type { BodyStates } from './body-states.ts'
import {
  BOUNCE_STRIDE,
  type ContactRows,
  LINK,
  ONE_HEADER,
  ONE_POINT,
  ONE_STRIDE,
  TWO_HEADER,
  TWO_POINT,
  TWO_STRIDE,
} from './contact-rows.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
import { type ContactSoftness, RIGID, type Softness } from './softness.ts'

/** Applies the impulses so far, so that a resting stack starts from its solution. */
export function warmStart(rows: ContactSolverData, states: BodyStates): void {
  warmStartTwo(rows.two, states.state)
  warmStartOne(rows.one, states.state)
}

/**
 * One pass of the projected Gauss–Seidel iteration over all contacts.
 * @param h Length of the substep in seconds.
 * @param softness Pushes overlap out; without it the pass only takes out the velocity that the push put in.
 * @param speedScale The world's `lengthUnit`.
 */
export function solveContacts(
  rows: ContactSolverData,
  states: BodyStates,
  h: number,
  softness: ContactSoftness | null,
  speedScale: number,
): void {
  const inverseH = 1 / h
  const maxPush = MAX_PUSH_OUT_SPEED * speedScale
  solveTwo(rows.two, states.state, inverseH, softness ? softness.moving : RIGID, maxPush)
  solveOne(rows.one, states.state, inverseH, softness ? softness.fixed : RIGID, maxPush)
}

/** Makes the points bounce that came in fast and did touch. Runs once, after all substeps. */
export function applyRestitution(rows: ContactSolverData, states: BodyStates): void {
  const { bounces, two, one } = rows
  for (let i = 0; i < bounces.count; i++) {
    const key = bounces.key[i]!
    const velocity = bounces.data[i * BOUNCE_STRIDE]!
    const restitution = bounces.data[i * BOUNCE_STRIDE + 1]!
    if ((key & 2) === 0) bounceTwo(two, states.state, key >> 2, key & 1, velocity * restitution)
    else bounceOne(one, states.state, key >> 2, key & 1, velocity * restitution)
  }
}

/** Keeps the impulses for the next step's warm start. */
export function storeImpulses(rows: ContactSolverData, contacts: ContactTable): void {
  storeFrom(rows.two, contacts, TWO_STRIDE, TWO_HEADER, TWO_POINT, 7)
  storeFrom(rows.one, contacts, ONE_STRIDE, ONE_HEADER, ONE_POINT, 5)
}

function storeFrom(
  rows: ContactRows,
  contacts: ContactTable,
  stride: number,
  header: number,
  point: number,
  first: number,
): void {
  const { impulse } = contacts
  const { data, link, contact, count } = rows
  for (let i = 0; i < count; i++) {
    const target = contact[i]! * IMPULSE_STRIDE
    const points = link[i * LINK + 2]!
    for (let k = 0; k < points; k++) {
      const p = i * stride + header + k * point + first
      impulse[target + 2 * k] = data[p]!
      impulse[target + 2 * k + 1] = data[p + 1]!
    }
  }
}

function warmStartTwo(rows: ContactRows, state: Float64Array): void {
  const { data, link, count } = rows
  for (let i = 0, r = 0, l = 0; i < count; i++, r += TWO_STRIDE, l += LINK) {
    const sA = link[l]!
    const sB = link[l + 1]!
    const end = r + TWO_HEADER + link[l + 2]! * TWO_POINT
    const nx = data[r]!
    const ny = data[r + 1]!
    let normal = 0
    let tangent = 0
    let turnA = 0
    let turnB = 0
    for (let p = r + TWO_HEADER; p < end; p += TWO_POINT) {
      const n = data[p + 7]!
      const t = data[p + 8]!
      normal += n
      tangent += t
      turnA += n * data[p]! + t * data[p + 2]!
      turnB += n * data[p + 1]! + t * data[p + 3]!
    }
    const px = normal * nx - tangent * ny
    const py = normal * ny + tangent * nx
    const massA = data[r + 3]!
    const massB = data[r + 5]!
    state[sA] = state[sA]! - massA * px
    state[sA + 1] = state[sA + 1]! - massA * py
    state[sA + 2] = state[sA + 2]! - data[r + 4]! * turnA
    state[sB] = state[sB]! + massB * px
    state[sB + 1] = state[sB + 1]! + massB * py
    state[sB + 2] = state[sB + 2]! + data[r + 6]! * turnB
  }
}

function warmStartOne(rows: ContactRows, state: Float64Array): void {
  const { data, link, count } = rows
  for (let i = 0, r = 0, l = 0; i < count; i++, r += ONE_STRIDE, l += LINK) {
    const s = link[l]!
    const end = r + ONE_HEADER + link[l + 2]! * ONE_POINT
    const nx = data[r]!
    const ny = data[r + 1]!
    let normal = 0
    let tangent = 0
    let turn = 0
    for (let p = r + ONE_HEADER; p < end; p += ONE_POINT) {
      const n = data[p + 5]!
      const t = data[p + 6]!
      normal += n
      tangent += t
      turn += n * data[p]! + t * data[p + 1]!
    }
    const mass = data[r + 3]!
    state[s] = state[s]! + mass * (normal * nx - tangent * ny)
    state[s + 1] = state[s + 1]! + mass * (normal * ny + tangent * nx)
    state[s + 2] = state[s + 2]! + data[r + 4]! * turn
  }
}

function solveTwo(rows: ContactRows, state: Float64Array, inverseH: number, soft: Softness, maxPush: number): void {
  const { data, link, count } = rows
  const softRate = soft.biasRate * soft.massScale
  const { massScale, impulseScale } = soft
  for (let i = 0, r = 0, l = 0; i < count; i++, r += TWO_STRIDE, l += LINK) {
    const sA = link[l]!
    const sB = link[l + 1]!
    const first = r + TWO_HEADER
    const end = first + link[l + 2]! * TWO_POINT
    const nx = data[r]!
    const ny = data[r + 1]!
    const friction = data[r + 2]!
    const massA = data[r + 3]!
    const inertiaA = data[r + 4]!
    const massB = data[r + 5]!
    const inertiaB = data[r + 6]!
    let vAx = state[sA]!
    let vAy = state[sA + 1]!
    let wA = state[sA + 2]!
    let vBx = state[sB]!
    let vBy = state[sB + 1]!
    let wB = state[sB + 2]!
    const apart =
      nx * (state[sB + 3]! - state[sA + 3]!) + ny * (state[sB + 4]! - state[sA + 4]!)
    const cA = state[sA + 5]!
    const sinA = state[sA + 6]!
    const cB = state[sB + 5]!
    const sinB = state[sB + 6]!

    for (let p = first; p < end; p += TWO_POINT) {
      const crossA = data[p]!
      const crossB = data[p + 1]!
      const separation =
        data[p + 4]! + apart + cB * data[p + 3]! + sinB * crossB - cA * data[p + 2]! - sinA * crossA
      const velocity = nx * (vBx - vAx) + ny * (vBy - vAy) + wB * crossB - wA * crossA
      const old = data[p + 7]!
      let change: number
      if (separation > 0) {
        change = -data[p + 5]! * (velocity + separation * inverseH)
      } else {
        let bias = softRate * separation
        if (bias < -maxPush) bias = -maxPush
        change = -data[p + 5]! * (massScale * velocity + bias) - impulseScale * old
      }
      let sum = old + change
      if (sum < 0) sum = 0
      change = sum - old
      data[p + 7] = sum
      vAx -= massA * change * nx
      vAy -= massA * change * ny
      wA -= inertiaA * change * crossA
      vBx += massB * change * nx
      vBy += massB * change * ny
      wB += inertiaB * change * crossB
    }

    for (let p = first; p < end; p += TWO_POINT) {
      const dotA = data[p + 2]!
      const dotB = data[p + 3]!
      const velocity = nx * (vBy - vAy) - ny * (vBx - vAx) + wB * dotB - wA * dotA
      const limit = friction * data[p + 7]!
      const old = data[p + 8]!
      let sum = old - data[p + 6]! * velocity
      if (sum > limit) sum = limit
      else if (sum < -limit) sum = -limit
      const change = sum - old
      data[p + 8] = sum
      vAx += massA * change * ny
      vAy -= massA * change * nx
      wA -= inertiaA * change * dotA
      vBx -= massB * change * ny
      vBy += massB * change * nx
      wB += inertiaB * change * dotB
    }
    state[sA] = vAx
    state[sA + 1] = vAy
    state[sA + 2] = wA
    state[sB] = vBx
    state[sB + 1] = vBy
    state[sB + 2] = wB
  }
}

function solveOne(rows: ContactRows, state: Float64Array, inverseH: number, soft: Softness, maxPush: number): void {
  const { data, link, count } = rows
  const softRate = soft.biasRate * soft.massScale
  const { massScale, impulseScale } = soft
  for (let i = 0, r = 0, l = 0; i < count; i++, r += ONE_STRIDE, l += LINK) {
    const s = link[l]!
    const first = r + ONE_HEADER
    const end = first + link[l + 2]! * ONE_POINT
    const nx = data[r]!
    const ny = data[r + 1]!
    const friction = data[r + 2]!
    const mass = data[r + 3]!
    const inertia = data[r + 4]!
    let vx = state[s]!
    let vy = state[s + 1]!
    let w = state[s + 2]!
    const apart = nx * state[s + 3]! + ny * state[s + 4]!
    const c = state[s + 5]!
    const sin = state[s + 6]!

    for (let p = first; p < end; p += ONE_POINT) {
      const cross = data[p]!
      const separation = data[p + 2]! + apart + c * data[p + 1]! + sin * cross
      const velocity = nx * vx + ny * vy + w * cross
      const old = data[p + 5]!
      let change: number
      if (separation > 0) {
        change = -data[p + 3]! * (velocity + separation * inverseH)
      } else {
        let bias = softRate * separation
        if (bias < -maxPush) bias = -maxPush
        change = -data[p + 3]! * (massScale * velocity + bias) - impulseScale * old
      }
      let sum = old + change
      if (sum < 0) sum = 0
      change = sum - old
      data[p + 5] = sum
      vx += mass * change * nx
      vy += mass * change * ny
      w += inertia * change * cross
    }

    for (let p = first; p < end; p += ONE_POINT) {
      const dot = data[p + 1]!
      const velocity = nx * vy - ny * vx + w * dot
      const limit = friction * data[p + 5]!
      const old = data[p + 6]!
      let sum = old - data[p + 4]! * velocity
      if (sum > limit) sum = limit
      else if (sum < -limit) sum = -limit
      const change = sum - old
      data[p + 6] = sum
      vx -= mass * change * ny
      vy += mass * change * nx
      w += inertia * change * dot
    }
    state[s] = vx
    state[s + 1] = vy
    state[s + 2] = w
  }
}

function bounceTwo(rows: ContactRows, state: Float64Array, index: number, point: number, target: number): void {
  const { data, link } = rows
  const r = index * TWO_STRIDE
  const p = r + TWO_HEADER + point * TWO_POINT
  const old = data[p + 7]!
  if (old === 0) return
  const sA = link[index * LINK]!
  const sB = link[index * LINK + 1]!
  const nx = data[r]!
  const ny = data[r + 1]!
  const velocity =
    nx * (state[sB]! - state[sA]!) +
    ny * (state[sB + 1]! - state[sA + 1]!) +
    state[sB + 2]! * data[p + 1]! -
    state[sA + 2]! * data[p]!
  const sum = Math.max(0, old - data[p + 5]! * (velocity + target))
  const change = sum - old
  data[p + 7] = sum
  state[sA] = state[sA]! - data[r + 3]! * change * nx
  state[sA + 1] = state[sA + 1]! - data[r + 3]! * change * ny
  state[sA + 2] = state[sA + 2]! - data[r + 4]! * change * data[p]!
  state[sB] = state[sB]! + data[r + 5]! * change * nx
  state[sB + 1] = state[sB + 1]! + data[r + 5]! * change * ny
  state[sB + 2] = state[sB + 2]! + data[r + 6]! * change * data[p + 1]!
}

function bounceOne(rows: ContactRows, state: Float64Array, index: number, point: number, target: number): void {
  const { data, link } = rows
  const r = index * ONE_STRIDE
  const p = r + ONE_HEADER + point * ONE_POINT
  const old = data[p + 5]!
  if (old === 0) return
  const s = link[index * LINK]!
  const nx = data[r]!
  const ny = data[r + 1]!
  const velocity = nx * state[s]! + ny * state[s + 1]! + state[s + 2]! * data[p]!
  const sum = Math.max(0, old - data[p + 3]! * (velocity + target))
  const change = sum - old
  data[p + 5] = sum
  state[s] = state[s]! + data[r + 3]! * change * nx
  state[s + 1] = state[s + 1]! + data[r + 3]! * change * ny
  state[s + 2] = state[s + 2]! + data[r + 4]! * change * data[p]!
}
