import { EDGE_STRIDE, Edge } from './edge.ts'
import { roomFor } from './room.ts'

/** An arrival: edge, u and v of the point, direction. A departure: edge, direction, and the next one of its slot, and one more. */
const ARRIVAL = 5
const DEPARTURE = 4

/**
 * Points at which more meets than the corners of four cells can tell: what arrives there is joined to what departs. All
 * points and directions in steps of the lattice.
 */
export class Crossings {
  private arrivals = new Int32Array(64 * ARRIVAL)
  private arrived = 0
  private departures = new Int32Array(64 * DEPARTURE)
  private departed = 0

  arrive(edge: number, u: number, v: number, du: number, dv: number): void {
    const at = this.arrived * ARRIVAL
    this.arrivals = roomFor(this.arrivals, at + ARRIVAL)
    this.arrived++
    this.arrivals[at] = edge
    this.arrivals[at + 1] = u
    this.arrivals[at + 2] = v
    this.arrivals[at + 3] = du
    this.arrivals[at + 4] = dv
  }

  /** From the start of the edge. */
  depart(edge: number, du: number, dv: number): void {
    const at = this.departed * DEPARTURE
    this.departures = roomFor(this.departures, at + DEPARTURE)
    this.departed++
    this.departures[at] = edge
    this.departures[at + 1] = du
    this.departures[at + 2] = dv
  }

  /**
   * Joins each edge that arrives to the one that departs there and turns most to the right, away from what is solid.
   * @param edges See `Edge`.
   */
  join(edges: Int32Array): void {
    const { arrivals, departures } = this
    let slots = 16
    while (slots < 2 * this.departed) slots *= 2
    const first = new Int32Array(slots)
    for (let k = this.departed - 1; k >= 0; k--) {
      const edge = departures[k * DEPARTURE]!
      const slot = slotOf(edges[edge * EDGE_STRIDE + Edge.U]!, edges[edge * EDGE_STRIDE + Edge.V]!, slots)
      departures[k * DEPARTURE + 3] = first[slot]!
      first[slot] = k + 1
    }
    const taken = new Uint8Array(this.departed)
    for (let at = 0; at < this.arrived * ARRIVAL; at += ARRIVAL) {
      const u = arrivals[at + 1]!
      const v = arrivals[at + 2]!
      const du = arrivals[at + 3]!
      const dv = arrivals[at + 4]!
      let best = -1
      let most = -Infinity
      for (let link = first[slotOf(u, v, slots)]!; link > 0; link = departures[(link - 1) * DEPARTURE + 3]!) {
        const from = (link - 1) * DEPARTURE
        const edge = departures[from]! * EDGE_STRIDE
        if (taken[link - 1] === 1 || edges[edge + Edge.U] !== u || edges[edge + Edge.V] !== v) continue
        const right = turnOf(du, dv, departures[from + 1]!, departures[from + 2]!)
        if (right <= most) continue
        most = right
        best = link - 1
      }
      // Shapes that overlap in one cell may leave nothing: there the loop ends.
      edges[arrivals[at]! * EDGE_STRIDE + Edge.Next] = best < 0 ? arrivals[at]! : departures[best * DEPARTURE]!
      if (best >= 0) taken[best] = 1
    }
  }
}

/** Grows with the angle to the right from one direction to the other, from −2 to 2. */
function turnOf(du: number, dv: number, eu: number, ev: number): number {
  const cosine = (du * eu + dv * ev) / Math.sqrt((du * du + dv * dv) * (eu * eu + ev * ev))
  return du * ev - dv * eu < 0 ? 1 - cosine : cosine - 1
}

function slotOf(u: number, v: number, slots: number): number {
  const mixed = Math.imul(u, 0x9e3779b1) ^ Math.imul(v, 0x85ebca77)
  return (mixed ^ (mixed >>> 15)) & (slots - 1)
}
