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

/** Two points whose rows are closer to parallel than this are solved as one: their 2 × 2 system has no sound inverse. */
const MIN_DETERMINANT = 1e-3

/** Applies the impulses so far, so that a resting stack starts from its solution. */
export function warmStart(rows: ContactSolverData, states: BodyStates): void {
  warmStartTwo(rows.two, states.state)
  warmStartOne(rows.one, states.state)
}

/**
 * One pass of the projected Gauss–Seidel iteration over all contacts. The two points of a manifold are solved
 * together as a small complementarity problem: one after the other lets tall stacks lean (a tower of 60 boxes fell
 * at 4 substeps, and stands). Friction acts in the rigid pass only: half the work, and card houses stand that
 * crept apart with it in both.
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

/**
 * Takes spin out of what resists rolling, up to resistance times normal impulse. Runs after the rigid pass of each
 * substep.
 */
export function applyRollingResistance(rows: ContactSolverData, states: BodyStates): void {
  const { rollers, two, one } = rows
  const { state } = states
  for (let i = 0; i < rollers.count; i++) {
    const index = rollers.key[i]! >> 1
    const single = (rollers.key[i]! & 1) === 1
    const { data, link } = single ? one : two
    const r = index * (single ? ONE_STRIDE : TWO_STRIDE)
    const point = single ? ONE_POINT : TWO_POINT
    const first = r + (single ? ONE_HEADER + 5 : TWO_HEADER + 7)
    let normal = data[first]!
    if (link[index * LINK + 2] === 2) normal += data[first + point]!
    const limit = rollers.resistance[i]! * normal
    const inertiaA = single ? 0 : data[r + 4]!
    const inertiaB = single ? data[r + 4]! : data[r + 6]!
    const sum = inertiaA + inertiaB
    if (sum === 0) continue
    const sA = link[index * LINK]! + 2
    const sB = (single ? link[index * LINK]! : link[index * LINK + 1]!) + 2
    const spin = single ? state[sB]! : state[sB]! - state[sA]!
    const torque = Math.min(Math.max(-spin / sum, -limit), limit)
    if (!single) state[sA] = state[sA]! - inertiaA * torque
    state[sB] = state[sB]! + inertiaB * torque
  }
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
  const { biasRate, compliance } = soft
  const stiffen = 1 + compliance
  const rub = soft === RIGID
  for (let i = 0, r = 0, l = 0; i < count; i++, r += TWO_STRIDE, l += LINK) {
    const sA = link[l]!
    const sB = link[l + 1]!
    const p = r + TWO_HEADER
    const nx = data[r]!
    const ny = data[r + 1]!
    const massA = data[r + 3]!
    const inertiaA = data[r + 4]!
    const massB = data[r + 5]!
    const inertiaB = data[r + 6]!
    const across = data[r + 8]!
    let vAx = state[sA]!
    let vAy = state[sA + 1]!
    let wA = state[sA + 2]!
    let vBx = state[sB]!
    let vBy = state[sB + 1]!
    let wB = state[sB + 2]!
    const cA = state[sA + 5]!
    const sinA = state[sA + 6]!
    const cB = state[sB + 5]!
    const sinB = state[sB + 6]!
    const apart = nx * (state[sB + 3]! - state[sA + 3]!) + ny * (state[sB + 4]! - state[sA + 4]!)
    const along = nx * (vBx - vAx) + ny * (vBy - vAy)
    const crossA = data[p]!
    const crossB = data[p + 1]!
    const separation = data[p + 4]! + apart + cB * data[p + 3]! + sinB * crossB - cA * data[p + 2]! - sinA * crossA
    const old = data[p + 7]!
    let bias: number
    if (separation > 0) bias = separation * inverseH
    else if ((bias = biasRate * separation) < -maxPush) bias = -maxPush

    if (link[l + 2] === 1) {
      let sum: number
      const miss = along + wB * crossB - wA * crossA + bias
      if (separation > 0) sum = old - across * miss
      else sum = old - (across * miss + compliance * old) / stiffen
      if (sum < 0) sum = 0
      const change = sum - old
      data[p + 7] = sum
      vAx -= massA * change * nx
      vAy -= massA * change * ny
      wA -= inertiaA * change * crossA
      vBx += massB * change * nx
      vBy += massB * change * ny
      wB += inertiaB * change * crossB
    } else {
      const q = p + TWO_POINT
      const crossA2 = data[q]!
      const crossB2 = data[q + 1]!
      const separation2 =
        data[q + 4]! + apart + cB * data[q + 3]! + sinB * crossB2 - cA * data[q + 2]! - sinA * crossA2
      const old2 = data[q + 7]!
      let bias2: number
      if (separation2 > 0) bias2 = separation2 * inverseH
      else if ((bias2 = biasRate * separation2) < -maxPush) bias2 = -maxPush
      // Both points at once: find x ≥ 0 with w = A x + c ≥ 0 and x · w = 0, A being the inverse effective masses.
      const a11 = separation > 0 ? data[p + 5]! : data[p + 5]! * stiffen
      const a22 = separation2 > 0 ? data[q + 5]! : data[q + 5]! * stiffen
      const c1 = along + wB * crossB - wA * crossA + bias - data[p + 5]! * old - across * old2
      const c2 = along + wB * crossB2 - wA * crossA2 + bias2 - across * old - data[q + 5]! * old2
      const determinant = a11 * a22 - across * across
      let x1 = across * c2 - a22 * c1
      let x2 = across * c1 - a11 * c2
      if (x1 >= 0 && x2 >= 0 && determinant > MIN_DETERMINANT * a11 * a22) {
        const inverse = 1 / determinant
        x1 *= inverse
        x2 *= inverse
      } else {
        x1 = -c1 / a11
        x2 = 0
        if (x1 < 0 || across * x1 + c2 < 0) {
          x1 = 0
          x2 = -c2 / a22
          if (x2 < 0) x2 = 0
        }
      }
      const change = x1 - old
      const change2 = x2 - old2
      data[p + 7] = x1
      data[q + 7] = x2
      const total = change + change2
      vAx -= massA * total * nx
      vAy -= massA * total * ny
      wA -= inertiaA * (change * crossA + change2 * crossA2)
      vBx += massB * total * nx
      vBy += massB * total * ny
      wB += inertiaB * (change * crossB + change2 * crossB2)
    }

    if (rub) {
      const friction = data[r + 2]!
      const belt = data[r + 7]!
      for (let t = p, end = p + link[l + 2]! * TWO_POINT; t < end; t += TWO_POINT) {
        const dotA = data[t + 2]!
        const dotB = data[t + 3]!
        const slip = nx * (vBy - vAy) - ny * (vBx - vAx) + wB * dotB - wA * dotA + belt
        const limit = friction * data[t + 7]!
        const held = data[t + 8]!
        let sum = held - data[t + 6]! * slip
        if (sum > limit) sum = limit
        else if (sum < -limit) sum = -limit
        const change = sum - held
        data[t + 8] = sum
        vAx += massA * change * ny
        vAy -= massA * change * nx
        wA -= inertiaA * change * dotA
        vBx -= massB * change * ny
        vBy += massB * change * nx
        wB += inertiaB * change * dotB
      }
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
  const { biasRate, compliance } = soft
  const stiffen = 1 + compliance
  const rub = soft === RIGID
  for (let i = 0, r = 0, l = 0; i < count; i++, r += ONE_STRIDE, l += LINK) {
    const s = link[l]!
    const p = r + ONE_HEADER
    const nx = data[r]!
    const ny = data[r + 1]!
    const mass = data[r + 3]!
    const inertia = data[r + 4]!
    const across = data[r + 5]!
    let vx = state[s]!
    let vy = state[s + 1]!
    let w = state[s + 2]!
    const c = state[s + 5]!
    const sin = state[s + 6]!
    const apart = nx * state[s + 3]! + ny * state[s + 4]!
    const along = nx * vx + ny * vy
    const cross = data[p]!
    const separation = data[p + 2]! + apart + c * data[p + 1]! + sin * cross
    const old = data[p + 5]!
    let bias: number
    if (separation > 0) bias = separation * inverseH
    else if ((bias = biasRate * separation) < -maxPush) bias = -maxPush

    if (link[l + 2] === 1) {
      let sum: number
      const miss = along + w * cross + bias
      if (separation > 0) sum = old - across * miss
      else sum = old - (across * miss + compliance * old) / stiffen
      if (sum < 0) sum = 0
      const change = sum - old
      data[p + 5] = sum
      vx += mass * change * nx
      vy += mass * change * ny
      w += inertia * change * cross
    } else {
      const q = p + ONE_POINT
      const cross2 = data[q]!
      const separation2 = data[q + 2]! + apart + c * data[q + 1]! + sin * cross2
      const old2 = data[q + 5]!
      let bias2: number
      if (separation2 > 0) bias2 = separation2 * inverseH
      else if ((bias2 = biasRate * separation2) < -maxPush) bias2 = -maxPush
      const a11 = separation > 0 ? data[p + 3]! : data[p + 3]! * stiffen
      const a22 = separation2 > 0 ? data[q + 3]! : data[q + 3]! * stiffen
      const c1 = along + w * cross + bias - data[p + 3]! * old - across * old2
      const c2 = along + w * cross2 + bias2 - across * old - data[q + 3]! * old2
      const determinant = a11 * a22 - across * across
      let x1 = across * c2 - a22 * c1
      let x2 = across * c1 - a11 * c2
      if (x1 >= 0 && x2 >= 0 && determinant > MIN_DETERMINANT * a11 * a22) {
        const inverse = 1 / determinant
        x1 *= inverse
        x2 *= inverse
      } else {
        x1 = -c1 / a11
        x2 = 0
        if (x1 < 0 || across * x1 + c2 < 0) {
          x1 = 0
          x2 = -c2 / a22
          if (x2 < 0) x2 = 0
        }
      }
      const change = x1 - old
      const change2 = x2 - old2
      data[p + 5] = x1
      data[q + 5] = x2
      const total = change + change2
      vx += mass * total * nx
      vy += mass * total * ny
      w += inertia * (change * cross + change2 * cross2)
    }

    if (rub) {
      const friction = data[r + 2]!
      const belt = data[r + 6]!
      for (let t = p, end = p + link[l + 2]! * ONE_POINT; t < end; t += ONE_POINT) {
        const dot = data[t + 1]!
        const slip = nx * vy - ny * vx + w * dot + belt
        const limit = friction * data[t + 5]!
        const held = data[t + 6]!
        let sum = held - data[t + 4]! * slip
        if (sum > limit) sum = limit
        else if (sum < -limit) sum = -limit
        const change = sum - held
        data[t + 6] = sum
        vx -= mass * change * ny
        vy += mass * change * nx
        w += inertia * change * dot
      }
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
  const sum = Math.max(0, old - (velocity + target) / data[p + 5]!)
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
  const sum = Math.max(0, old - (velocity + target) / data[p + 3]!)
  const change = sum - old
  data[p + 5] = sum
  state[s] = state[s]! + data[r + 3]! * change * nx
  state[s + 1] = state[s + 1]! + data[r + 3]! * change * ny
  state[s + 2] = state[s + 2]! + data[r + 4]! * change * data[p]!
}
