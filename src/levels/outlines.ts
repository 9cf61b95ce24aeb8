import { chainOf } from '../../components/shape-data.ts'
import type { Cells } from './cells.ts'
import { EDGE_STRIDE, Edge } from './edge.ts'
import { Edges } from './edges.ts'
import type { LevelBody } from './level-body.ts'
import { bodyOf, surfaceOf } from './body-of-kind.ts'
import { rimOf } from './rims.ts'
import { roomFor } from './room.ts'
import type { Placement } from './tile-grid.ts'
import { type KnownKind, LATTICE } from './tile-kinds.ts'

type Kinds = readonly (KnownKind | null | undefined)[]

/**
 * Chains around the solid cells of the kinds given. What two cells have in common is no part of an outline where they collide
 * with the same; where the kind changes the chain does, too, and the two know of each other.
 */
export function traceOutlines(cells: Cells, width: number, height: number, kinds: Kinds, place: Placement): LevelBody[] {
  const groups = new Map<string, (KnownKind | null)[]>()
  kinds.forEach((kind, i) => {
    if (kind === null || kind === undefined) return
    const { category = 1, mask = 0xffffffff, group = 0 } = kind.kind.filter ?? {}
    const key = `${category >>> 0} ${mask >>> 0} ${group}`
    const members = groups.get(key) ?? Array.from(kinds, () => null)
    members[i] = kind
    groups.set(key, members)
  })
  const bodies: LevelBody[] = []
  for (const members of groups.values()) {
    const edges = new Edges(cells, width, height, members.map((kind) => (kind === null ? null : rimOf(kind))))
    new Tracer(edges, members, place, bodies).run()
  }
  return bodies
}

/** Goes along the edges of a group, and makes chains of them. */
class Tracer {
  private readonly edges: Edges
  private readonly members: readonly (KnownKind | null)[]
  private readonly place: Placement
  private readonly bodies: LevelBody[]
  /** The loop at hand: the corners at which it turns, or its kind changes, in steps of the lattice; and the kind of the edge that leaves them. */
  private us = new Int32Array(64)
  private vs = new Int32Array(64)
  private kinds = new Uint16Array(64)
  private count = 0

  constructor(edges: Edges, members: readonly (KnownKind | null)[], place: Placement, bodies: LevelBody[]) {
    this.edges = edges
    this.members = members
    this.place = place
    this.bodies = bodies
  }

  /** All loops: row by row from their topmost edges, in each row those around free cells first; then those of parts of cells alone. */
  run(): void {
    const { data, atCorners, count } = this.edges
    for (let from = 0; from < atCorners; ) {
      let end = from + 1
      while (end < atCorners && data[end * EDGE_STRIDE + Edge.V] === data[from * EDGE_STRIDE + Edge.V]) end++
      this.followRow(from, end, -1)
      this.followRow(from, end, 1)
      from = end
    }
    for (let edge = 0; edge < count; edge++) {
      if (data[edge * EDGE_STRIDE + Edge.Next]! >= 0 && data[edge * EDGE_STRIDE + Edge.Kind] !== 0) this.follow(edge)
    }
  }

  /** Those that begin with an edge that leads to one side along its row. */
  private followRow(from: number, end: number, side: number): void {
    const { data } = this.edges
    for (let edge = from; edge < end; edge++) {
      const at = edge * EDGE_STRIDE
      const to = data[at + Edge.Next]! * EDGE_STRIDE
      if (to < 0) continue
      if (data[to + Edge.V] === data[at + Edge.V] && (data[to + Edge.U]! - data[at + Edge.U]!) * side > 0) this.follow(edge)
    }
  }

  /** Goes around from an edge until it is back. What was taken has no next one any more. */
  private follow(start: number): void {
    const { data } = this.edges
    this.count = 0
    for (let at = start * EDGE_STRIDE, next = data[at + Edge.Next]!; next >= 0; next = data[at + Edge.Next]!) {
      data[at + Edge.Next] = -1
      const kind = data[at + Edge.Kind]!
      if (kind !== 0) this.push(data[at + Edge.U]!, data[at + Edge.V]!, kind)
      at = next * EDGE_STRIDE
    }
    // Without parts of cells there is nothing to straighten.
    if (this.edges.count > this.edges.atCorners) this.straighten()
    this.pushChains()
  }

  private push(u: number, v: number, kind: number): void {
    const at = this.count++
    if (at === this.us.length) {
      this.us = roomFor(this.us, at + 1)
      this.vs = roomFor(this.vs, at + 1)
      this.kinds = roomFor(this.kinds, at + 1)
    }
    this.us[at] = u
    this.vs[at] = v
    this.kinds[at] = kind
  }

  /** Drops the points at which the loop neither turns nor changes its kind. */
  private straighten(): void {
    const { us, vs, kinds, count } = this
    const [firstU, firstV] = [us[0]!, vs[0]!]
    let [u, v, kind] = [us[count - 1]!, vs[count - 1]!, kinds[count - 1]!]
    let kept = 0
    for (let i = 0; i < count; i++) {
      const du = us[i]! - u
      const dv = vs[i]! - v
      u = us[i]!
      v = vs[i]!
      const eu = (i + 1 < count ? us[i + 1]! : firstU) - u
      const ev = (i + 1 < count ? vs[i + 1]! : firstV) - v
      const goesOn = kinds[i] === kind && du * ev - dv * eu === 0 && du * eu + dv * ev > 0
      kind = kinds[i]!
      if (goesOn) continue
      us[kept] = u
      vs[kept] = v
      kinds[kept++] = kind
    }
    this.count = kept
  }

  /** Adds the chains of the loop at hand: one, or as many as there are stretches of one kind. */
  private pushChains(): void {
    const { kinds, count } = this
    let first = 0
    while (first < count && kinds[first] === kinds[(first + count - 1) % count]) first++
    if (first === count) {
      this.pushChain(0, count, true)
      return
    }
    for (let from = first; from < first + count; ) {
      let to = from + 1
      while (kinds[to % count] === kinds[from % count] && to < first + count) to++
      this.pushChain(from, to - from + 1, false)
      from = to
    }
  }

  /** The chain through so many corners of the loop, with what is solid on its right. */
  private pushChain(from: number, length: number, loop: boolean): void {
    const { us, vs, place, bodies } = this
    const at = from % this.count
    const kind = this.members[this.kinds[at]!]!
    const [u, v] = [us[at]!, vs[at]!]
    // What is solid is on the left along the rows and columns, and so it is in the world unless y goes against the rows.
    const turned = place.down > 0
    const points = new Float64Array(2 * length)
    this.write(at, u, v, points, turned ? 2 * length - 2 : 0, turned ? -2 : 2, length)
    let ends: Float64Array | null = null
    if (!loop) {
      ends = new Float64Array(4)
      this.write((from + this.count - 1) % this.count, u, v, ends, turned ? 2 : 0, 0, 1)
      this.write((from + length) % this.count, u, v, ends, turned ? 0 : 2, 0, 1)
    }
    const x = place.originX + place.tileWidth * (u / LATTICE)
    const y = place.originY + place.down * (v / LATTICE)
    bodies.push(bodyOf(chainOf(points, loop, ends), x, y, kind.number, surfaceOf(kind)))
  }

  /** Writes corners of the loop, seen from (u, v), to `out[to]` and on by `step`. */
  private write(first: number, u: number, v: number, out: Float64Array, to: number, step: number, length: number): void {
    const { us, vs, count } = this
    const across = this.place.tileWidth / LATTICE
    const down = this.place.down / LATTICE
    for (let n = 0, i = first, at = to; n < length; n++, at += step) {
      out[at] = (us[i]! - u) * across
      out[at + 1] = (vs[i]! - v) * down
      if (++i === count) i = 0
    }
  }
}
