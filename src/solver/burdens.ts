import { type Bodies, POSE_STRIDE } from '../bodies/bodies.ts'
import { BURDEN_RATIO, BURDEN_SHARE, BURDEN_SHARE_RATE } from '../constants.ts'
import { Impulse, IMPULSE_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { StateList } from '../stores/state-list.ts'
import type { BodyStates } from './body-states.ts'
import type { JointRows } from './joint-rows.ts'
import { LoadGraph, waysOf } from './load-graph.ts'
import { DRIVE_STRIDE, Drive } from './motion-records.ts'
import { Pose } from '../bodies/body-records.ts'

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
 * Who is squeezed is found in the graph of contacts (and of joints: see `JointLoads.add`): a load goes from each
 * heavy body in four directions, from body to body along the normals, and the way back from the world tells which of them
 * end at something. Neither depends on the order of contacts.
 *
 * Ten boxes under one 1,000 times as heavy sag by 13 mm (10 m/s², 60 Hz). Rejected: 20 times the passes (1.3 m), 100 times
 * (they burst); a share by the impulses of the step before instead of the graph (a heavy box lands 0.9 m deep before there
 * are any); weight in proportion to the inertia (the worst of the columns of 20 sags by 18 m instead of 8).
 */
export class Burdens {
  /** No dynamic body has weighed more. */
  heaviest = -0
  private lightest = Infinity
  /** How long the substeps were of which contacts and joints have their impulses, all of them: see `scaleImpulses`. Unit: s. */
  substep = -0
  /** How hard bodies were pushed in that step, all together. Unit: N. */
  forces = -0

  private readonly memory: KernelMemory
  private readonly graph: LoadGraph
  private raised = false

  constructor(memory: KernelMemory) {
    this.memory = memory
    this.graph = new LoadGraph(memory)
  }

  /** A dynamic body has this mass. Where no two masses are far apart nothing here costs anything. */
  noteMass(mass: number): void {
    if (mass > this.heaviest) this.heaviest = mass
    if (mass < this.lightest) this.lightest = mass
  }

  /** Raises the masses of the squeezed, until {@link lower}. Forces are known by now; the rows are not made yet. */
  raise(bodies: Bodies, contacts: ContactTable, joints: JointTable, rows: JointRows, states: BodyStates, gravity: Gravity): void {
    this.substep = states.time[0]!
    this.raised = false
    if (!(this.heaviest > BURDEN_RATIO * this.lightest)) return
    bodies.burdened.note()
    const steep = Math.abs(gravity.y) >= Math.abs(gravity.x)
    const down = steep ? waysOf(0, gravity.y) : waysOf(gravity.x, 0)
    this.graph.addContacts(bodies, contacts, joints)
    this.graph.addJoints(bodies, contacts, joints, rows.packing, down)
    if (this.graph.loads > 0) this.graph.spread(bodies)
    this.memory.f64[AddressTable.BurdenShare >> 3] = Math.min(BURDEN_SHARE, BURDEN_SHARE_RATE / states.time[0]!)
    this.raised = true
    this.relieve(bodies, contacts, states, this.graph.raise(bodies, contacts, down))
    this.graph.joints?.relief.apply(bodies, joints, rows)
  }

  /** Which part of its inverse mass a body had in the last step, or has in this one, for what it bears: 1 where it is as it is. */
  partOf({ burden, pose }: Bodies, body: number): number {
    const load = burden[body]!
    if (load === 0) return 1
    return Math.min(1, Math.min(BURDEN_SHARE, BURDEN_SHARE_RATE / this.substep) / (load * pose[body * POSE_STRIDE + Pose.InverseMass]!))
  }

  /** Gives the bodies their masses back. */
  lower(bodies: Bodies): void {
    if (this.raised) this.graph.lower(bodies)
  }

  /**
   * When the velocities of the step are final: what is heavy gets the momentum back that it lost to masses that are not there. Returns
   * whether states were changed.
   */
  giveBack(bodies: Bodies): boolean {
    const given = this.raised && this.graph.giveBack(bodies)
    this.raised = false
    return given
  }

  /**
   * Impulses that carried a burden, and act on the small mass now that it is gone, would shoot bodies off: at 1,800 m/s
   * out of a column. They are cut to what a lower load asks for, and where there is none to the weight of the body.
   */
  private relieve(bodies: Bodies, contacts: ContactTable, states: BodyStates, count: number): void {
    const { graph } = this
    const { drive } = states
    for (let i = 0; i < count; i++) {
      const index = graph.relievedPlace(i)
      const before = graph.relievedLoad(i)
      const body = bodies.awake[index]!
      const now = bodies.burden[body]!
      const d = index * DRIVE_STRIDE
      const x = drive[d + Drive.X]!
      const y = drive[d + Drive.Y]!
      const mass = 1 / bodies.pose[body * POSE_STRIDE + Pose.InverseMass]!
      const weight = states.time[0]! * Math.sqrt(x * x + y * y) * mass
      cut[0] = now / before
      cut[1] = now === 0 ? weight : 0
      cutImpulses(bodies, contacts, body)
      graph.joints?.relief.note(body, Math.max(now, mass) / before)
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

/** How far apart masses are, and what impulses belong to. Who was squeezed in the last step is a column of the bodies. */
export function listBurdens(list: StateList, burdens: Burdens): void {
  list.begin('burdens').reals(burdens, 'heaviest', 'lightest', 'substep', 'forces').scratch(burdens, 'raised').passOver(burdens['graph'])
}
