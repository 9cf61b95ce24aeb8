import type { Bodies } from '../bodies/bodies.ts'
import { SURFACE_STRIDE, Trait } from '../bodies/bodies.ts'
import { CombineRule, type Material, combine } from '../../components/material.ts'
import { IMPULSE_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import { FOREIGN, Frame } from '../memory/frame.ts'
import { Field, LANES, POINT_FIELDS } from './contact-groups.ts'
import { ContactRows } from './contact-rows.ts'
import { OWNER_STRIDE } from './kernel/filling.ts'
import type { SolverMemory } from './kernel/memory.ts'
import type { ContactSoftness } from './softness.ts'
import { SPECIAL, SpecialRows } from './special-rows.ts'

/** The contact solver's rows of one world. */
export class ContactSolverData {
  readonly contacts: ContactRows
  readonly bounces = new SpecialRows()
  readonly rollers = new SpecialRows()

  constructor(memory: SolverMemory) {
    this.contacts = new ContactRows(memory)
  }
}

/**
 * Turns the manifolds of the active contacts into rows, and the impulses of the step before into the push that the
 * bodies get first. The kernel does it, see `SolverKernel.prepare`, and asks here for what is out of the ordinary.
 */
export function prepareContacts(
  rows: ContactSolverData,
  contacts: ContactTable,
  bodies: Bodies,
  softness: ContactSoftness,
  material: Material,
): void {
  const { memory } = rows.contacts
  const { activeCount } = contacts
  rows.contacts.reset(bodies.awakeCount + 1, activeCount)
  memory.f64[Frame.MovingCompliance >> 3] = softness.moving.compliance
  memory.f64[Frame.FixedCompliance >> 3] = softness.fixed.compliance
  for (let i = 0; i < activeCount; ) {
    i = memory.kernel.prepare(i, activeCount, 0)
    if (i === activeCount) break
    if (wanted(memory) === FOREIGN) prepareForeign(rows.contacts, contacts.active[i]!, i++, contacts, bodies, material)
    else rows.contacts.addRun(wanted(memory))
  }
  rows.contacts.finish()
  collectSpecial(rows, contacts, bodies, material)
}

/** What the kernel stopped for. */
function wanted(memory: SolverMemory): number {
  return memory.i32[Frame.Wanted >> 2]!
}

/** Prepares a contact whose surfaces combine by rules of their own. */
function prepareForeign(
  rows: ContactRows,
  contact: number,
  place: number,
  contacts: ContactTable,
  bodies: Bodies,
  material: Material,
): void {
  const { memory } = rows
  mixSurfaces(bodies, material, contacts.a[contact]!, contacts.b[contact]!)
  memory.f64[Frame.Friction >> 3] = mixed[0]!
  memory.f64[Frame.Restitution >> 3] = mixed[1]!
  while (memory.kernel.prepare(place, place + 1, 1) === place) rows.addRun(wanted(memory))
}

/** Friction, restitution and rolling resistance of the pair at hand. An array, so that none is boxed. */
const mixed = new Float64Array(3)

/** Combines the surfaces of two colliders. */
function mixSurfaces(bodies: Bodies, material: Material, a: number, b: number): void {
  const { surface, traits } = bodies
  const sA = a * SURFACE_STRIDE
  const sB = b * SURFACE_STRIDE
  if (((traits[a]! | traits[b]!) & Trait.Rules) === 0) {
    mixed[0] = Math.sqrt(surface[sA]! * surface[sB]!)
    mixed[1] = Math.max(surface[sA + 1]!, surface[sB + 1]!)
  } else {
    const { frictionRule, restitutionRule } = material
    const geometric = CombineRule.GeometricMean
    mixed[0] = combine(surface[sA]!, surface[sB]!, frictionRule[a]!, frictionRule[b]!, geometric)
    mixed[1] = combine(surface[sA + 1]!, surface[sB + 1]!, restitutionRule[a]!, restitutionRule[b]!, CombineRule.Max)
  }
  mixed[2] = Math.max(surface[sA + 3]!, surface[sB + 3]!)
}

/** Notes the contacts that may bounce, and those whose bodies resist rolling. */
function collectSpecial(rows: ContactSolverData, contacts: ContactTable, bodies: Bodies, material: Material): void {
  const { bounces, rollers } = rows
  const { i32 } = rows.contacts.memory
  const special = i32[Frame.Special >> 2]! >> 2
  const owners = i32[Frame.Owners >> 2]! >> 2
  bounces.count = 0
  rollers.count = 0
  for (let i = special, end = special + i32[Frame.SpecialCount >> 2]!; i < end; i++) {
    const o = owners + i32[i]! * OWNER_STRIDE
    const owner = i32[o]!
    const at = i32[o + 1]!
    mixSurfaces(bodies, material, contacts.a[owner >> 1]!, contacts.b[owner >> 1]!)
    if (mixed[1]! > 0) collectBounces(bounces, owner, at)
    if (mixed[2]! > 0) collectRoller(rollers, contacts, owner, at)
  }
}

/**
 * Notes a contact whose bodies resist rolling. What did not press in the step before has no impulse to carry over.
 * @param owner Twice the contact, and one more if it has two points.
 * @param at The float at which its lane begins.
 */
function collectRoller(rollers: SpecialRows, contacts: ContactTable, owner: number, at: number): void {
  const contact = owner >> 1
  const index = rollers.push(at, at + Field.Points * LANES, owner) * SPECIAL
  rollers.data[index] = mixed[2]!
  rollers.data[index + 1] = contacts.impulse[contact * IMPULSE_STRIDE]! > 0 ? contacts.rolling[contact]! : 0
}

/** Notes the points of a contact as points that may bounce. */
function collectBounces(bounces: SpecialRows, owner: number, at: number): void {
  for (let k = 0; k <= (owner & 1); k++) {
    const point = at + (Field.Points + k * POINT_FIELDS) * LANES
    // In two statements: a push may replace the data.
    const index = bounces.push(at, point, owner >> 1) * SPECIAL
    bounces.data[index] = mixed[1]!
  }
}
