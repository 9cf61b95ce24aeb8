import { BodyKind } from '../bodies/body-kind.ts'
import type { Bodies } from '../bodies/bodies.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import { carries } from '../joints/carries.ts'
import type { JointTable } from '../joints/joint-table.ts'

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

  /** What is led through, in pairs: the place of the one side, and of the other as `edges` has it. */
  private links = new Uint32Array(0)

  /** @param begins By place in the awake list: 1 for a body at which a load begins. What hangs on it does not carry it. */
  gather(bodies: Bodies, contacts: ContactTable, joints: JointTable, begins: Uint8Array): void {
    const { awakeCount } = bodies
    this.reserve(awakeCount, 2 * (contacts.activeCount + joints.count))
    const { firstEdge } = this
    firstEdge.fill(0, 0, awakeCount + 2)
    this.ends.fill(0, 0, awakeCount)
    // First how many each has, two places on: so that filling them in leaves the beginnings.
    const count = this.addJoints(bodies, joints, begins, this.addContacts(bodies, contacts))
    for (let i = 2; i <= awakeCount; i++) firstEdge[i] = firstEdge[i]! + firstEdge[i - 1]!
    this.fillIn(count)
  }

  private reserve(count: number, edges: number): void {
    if (this.edges.length < edges) {
      this.edges = new Uint32Array(edges + (edges >>> 1))
      this.links = new Uint32Array(edges + (edges >>> 1))
    }
    if (this.ends.length >= count) return
    this.ends = new Uint8Array(count * 2)
    this.firstEdge = new Uint32Array(count * 2 + 2)
  }

  /** Returns where in `links` the next one goes. */
  private addContacts(bodies: Bodies, contacts: ContactTable): number {
    const { active, activeCount, a, b } = contacts
    const { bodyOf } = bodies
    let at = 0
    for (let i = 0; i < activeCount; i++) {
      const contact = active[i]!
      const ways = waysThrough(contacts, contact)
      if (ways !== 0) at = this.add(bodies, bodyOf[a[contact]!]!, bodyOf[b[contact]!]!, ways, at)
    }
    return at
  }

  private addJoints(bodies: Bodies, joints: JointTable, begins: Uint8Array, at: number): number {
    const { order, count, a, b } = joints
    const { awakeIndex } = bodies
    for (let i = 0; i < count; i++) {
      const place = order[i]!
      if (!carries(joints, place)) continue
      const bodyA = a[place]!
      const bodyB = b[place]!
      if (begins[awakeIndex[bodyA]!] === 1 || begins[awakeIndex[bodyB]!] === 1) continue
      at = this.add(bodies, bodyA, bodyB, ALL_WAYS, at)
    }
    return at
  }

  private add({ awakeIndex, kind }: Bodies, bodyA: number, bodyB: number, ways: number, at: number): number {
    const { firstEdge, ends, links } = this
    const indexA = kind[bodyA] === BodyKind.Dynamic ? awakeIndex[bodyA]! : -1
    const indexB = kind[bodyB] === BodyKind.Dynamic ? awakeIndex[bodyB]! : -1
    if (indexA < 0 || indexB < 0) {
      if (indexA >= 0) ends[indexA] = ends[indexA]! | ways
      else if (indexB >= 0) ends[indexB] = ends[indexB]! | opposite(ways)
      return at
    }
    firstEdge[indexA + 2] = firstEdge[indexA + 2]! + 1
    firstEdge[indexB + 2] = firstEdge[indexB + 2]! + 1
    links[at] = indexA
    links[at + 1] = (indexB << WAYS) | ways
    return at + 2
  }

  private fillIn(count: number): void {
    const { firstEdge, edges, links } = this
    for (let at = 0; at < count; at += 2) {
      const indexA = links[at]!
      const indexB = links[at + 1]! >>> WAYS
      edges[firstEdge[indexA + 1]!++] = links[at + 1]!
      edges[firstEdge[indexB + 1]!++] = (indexA << WAYS) | opposite(links[at + 1]! & ALL_WAYS)
    }
  }
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
