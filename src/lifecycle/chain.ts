import { addComponent, addComponents, addEntity, entityExists, removeEntity, set } from 'bitecs'
import type { NumericArray } from '../../components/spec.ts'
import type { ShapeData } from '../../components/shape-data.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { arraysIn } from '../../components/watched-store.ts'
import type { Path } from '../collision/path-pool.ts'
import { DirtyReason } from '../state/lifecycle-state.ts'
import type { PhysicsWorld } from '../state/world.ts'

/**
 * Makes the links of a chain: child colliders of their own, each a segment that knows the points before
 * and after it, so that bodies slide over the joints.
 */
export function expandChain(physics: PhysicsWorld, body: number): void {
  const { ecs, bodies } = physics
  const { paths } = physics.lifecycle
  const path = paths.get(physics.stores.Shape.geometry[body]!)!
  const count = path.points.length / 2
  const links = path.loop ? count : count - 1
  let link = 0
  let done = false
  bodies.makeRoomForParts(body)
  try {
    for (let i = 0; i < links; i++) {
      link = addEntity(ecs)
      makeLink(physics, body, link, linkShape(path, i))
    }
    done = true
  } finally {
    // There was no room for all of them: the next step makes them anew.
    if (!done) {
      if (entityExists(ecs, link)) removeEntity(ecs, link)
      removeLinks(physics, body)
    }
  }
  bodies.setChain(body, physics.stores.Shape.geometry[body]!)
}

function makeLink(physics: PhysicsWorld, body: number, link: number, shape: ShapeData): void {
  const { ecs, components, bodies, presence } = physics
  addComponents(
    ecs,
    link,
    components.ChainLink,
    set(components.Collider, { body, x: 0, y: 0, angle: 0 }),
    set(components.Shape, shape),
  )
  // Claimed here and now: the id may be that of a link that was removed, which the queue has passed already.
  const claimed = bodies.claimed(link)
  if (claimed !== 0) physics.lifecycle.dirty.add(claimed, DirtyReason.Edited)
  bodies.unclaim(link)
  bodies.claim(link, body)
  copySurface(physics, body, link)
  if (presence.Sensor.has(body)) addComponent(ecs, link, components.Sensor)
}

/** Removes the links of a chain that is no more, or has other points now. */
export function removeLinks(physics: PhysicsWorld, body: number): void {
  const { bodies, ecs, presence } = physics
  bodies.setChain(body, 0)
  for (let child = bodies.firstChild[body]!; child !== 0; ) {
    const next = bodies.nextChild[child]!
    if (presence.ChainLink.has(child)) removeEntity(ecs, child)
    child = next
  }
}

/** Gives the links of a chain the material, the filter and the direction that it was set to. */
export function refreshLinks(physics: PhysicsWorld, body: number): void {
  const { bodies, presence } = physics
  for (let child = bodies.firstChild[body]!; child !== 0; child = bodies.nextChild[child]!) {
    if (presence.ChainLink.has(child)) copySurface(physics, body, child)
  }
}

/**
 * Gives a link the material and filter of its chain, and the direction from which that holds back. What it has is written plainly: the chain is refreshed as a whole
 * after this, and a link that was announced would be taken out of the broad phase and put back (of 100,000, for 28 s).
 */
function copySurface(physics: PhysicsWorld, body: number, link: number): void {
  const { ecs, components, presence } = physics
  for (const name of ['Material', 'CollisionFilter', 'OneWay'] as const) {
    if (!presence[name].has(body)) continue
    if (!presence[name].has(link)) addComponent(ecs, link, components[name])
    if (name !== 'OneWay') physics.version.stores[name].note()
    const columns = arraysIn<object>(components[name]) as Record<string, NumericArray>
    for (const field in columns) columns[field]![link] = columns[field]![body]!
  }
}

function linkShape(path: Path, link: number): ShapeData {
  const { twoSided } = path
  return { type: ShapeType.Segment, halfWidth: 0, halfHeight: 0, radius: 0, points: linkPoints(path, link), twoSided }
}

/**
 * The two points of a link and their neighbors. A bare end of a chain goes back along its link: it is a corner as that of a wall. Gone straight on, what rolled
 * off a ledge came 32 cm deep, and what fell on the rim of a cup was thrown off with 0.45 m more of height.
 */
function linkPoints(path: Path, link: number): Float64Array {
  const { points, loop, ends } = path
  const count = points.length / 2
  const out = new Float64Array(8)
  for (let k = 0; k < 4; k++) {
    let i = link - 1 + k
    if (loop) i = (i + count) % count
    const inner = Math.min(Math.max(i, 0), count - 1)
    out[2 * k] = points[2 * inner]!
    out[2 * k + 1] = points[2 * inner + 1]!
  }
  if (!loop && link === 0) out.copyWithin(0, 4, 6)
  if (!loop && link === count - 2) out.copyWithin(6, 2, 4)
  if (ends !== undefined && link === 0 && !Number.isNaN(ends[0]!)) out.set(ends.subarray(0, 2))
  if (ends !== undefined && link === count - 2 && !Number.isNaN(ends[2]!)) out.set(ends.subarray(2), 6)
  return out
}
