import { MAX_PUSH_OUT_SPEED } from '../constants.ts'
import { type ContactTable, IMPULSE_STRIDE } from '../contacts/contact-table.ts'
import { type BodyStates, TO_PUSH } from './body-states.ts'
import {
  type ContactRows,
  LINK,
  ONE_HEADER,
  ONE_POINT,
  POINTS,
  RUBS_EARLY,
  TWO_HEADER,
  TWO_POINT,
} from './contact-rows.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
import { type ContactSoftness, RIGID, type Softness } from './softness.ts'

/** Two points whose rows are closer to parallel than this are solved as one: their 2 × 2 system has no sound inverse. */
const MIN_DETERMINANT = 1e-3

/**
 * One pass of the projected Gauss–Seidel iteration over all contacts. The two points of a manifold are solved
 * together as a small complementarity problem: one after the other lets tall stacks lean (a tower of 60 boxes fell
 * at 4 substeps, and stands). Friction acts in the rigid pass only: half the work, and card houses stand that
 * crept apart with it in both. In large islands it acts in both: a bin of 3,000 boxes rests after 10 s that otherwise
 * went on trembling.
 *
 * The rigid pass also adds up the impulses so far into what the bodies are pushed by in the next substep: the rows
 * are at hand there, and a warm-starting pass of its own would have to read them all once more.
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
  solveTwo(rows.two, states, inverseH, softness ? softness.moving : RIGID, maxPush)
  solveOne(rows.one, states, inverseH, softness ? softness.fixed : RIGID, maxPush)
}

/** Keeps the impulses for the next step's warm start. */
export function storeImpulses(rows: ContactSolverData, contacts: ContactTable): void {
  storeFrom(rows.two, contacts, TWO_HEADER, TWO_POINT, 7)
  storeFrom(rows.one, contacts, ONE_HEADER, ONE_POINT, 5)
}

function storeFrom(rows: ContactRows, contacts: ContactTable, header: number, point: number, first: number): void {
  const { impulse } = contacts
  const { data, link, count } = rows
  for (let l = 0, r = 0, end = count * LINK; l < end; l += LINK) {
    const target = link[l + 3]! * IMPULSE_STRIDE
    const points = link[l + 2]! & POINTS
    const p = r + header + first
    impulse[target] = data[p]!
    impulse[target + 1] = data[p + 1]!
    if (points === 2) {
      impulse[target + 2] = data[p + point]!
      impulse[target + 3] = data[p + point + 1]!
    }
    r += header + points * point
  }
}

function solveTwo(rows: ContactRows, states: BodyStates, inverseH: number, soft: Softness, maxPush: number): void {
  const { data, link, count } = rows
  const { state, push } = states
  const { biasRate } = soft
  const rigid = soft === RIGID
  for (let l = 0, r = 0, next = 0, end = count * LINK; l < end; l += LINK, r = next) {
    const sA = link[l]!
    const sB = link[l + 1]!
    const p = r + TWO_HEADER
    const tag = link[l + 2]!
    const points = tag & POINTS
    next = p + points * TWO_POINT
    const nx = data[r]!
    const ny = data[r + 1]!
    const massA = data[r + 3]!
    const inertiaA = data[r + 4]!
    const massB = data[r + 5]!
    const inertiaB = data[r + 6]!
    const across = data[r + 8]!
    const compliance = rigid ? 0 : data[r + 9]!
    const give = rigid ? 1 : data[r + 10]!
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

    if (points === 1) {
      let sum: number
      const miss = along + wB * crossB - wA * crossA + bias
      if (separation > 0) sum = old - across * miss
      else sum = old - (across * miss + compliance * old) * give
      if (sum < 0) sum = 0
      // Shapes that are near and do not press, and hold no friction that would have to be let go of.
      if (sum === 0 && old === 0 && data[p + 8] === 0) continue
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
      const a11 = separation > 0 ? data[p + 5]! : data[p + 5]! * (1 + compliance)
      const a22 = separation2 > 0 ? data[q + 5]! : data[q + 5]! * (1 + compliance)
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
      if (x1 === 0 && x2 === 0 && old === 0 && old2 === 0 && data[p + 8] === 0 && data[q + 8] === 0) continue
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

    if (rigid || tag >= RUBS_EARLY) {
      const friction = data[r + 2]!
      const belt = data[r + 7]!
      let normal = 0
      let tangent = 0
      let turnA = 0
      let turnB = 0
      for (let t = p; t < next; t += TWO_POINT) {
        const dotA = data[t + 2]!
        const dotB = data[t + 3]!
        const slip = nx * (vBy - vAy) - ny * (vBx - vAx) + wB * dotB - wA * dotA + belt
        const force = data[t + 7]!
        const limit = friction * force
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
        normal += force
        tangent += sum
        turnA += force * data[t]! + sum * dotA
        turnB += force * data[t + 1]! + sum * dotB
      }
      if (rigid) {
        const px = normal * nx - tangent * ny
        const py = normal * ny + tangent * nx
        const qA = sA >> TO_PUSH
        const qB = sB >> TO_PUSH
        push[qA] = push[qA]! - massA * px
        push[qA + 1] = push[qA + 1]! - massA * py
        push[qA + 2] = push[qA + 2]! - inertiaA * turnA
        push[qB] = push[qB]! + massB * px
        push[qB + 1] = push[qB + 1]! + massB * py
        push[qB + 2] = push[qB + 2]! + inertiaB * turnB
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

function solveOne(rows: ContactRows, states: BodyStates, inverseH: number, soft: Softness, maxPush: number): void {
  const { data, link, count } = rows
  const { state, push } = states
  const { biasRate } = soft
  const rigid = soft === RIGID
  for (let l = 0, r = 0, next = 0, end = count * LINK; l < end; l += LINK, r = next) {
    const s = link[l]!
    const p = r + ONE_HEADER
    const tag = link[l + 2]!
    const points = tag & POINTS
    next = p + points * ONE_POINT
    const nx = data[r]!
    const ny = data[r + 1]!
    const mass = data[r + 3]!
    const inertia = data[r + 4]!
    const across = data[r + 5]!
    const compliance = rigid ? 0 : data[r + 7]!
    const give = rigid ? 1 : data[r + 8]!
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

    if (points === 1) {
      let sum: number
      const miss = along + w * cross + bias
      if (separation > 0) sum = old - across * miss
      else sum = old - (across * miss + compliance * old) * give
      if (sum < 0) sum = 0
      if (sum === 0 && old === 0 && data[p + 6] === 0) continue
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
      const a11 = separation > 0 ? data[p + 3]! : data[p + 3]! * (1 + compliance)
      const a22 = separation2 > 0 ? data[q + 3]! : data[q + 3]! * (1 + compliance)
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
      if (x1 === 0 && x2 === 0 && old === 0 && old2 === 0 && data[p + 6] === 0 && data[q + 6] === 0) continue
      const change = x1 - old
      const change2 = x2 - old2
      data[p + 5] = x1
      data[q + 5] = x2
      const total = change + change2
      vx += mass * total * nx
      vy += mass * total * ny
      w += inertia * (change * cross + change2 * cross2)
    }

    if (rigid || tag >= RUBS_EARLY) {
      const friction = data[r + 2]!
      const belt = data[r + 6]!
      let normal = 0
      let tangent = 0
      let turn = 0
      for (let t = p; t < next; t += ONE_POINT) {
        const dot = data[t + 1]!
        const slip = nx * vy - ny * vx + w * dot + belt
        const force = data[t + 5]!
        const limit = friction * force
        const held = data[t + 6]!
        let sum = held - data[t + 4]! * slip
        if (sum > limit) sum = limit
        else if (sum < -limit) sum = -limit
        const change = sum - held
        data[t + 6] = sum
        vx -= mass * change * ny
        vy += mass * change * nx
        w += inertia * change * dot
        normal += force
        tangent += sum
        turn += force * data[t]! + sum * dot
      }
      if (rigid) {
        const q = s >> TO_PUSH
        push[q] = push[q]! + mass * (normal * nx - tangent * ny)
        push[q + 1] = push[q + 1]! + mass * (normal * ny + tangent * nx)
        push[q + 2] = push[q + 2]! + inertia * turn
      }
    }
    state[s] = vx
    state[s + 1] = vy
    state[s + 2] = w
  }
}
