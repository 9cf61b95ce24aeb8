import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import { Pose, Way } from '../bodies/body-records.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { findStatic } from './sweep-body.ts'

/** A cell is at least that many times as wide as what is asked for, and less than twice that. */
const WIDE = 4
/** Cells that are kept: a power of two. */
const CELLS = 256
/** Factors of a hash. */
const SPREAD_X = 73856093
const SPREAD_Y = 19349663

const region = new Float64Array(4)
const cell = new Float64Array(4)
const around = new ItemBuffer()

/** By cell: its width, and how many such lie before it in x and y. */
const cells = new Float64Array(3 * CELLS)
/** By cell: 1 where there is nothing static and solid in it or near it, 2 where there is. */
const found = new Uint8Array(CELLS)

/** Forgets what was found: a narrow phase begins. */
export function forgetCells(): void {
  found.fill(0)
}

/**
 * Whether there is anything static and solid where two bodies may get after a hit, or what they hit next. In a gas there is
 * not, and following its hits took a tenth of the step; as much in a crowd that walks over sensors.
 */
export function isNearStatic(physics: PhysicsWorld, bodyA: number, bodyB: number): boolean {
  const { extent, pose, way } = physics.bodies
  const a = bodyA * POSE_STRIDE
  const b = bodyB * POSE_STRIDE
  const v = bodyA * WAY_STRIDE
  const w = bodyB * WAY_STRIDE
  // The lighter one goes at most twice as fast as the other came, on top of its own way.
  const far = 2 * (
    Math.abs(way[v + Way.X]!) + Math.abs(way[v + Way.Y]!) + Math.abs(way[v + Way.Turn]!) * extent[bodyA]!
    + Math.abs(way[w + Way.X]!) + Math.abs(way[w + Way.Y]!) + Math.abs(way[w + Way.Turn]!) * extent[bodyB]!)
  const more = far + 3 * Math.max(extent[bodyA]!, extent[bodyB]!)
  region[0] = Math.min(pose[a + Pose.X]!, pose[b + Pose.X]!) - more
  region[1] = Math.min(pose[a + Pose.Y]!, pose[b + Pose.Y]!) - more
  region[2] = Math.max(pose[a + Pose.X]!, pose[b + Pose.X]!) + more
  region[3] = Math.max(pose[a + Pose.Y]!, pose[b + Pose.Y]!) + more
  if (isCellEmpty(physics)) return false
  return isPairedWithStatic(physics, bodyA) || isPairedWithStatic(physics, bodyB) || holdsStatic(physics, region)
}

/** Whether a body has a contact with something static and solid, near or apart: told sooner than by a search in the tree. */
function isPairedWithStatic({ bodies, collision: { contacts } }: PhysicsWorld, body: number): boolean {
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      if (bodies.kind[bodies.bodyOf[contacts.otherOf(edge)]!] !== BodyKind.Static) continue
      if ((contacts.flags[edge >>> 1]! & ContactFlag.Sensor) === 0) return true
    }
  }
  return false
}

/**
 * Whether the cell around {@link region} is known to be empty, of which one search tells for all hits of the step there: far
 * from the ground there are hundreds, and a search for each took longer than all else that is done about them.
 */
function isCellEmpty(physics: PhysicsWorld): boolean {
  const wide = WIDE * Math.max(region[2]! - region[0]!, region[3]! - region[1]!)
  let width = 1
  while (width < wide) width *= 2
  while (0.5 * width >= wide && width > 0) width *= 0.5
  const x = Math.floor((0.5 * (region[0]! + region[2]!)) / width)
  const y = Math.floor((0.5 * (region[1]! + region[3]!)) / width)
  const place = (Math.imul(x | 0, SPREAD_X) ^ Math.imul(y | 0, SPREAD_Y)) & (CELLS - 1)
  const known = found[place] !== 0 && cells[3 * place] === width && cells[3 * place + 1] === x && cells[3 * place + 2] === y
  if (!known) {
    cells[3 * place] = width
    cells[3 * place + 1] = x
    cells[3 * place + 2] = y
    const more = width / (2 * WIDE)
    cell[0] = x * width - more
    cell[1] = y * width - more
    cell[2] = (x + 1) * width + more
    cell[3] = (y + 1) * width + more
    found[place] = holdsStatic(physics, cell) ? 2 : 1
  }
  return found[place] === 1
}

function holdsStatic(physics: PhysicsWorld, box: Float64Array): boolean {
  findStatic(physics, box, around)
  const { sensor } = physics.bodies
  for (let i = 0; i < around.count; i++) if (sensor[around.items[i]!] === 0) return true
  return false
}
