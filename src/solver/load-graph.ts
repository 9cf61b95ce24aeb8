import { BodyKind } from '../bodies/body-kind.ts'
import type { Bodies } from '../bodies/bodies.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import { carries } from '../joints/carries.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { JointBunches } from './joint-bunches.ts'

/** A load goes right, up, left and down, each a bit. The way opposite to a bit is two bits away. */
export const WAYS = 4
export const ALL_WAYS = 15

/**
 * A contact leads on where its normal has so much of the way in it: nearly a half plane, because loads bend. With cones
 * of 60° light bodies were shot out of piles at 30 m/s where the chain to the floor has a corner.
 */
const LEAST_ALONG = 0.02

/**
 * What each awake dynamic body hands a load on to: through contacts that are solved along their normals, through rigid joints
 * any way, since a plank bears what lies on it by its neighbors at both sides.
 *
 * The lists of the contact table name the same, but each of their edges is in another part of the memory: with them a step of
 * 10,000 circles of two sizes took 2.5 times as long.
 */
export class LoadGraph {
  /** By place in the awake list: where its edges begin. */
  firstEdge = new Uint32Array(1)
  /** `place << WAYS | ways`: the place that is led to and the ways that lead there. */
  edges = new Uint32Array(0)
  /** By place in the awake list: the ways that end at what does not move. */
  ends = new Uint8Array(0)
  private readonly bunches = new JointBunches()
  /** What is joined, as it was found: two places in the awake list, and the ways from the first to the second. */
  readonly links = { count: 0, from: new Uint32Array(0), to: new Uint32Array(0), ways: new Uint8Array(0) }

  /** Links what touches, and notes what touches what does not move. {@link sort} has to follow. */
  addContacts(bodies: Bodies, contacts: ContactTable, joints: JointTable): void {
    const { awakeCount, bodyOf } = bodies
    const { active, activeCount, a, b } = contacts
    this.reserve(awakeCount, activeCount + joints.count)
    this.ends.fill(0, 0, awakeCount)
    this.links.count = 0
    for (let i = 0; i < activeCount; i++) {
      const contact = active[i]!
      const ways = waysThrough(contacts, contact)
      if (ways !== 0) this.add(bodies, bodyOf[a[contact]!]!, bodyOf[b[contact]!]!, ways)
    }
  }

  /**
   * Links what rigid joints hold; but what hangs on a body at which a load begins does not carry it, nor does the tree that such
   * a body is part of: it is solved at once, whatever its masses, and a chain whose masses were raised because its own ball lay
   * on a link won energy while it swung (the ball rose 18 m above where it was let go). What has loops, or is on the world at
   * two places, does: without that a load welded to a double row of planks went down with them.
   * @param own By place in the awake list: not `none` where a load begins.
   */
  addJoints(bodies: Bodies, joints: JointTable, own: Int16Array, none: number): void {
    const { order, count, a, b } = joints
    const { awakeIndex } = bodies
    if (count === 0) return
    this.bunches.find(bodies, joints, own, none)
    for (let i = 0; i < count; i++) {
      const place = order[i]!
      if (!carries(joints, place)) continue
      const bodyA = a[place]!
      const bodyB = b[place]!
      if (begins(own, none, awakeIndex[bodyA]!) || begins(own, none, awakeIndex[bodyB]!)) continue
      if (this.bunches.hangsWithLoad(bodies, bodyA) || this.bunches.hangsWithLoad(bodies, bodyB)) continue
      this.add(bodies, bodyA, bodyB, ALL_WAYS)
    }
  }

  /** Makes edges of the links, by the place where they begin. */
  sort(awakeCount: number): void {
    const { firstEdge, edges } = this
    const { count, from, to, ways } = this.links
    // First how many each has, two places on: so that filling them in leaves the beginnings.
    firstEdge.fill(0, 0, awakeCount + 2)
    for (let i = 0; i < count; i++) {
      firstEdge[from[i]! + 2] = firstEdge[from[i]! + 2]! + 1
      firstEdge[to[i]! + 2] = firstEdge[to[i]! + 2]! + 1
    }
    for (let i = 2; i <= awakeCount; i++) firstEdge[i] = firstEdge[i]! + firstEdge[i - 1]!
    for (let i = 0; i < count; i++) {
      const one = from[i]!
      const two = to[i]!
      edges[firstEdge[one + 1]!++] = (two << WAYS) | ways[i]!
      edges[firstEdge[two + 1]!++] = (one << WAYS) | opposite(ways[i]!)
    }
  }

  private reserve(count: number, links: number): void {
    if (this.links.from.length < links) {
      const room = links + (links >>> 1)
      this.edges = new Uint32Array(2 * room)
      this.links.from = new Uint32Array(room)
      this.links.to = new Uint32Array(room)
      this.links.ways = new Uint8Array(room)
    }
    if (this.ends.length >= count) return
    this.ends = new Uint8Array(count * 2)
    this.firstEdge = new Uint32Array(count * 2 + 2)
  }

  private add(bodies: Bodies, bodyA: number, bodyB: number, ways: number): void {
    const { ends, links } = this
    const { awakeIndex, kind } = bodies
    const indexA = kind[bodyA] === BodyKind.Dynamic ? awakeIndex[bodyA]! : -1
    const indexB = kind[bodyB] === BodyKind.Dynamic ? awakeIndex[bodyB]! : -1
    if (indexA >= 0 && indexB >= 0) {
      links.from[links.count] = indexA
      links.to[links.count] = indexB
      links.ways[links.count++] = ways
    } else if (indexA >= 0) ends[indexA] = ends[indexA]! | ways
    else if (indexB >= 0) ends[indexB] = ends[indexB]! | opposite(ways)
  }
}

function begins(own: Int16Array, none: number, index: number): boolean {
  return index >= 0 && own[index] !== none
}

/** The ways that a load takes through a contact from its first collider to the other one; 0 if it is not solved. */
function waysThrough({ pointCount, flags, manifold }: ContactTable, contact: number): number {
  if (pointCount[contact] === 0 || (flags[contact]! & ContactFlag.Unsolved) !== 0) return 0
  return waysOf(manifold[contact * MANIFOLD_STRIDE + Manifold.NormalX]!, manifold[contact * MANIFOLD_STRIDE + Manifold.NormalY]!)
}

export function waysOf(x: number, y: number): number {
  return (x > LEAST_ALONG ? 1 : x < -LEAST_ALONG ? 4 : 0) | (y > LEAST_ALONG ? 2 : y < -LEAST_ALONG ? 8 : 0)
}

export function opposite(ways: number): number {
  return ((ways << 2) | (ways >> 2)) & ALL_WAYS
}
