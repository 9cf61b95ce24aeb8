import { ItemBuffer } from '../stores/buffers.ts'
import type { PutBack } from '../stores/put-aside.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { isSolved, leg, Leg, LEG_STRIDE, wayOf, writeStepLeg } from './leg.ts'

/**
 * Who may be met within the step elsewhere than where its fat box is, which is where the step began: kinematic bodies, and
 * dynamic ones that are fast. They lie in cells, by where they begin, and those near one are in the nine around its own. Who reaches
 * far beyond the mean is in none, and near all. (To look at all for each took 15 ms of a step of 1,000 kinematic bullets; now it takes 0.8.)
 */
const movers = new ItemBuffer()
const wide = new ItemBuffer()
/** By cell: the first mover in it, as its place in the list and one more; by that, the next one. 0 ends it. */
let heads = new Uint32Array(64)
let nexts = new Uint32Array(64)

/** Of the mean reach: who reaches farther is wide; and the sides of a cell, a little more than two of those that are not reach. */
const WIDE = 2
const CELL = 4.5

/** How far one that is not wide reaches at most, and the sides of the cells. */
const sizes = new Float64Array(2)
const way = new Float64Array(LEG_STRIDE)

/** What holds something while the user is asked. */
export const moverScratch = [movers, wide, sizes]

export function putMoversAside(): PutBack {
  const before = { heads, nexts }
  makeRoom(nexts.length)
  return () => {
    ({ heads, nexts } = before)
  }
}

/** Takes in the kinematic and the fast bodies of the step. */
export function gatherMovers(physics: PhysicsWorld): void {
  const { extent } = physics.bodies
  const { fast } = physics.collision
  const { items: kinematics, count: kinematicCount } = physics.lifecycle.kinematics
  movers.clear()
  wide.clear()
  for (let i = 0; i < kinematicCount; i++) if (isSolved(physics, kinematics[i]!)) movers.push(kinematics[i]!)
  for (let i = 0; i < fast.count; i++) if (fast.flag[fast.items[i]!] !== 0 && isSolved(physics, fast.items[i]!)) movers.push(fast.items[i]!)
  if (movers.count >= nexts.length) makeRoom(2 * movers.count)
  heads.fill(0)
  let sum = 0
  for (let i = 0; i < movers.count; i++) {
    writeStepLeg(physics, movers.items[i]!, way)
    sum += extent[movers.items[i]!]! + wayOf(way)
  }
  sizes[0] = WIDE * (sum / movers.count)
  sizes[1] = CELL * (sum / movers.count)
  for (let i = 0; i < movers.count; i++) {
    const body = movers.items[i]!
    writeStepLeg(physics, body, way)
    if (extent[body]! + wayOf(way) > sizes[0]) {
      wide.push(body)
      continue
    }
    const cell = cellOf(Math.floor(way[Leg.X]! / sizes[1]), Math.floor(way[Leg.Y]! / sizes[1]))
    nexts[i + 1] = heads[cell]!
    heads[cell] = i + 1
  }
}

/** Lists the movers that may be near the way of a body, the leg at hand, in no order; some of them twice. */
export function findMovers(physics: PhysicsWorld, body: number, out: ItemBuffer): void {
  out.clear()
  if (physics.bodies.extent[body]! + wayOf(leg) > sizes[0]!) {
    for (let i = 0; i < movers.count; i++) out.push(movers.items[i]!)
    return
  }
  for (let i = 0; i < wide.count; i++) out.push(wide.items[i]!)
  const column = Math.floor(leg[Leg.X]! / sizes[1]!)
  const row = Math.floor(leg[Leg.Y]! / sizes[1]!)
  for (let n = 0; n < 9; n++) {
    const cell = cellOf(column - 1 + (n % 3), row - 1 + Math.floor(n / 3))
    for (let i = heads[cell]!; i !== 0; i = nexts[i]!) out.push(movers.items[i - 1]!)
  }
}

/** Which list holds a cell. Others may be in it, too. */
function cellOf(column: number, row: number): number {
  return (Math.imul(column, 73856093) ^ Math.imul(row, 19349663)) & (heads.length - 1)
}

function makeRoom(count: number): void {
  nexts = new Uint32Array(count + 1)
  heads = new Uint32Array(2 ** Math.ceil(Math.log2(count)))
}
