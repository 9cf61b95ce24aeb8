import { BodyKind } from '../bodies/body-kind.ts'
import { type Bodies, POSE_STRIDE } from '../bodies/bodies.ts'
import { BURDEN_RATIO, BURDEN_SHARE, BURDEN_SHARE_RATE } from '../constants.ts'
import { Impulse, IMPULSE_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import type { JointTable } from '../joints/joint-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { type StateList, roomIn } from '../stores/state-list.ts'
import type { BodyStates } from './body-states.ts'
import { JointRelief } from './joint-relief.ts'
import type { JointRows } from './joint-rows.ts'
import { LoadGraph, waysOf } from './load-graph.ts'
import { NO_LOAD } from './load-records.ts'
import { DRIVE_STRIDE, Drive } from './motion-records.ts'
import { Pose } from '../bodies/body-records.ts'

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
  /** No dynamic body has weighed less. */
  lightest = Infinity

  /** The way that is nearest to gravity, 0 where there is none. */
  private down = 0

  private readonly graph: LoadGraph
  /** By place in the awake list: the load for which the mass was raised, 0 for none. */
  private burden = new Float64Array(0)
  /** By place in the awake list: which part is left of the impulses of joints. */
  private readonly relief = new JointRelief()
  /** Places in the awake list of bodies whose mass is raised, and what it was. */
  private readonly raised = new ItemBuffer()
  private kept = new Float64Array(64 * KEPT)
  /** The bodies whose impulses are those of a burden, sleepers too, and the load of each. */
  private readonly burdened = new ItemBuffer()
  private burdenedLoad = new Float64Array(64)

  constructor(memory: KernelMemory) {
    this.graph = new LoadGraph(memory)
  }

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
    if (this.burden.length < bodies.awakeCount) this.burden = new Float64Array(bodies.awakeCount * 2)
    this.burden.fill(0, 0, bodies.awakeCount)
    if (this.graph.addContacts(bodies, contacts, joints) > 0) {
      this.graph.addJoints(bodies, joints)
      this.graph.spread(bodies)
      for (let i = 0; i < bodies.awakeCount; i++) {
        const power = this.graph.loadOf(i)
        if (power !== NO_LOAD) this.raiseMass(bodies, states, i, power)
      }
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

  private raiseMass(bodies: Bodies, states: BodyStates, index: number, power: number): void {
    let load = 1
    for (; power > 0; power--) load *= 2
    for (; power < 0; power++) load *= 0.5
    const body = bodies.awake[index]!
    const inverseMass = bodies.pose[body * POSE_STRIDE + Pose.InverseMass]!
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
    if (this.down !== 0 && (this.graph.heldWays(index) & this.down) === 0) return
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
      // It went, and another has its id; or it became one that has no weight: of another kind, or without a shape that has an area.
      if (bodies.kind[body] !== BodyKind.Dynamic || bodies.pose[body * POSE_STRIDE + Pose.InverseMass] === 0) continue
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
    .scratch(burdens, 'down', 'burden', 'kept')
    .passOver(burdens['raised'], burdens['graph'], burdens['relief'])
}
