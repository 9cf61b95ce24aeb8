import { BodyKind } from '../bodies/body-kind.ts'
import { type Bodies, POSE_STRIDE } from '../bodies/bodies.ts'
import { BURDEN_RATIO, BURDEN_SHARE, BURDEN_SHARE_RATE } from '../constants.ts'
import { Impulse, IMPULSE_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { type StateList, roomIn } from '../stores/state-list.ts'
import type { BodyStates } from './body-states.ts'
import { JointRelief } from './joint-relief.ts'
import type { JointRows } from './joint-rows.ts'
import { ALL_WAYS, LoadGraph, WAYS, opposite, waysOf } from './load-graph.ts'
import { DRIVE_STRIDE, Drive } from './motion-records.ts'
import { Pose } from '../bodies/body-records.ts'

/** No load: a power of two that no mass has. */
const NONE = -2000

/** Numbers kept of a body whose mass is raised: inverse mass and inverse inertia. */
const KEPT = 2

interface Gravity {
  readonly x: number
  readonly y: number
}

/**
 * Light bodies that are squeezed between something far heavier and what does not give way.
 *
 * A pass of the solver hands on no more than the momentum of the light body, so with a ratio of 1,000 it takes about a
 * thousand passes until the floor carries what lies on it, and until then the heavy body sinks through. So for one step
 * the squeezed get inertia in proportion to what weighs on them, and keep their weight: where nothing moves, nothing
 * changes, because forces alone decide there. (That is the mass scaling of explicit finite elements.) A light body that is
 * free to go keeps its mass: momentum is exact wherever something heavy hits something light that nothing holds.
 *
 * Who is squeezed is found in the graph of contacts: a load goes from each heavy body in four directions, from body to body
 * along the normals, and the way back from the world tells which of them end at something. Neither depends on the order
 * of contacts.
 *
 * Ten boxes under one 1,000 times as heavy sag by 13 mm (10 m/s², 60 Hz). Rejected: 20 times the passes (1.3 m), 100 times
 * (they burst); a share by the impulses of the step before instead of the graph (a heavy box lands 0.9 m deep before there
 * are any); weight in proportion to the inertia (the worst of the columns of 20 sags by 18 m instead of 8).
 */
export class Burdens {
  private heaviest = 0
  private lightest = Infinity

  /** The way that is nearest to gravity, 0 where there is none. */
  private down = 0

  /** By place in the awake list: the load that begins there, as a power of two; or {@link NONE}. */
  private own = new Int16Array(0)
  /** The places where one begins. */
  private readonly heavy = new ItemBuffer()
  /** The largest and the smallest of them. */
  private strongest = NONE
  private weakest = NONE
  /** By place in the awake list: the ways in which any load comes along, and four bits higher those that are to be passed on. */
  private reached = new Uint8Array(0)
  /** By place in the awake list and way: the heaviest load that comes along there, where not all are alike. */
  private load = new Int16Array(0)
  /** By place in the awake list: the ways that end at the world, and four bits higher those that are to be passed back. */
  private held = new Uint8Array(0)
  /** By place in the awake list: inverse masses. */
  private inverseMass = new Float64Array(0)
  private readonly graph = new LoadGraph()
  /** By place in the awake list: the load for which the mass was raised, 0 for none. */
  private burden = new Float64Array(0)
  /** By place in the awake list: which part is left of the impulses of joints. */
  private readonly relief = new JointRelief()
  /** Places in the awake list that are to be looked at, each time for a way that was not known there. */
  private queue = new Uint32Array(0)
  /** Places in the awake list of bodies whose mass is raised, and what it was. */
  private readonly raised = new ItemBuffer()
  private kept = new Float64Array(64 * KEPT)
  /** The bodies whose impulses are those of a burden, sleepers too, and the load of each. */
  private readonly burdened = new ItemBuffer()
  private burdenedLoad = new Float64Array(64)

  /** A dynamic body has this mass. Where no two masses are far apart nothing here costs anything. */
  noteMass(mass: number): void {
    if (mass > this.heaviest) this.heaviest = mass
    if (mass < this.lightest) this.lightest = mass
  }

  /** Raises the masses of the squeezed, until {@link lower}. Forces are known by now; the rows are not made yet. */
  raise(bodies: Bodies, contacts: ContactTable, joints: JointTable, rows: JointRows, states: BodyStates, gravity: Gravity): void {
    if (!(this.heaviest > BURDEN_RATIO * this.lightest)) return
    const steep = Math.abs(gravity.y) >= Math.abs(gravity.x)
    this.down = steep ? waysOf(0, gravity.y) : waysOf(gravity.x, 0)
    this.reserve(bodies.awakeCount)
    this.graph.addContacts(bodies, contacts, joints)
    this.findHeavy(bodies)
    if (this.heavy.count > 0) {
      this.graph.addJoints(bodies, joints, this.own, NONE)
      this.graph.sort(bodies.awakeCount)
      this.passOn()
      this.passBack(bodies.awakeCount)
      for (let i = 0; i < bodies.awakeCount; i++) if (this.held[i] !== 0) this.raiseMass(bodies, states, i)
    }
    this.relieve(bodies, contacts, states)
    this.relief.apply(bodies, joints, rows)
    this.noteBurdened(bodies)
  }

  /** Gives the bodies their masses back. */
  lower(bodies: Bodies): void {
    const { raised, kept } = this
    for (let i = 0; i < raised.count; i++) {
      inverse[0] = kept[i * KEPT]!
      inverse[1] = kept[i * KEPT + 1]!
      writeMass(bodies, bodies.awake[raised.items[i]!]!)
    }
    raised.clear()
  }

  /** The load for which the mass of a body is raised in this step, by its place in the awake list; 0 for none. */
  loadOf(index: number): number {
    return index < this.burden.length ? this.burden[index]! : 0
  }

  private reserve(count: number): void {
    if (this.held.length < count) {
      this.own = new Int16Array(count * 2)
      this.reached = new Uint8Array(count * 2)
      this.load = new Int16Array(count * WAYS * 2)
      this.held = new Uint8Array(count * 2)
      this.queue = new Uint32Array(count * WAYS * 2)
      this.inverseMass = new Float64Array(count * 2)
      this.burden = new Float64Array(count * 2)
    }
    this.burden.fill(0, 0, count)
  }

  /** Finds the bodies that touch something far lighter. */
  private findHeavy({ awake, awakeCount, pose }: Bodies): void {
    const { heavy, inverseMass } = this
    const { count, from, to } = this.graph.links
    heavy.clear()
    for (let i = 0; i < awakeCount; i++) inverseMass[i] = pose[awake[i]! * POSE_STRIDE + Pose.InverseMass]!
    for (let i = 0; i < count; i++) {
      const one = inverseMass[from[i]!]!
      const two = inverseMass[to[i]!]!
      if ((two <= BURDEN_RATIO * one && one <= BURDEN_RATIO * two) || one === 0 || two === 0) continue
      if (heavy.count === 0) this.forget(awakeCount)
      this.begin(one < two ? from[i]! : to[i]!)
    }
  }

  private forget(count: number): void {
    this.own.fill(NONE, 0, count)
    this.held.fill(0, 0, count)
    this.reached.fill(0, 0, count)
  }

  /** Loads are powers of two, rounded up: few differ. */
  private begin(index: number): void {
    if (this.own[index] !== NONE) return
    const mass = 1 / this.inverseMass[index]!
    let power = 0
    let load = 1
    for (; load < mass; power++) load *= 2
    for (; load * 0.5 >= mass; power--) load *= 0.5
    this.own[index] = power
    if (this.heavy.count === 0 || power > this.strongest) this.strongest = power
    if (this.heavy.count === 0 || power < this.weakest) this.weakest = power
    this.heavy.push(index)
  }

  /**
   * Passes what weighs on bodies on to what they touch. The heaviest loads come first: what comes later to where one was is
   * lighter, so each way of each body is passed on once. (In the order in which they arrived, with a comparison for each way:
   * steps of mixed-sizes took 1.24 times as long.)
   */
  private passOn(): void {
    const { heavy, own, queue, load, reached, held, strongest } = this
    const { edges, firstEdge, ends } = this.graph
    const differ = strongest !== this.weakest
    let done = 0
    let count = 0
    for (let power = strongest; power !== NONE; power = strongestBelow(power, heavy, own)) {
      for (let i = 0; i < heavy.count; i++) {
        const index = heavy.items[i]!
        const fresh = ALL_WAYS & ~reached[index]!
        if (own[index] !== power || fresh === 0) continue
        reached[index] = ALL_WAYS | (fresh << WAYS)
        if (differ) writeLoads(load, index, fresh, power)
        queue[count++] = index
      }
      for (; done < count; done++) {
        const index = queue[done]!
        const ways = reached[index]! >> WAYS
        reached[index] = reached[index]! & ALL_WAYS
        held[index] = held[index]! | (ends[index]! & ways)
        for (let i = firstEdge[index]!, end = firstEdge[index + 1]!; i < end; i++) {
          const next = edges[i]! >>> WAYS
          const before = reached[next]!
          const fresh = edges[i]! & ways & ~before
          if (fresh === 0) continue
          if (before <= ALL_WAYS) queue[count++] = next
          reached[next] = before | fresh | (fresh << WAYS)
          if (differ) writeLoads(load, next, fresh, power)
        }
      }
    }
  }

  /** What weighs on a body that is held is held by it. */
  private passBack(awakeCount: number): void {
    const { queue, reached, held } = this
    const { edges, firstEdge } = this.graph
    let count = 0
    for (let i = 0; i < awakeCount; i++) {
      if (held[i] === 0) continue
      held[i] = held[i]! | (held[i]! << WAYS)
      queue[count++] = i
    }
    for (let done = 0; done < count; done++) {
      const index = queue[done]!
      const ways = opposite(held[index]! >> WAYS)
      held[index] = held[index]! & ALL_WAYS
      for (let i = firstEdge[index]!, end = firstEdge[index + 1]!; i < end; i++) {
        const bearer = edges[i]! >>> WAYS
        const before = held[bearer]!
        const fresh = opposite(edges[i]! & ways) & reached[bearer]! & ~before
        if (fresh === 0) continue
        if (before <= ALL_WAYS) queue[count++] = bearer
        held[bearer] = before | fresh | (fresh << WAYS)
      }
    }
  }

  private raiseMass(bodies: Bodies, states: BodyStates, index: number): void {
    const held = this.held[index]!
    let power = this.strongest
    if (power !== this.weakest) {
      power = NONE
      for (let way = 0; way < WAYS; way++) {
        if ((held & (1 << way)) !== 0) power = Math.max(power, this.load[index * WAYS + way]!)
      }
    }
    let load = 1
    for (; power > 0; power--) load *= 2
    for (; power < 0; power++) load *= 0.5
    const body = bodies.awake[index]!
    const inverseMass = this.inverseMass[index]!
    const inverseInertia = bodies.pose[body * POSE_STRIDE + Pose.InverseInertia]!
    const part = Math.min(BURDEN_SHARE, BURDEN_SHARE_RATE / states.time[0]!) / (load * inverseMass)
    if (!(part < 1)) return
    const at = this.raised.count * KEPT
    if (at === this.kept.length) this.kept = doubled(this.kept)
    this.kept[at] = inverseMass
    this.kept[at + 1] = inverseInertia
    this.raised.push(index)
    this.burden[index] = load
    inverse[0] = part * inverseMass
    inverse[1] = part * inverseInertia
    writeMass(bodies, body)
    // Its weight and what else drives it stay what they are. But what nothing holds from below falls like any other.
    if (this.down !== 0 && (held & this.down) === 0) return
    const { drive } = states
    const d = index * DRIVE_STRIDE
    drive[d + Drive.X] = part * drive[d + Drive.X]!
    drive[d + Drive.Y] = part * drive[d + Drive.Y]!
    drive[d + Drive.Angular] = part * drive[d + Drive.Angular]!
  }

  /**
   * Impulses that carried a burden, and act on the small mass now that it is gone, would shoot bodies off: at 1,800 m/s
   * out of a column. They are cut to what a lower load asks for, and where there is none to the weight of the body.
   */
  private relieve(bodies: Bodies, contacts: ContactTable, states: BodyStates): void {
    const { burdened, burdenedLoad, burden } = this
    const { drive } = states
    let sleepers = 0
    for (let i = 0; i < burdened.count; i++) {
      const body = burdened.items[i]!
      // It went, and another has its id; or it became one that has no weight.
      if (bodies.kind[body] !== BodyKind.Dynamic) continue
      const index = bodies.awakeIndex[body]!
      const before = burdenedLoad[i]!
      if (index < 0) {
        burdened.items[sleepers] = body
        burdenedLoad[sleepers++] = before
        continue
      }
      const now = burden[index]!
      if (now >= before) continue
      const d = index * DRIVE_STRIDE
      const x = drive[d + Drive.X]!
      const y = drive[d + Drive.Y]!
      const mass = 1 / bodies.pose[body * POSE_STRIDE + Pose.InverseMass]!
      const weight = states.time[0]! * Math.sqrt(x * x + y * y) * mass
      cut[0] = now / before
      cut[1] = now === 0 ? weight : 0
      cutImpulses(bodies, contacts, body)
      this.relief.note(body, Math.max(now, mass) / before)
    }
    burdened.count = sleepers
  }

  private noteBurdened(bodies: Bodies): void {
    const { raised, burdened, burden } = this
    for (let i = 0; i < raised.count; i++) {
      const index = raised.items[i]!
      if (burdened.count === this.burdenedLoad.length) this.burdenedLoad = doubled(this.burdenedLoad)
      this.burdenedLoad[burdened.count] = burden[index]!
      burdened.push(bodies.awake[index]!)
    }
  }
}

/** For {@link cutImpulses}: the part, and what is left in any case. */
const cut = new Float64Array(2)

/** Makes the impulses of a body's contacts a part of what they are. */
function cutImpulses(bodies: Bodies, contacts: ContactTable, body: number): void {
  const { impulse } = contacts
  const least = cut[1]!
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      const i = (edge >>> 1) * IMPULSE_STRIDE
      const most = Math.max(impulse[i + Impulse.Normal0]!, impulse[i + Impulse.Normal1]!)
      if (most <= least) continue
      const left = Math.max(cut[0]!, least / most)
      for (let k = i; k < i + IMPULSE_STRIDE; k++) impulse[k] = left * impulse[k]!
    }
  }
}

function writeLoads(load: Int16Array, index: number, ways: number, power: number): void {
  for (let way = 0; way < WAYS; way++) if ((ways & (1 << way)) !== 0) load[index * WAYS + way] = power
}

/** The heaviest of the loads that begin somewhere and are lighter than that; or {@link NONE}. */
function strongestBelow(limit: number, heavy: ItemBuffer, own: Int16Array): number {
  let most = NONE
  for (let i = 0; i < heavy.count; i++) {
    const power = own[heavy.items[i]!]!
    if (power < limit && power > most) most = power
  }
  return most
}

/** Inverse mass and inverse inertia for {@link writeMass}: as arguments they would be boxed. */
const inverse = new Float64Array(2)

function writeMass(bodies: Bodies, body: number): void {
  const { pose, firstChild } = bodies
  for (let c = firstChild[body] === 0 ? 0 : bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    pose[c * POSE_STRIDE + Pose.InverseMass] = inverse[0]!
    pose[c * POSE_STRIDE + Pose.InverseInertia] = inverse[1]!
  }
  pose[body * POSE_STRIDE + Pose.InverseMass] = inverse[0]!
  pose[body * POSE_STRIDE + Pose.InverseInertia] = inverse[1]!
}

function doubled(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(numbers.length * 2)
  grown.set(numbers)
  return grown
}

/** Who was burdened in the last step, and by how much: relieved in the next. */
export function listBurdens(list: StateList, burdens: Burdens): void {
  const burdened = burdens['burdened']
  list.begin('burdens').items(burdened, 'burdened').array(burdens, 'burdenedLoad', roomIn(burdens, 'burdenedLoad', burdened))
    .reals(burdens, 'heaviest', 'lightest')
    .scratch(burdens, 'down', 'own', 'strongest', 'weakest', 'reached', 'load', 'held', 'inverseMass', 'queue', 'burden', 'kept')
    .passOver(burdens['heavy'], burdens['raised'], burdens['graph'], burdens['relief'])
}
