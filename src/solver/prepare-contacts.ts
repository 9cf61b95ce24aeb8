import type { Bodies } from '../bodies/bodies.ts'
import { SURFACE_STRIDE, Trait } from '../bodies/bodies.ts'
import { CombineRule, type Material, combine } from '../../components/material.ts'
import { placeIn } from '../../components/spec.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import { FOREIGN, AddressTable, MORE_BOUNCES, Prepared } from '../kernel/address-table.ts'
import { ContactRows } from './contact-rows.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { FollowedRows } from './followed-rows.ts'
import { Impacts } from './impacts.ts'
import type { ContactSoftness } from './softness.ts'
import { Rollers } from './rollers.ts'
import { Surface } from '../bodies/body-records.ts'

/** The contact solver's rows of one world. */
export class ContactSolverData {
  readonly contacts: ContactRows
  readonly rollers: Rollers
  readonly impacts: Impacts
  readonly followed: FollowedRows

  /** @param room Contacts that there is room for when the memory is made. */
  constructor(memory: KernelMemory, room = 0) {
    this.contacts = new ContactRows(memory, room)
    this.impacts = new Impacts(memory)
    this.rollers = new Rollers(memory)
    this.followed = new FollowedRows(memory)
  }

  /** Begins and ends a step in which nothing is solved. */
  rest(): void {
    this.contacts.rest()
    if (this.impacts.count > 0) this.impacts.reset()
  }
}

/**
 * Turns the manifolds of the active contacts into rows, and the impulses of the step before into the push that the
 * bodies get first. The kernel does it, see `Kernel.prepare`, and asks here for what is out of the ordinary.
 * Contacts that are flagged not to be solved are left out. {@link finishRows} has to follow.
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
  const records = bodies.awakeCount + 1
  const most = activeCount - contacts.activeSensors
  rows.impacts.reset()
  if (!rows.contacts.holds(records, most)) countRows(rows.contacts, contacts)
  rows.contacts.reset(records, most)
  memory.f64[AddressTable.MovingCompliance >> 3] = softness.moving.compliance
  memory.f64[AddressTable.FixedCompliance >> 3] = softness.fixed.compliance
  for (let i = 0; i < activeCount; ) {
    i = memory.kernel.prepare(i, activeCount, Prepared.Together)
    if (i === activeCount) break
    if (wanted(memory) === FOREIGN) prepareRuled(rows, i++, contacts, bodies, material)
    else makeRoom(rows, contacts)
  }
}

/** Ends the preparation. */
export function finishRows(rows: ContactSolverData, contacts: ContactTable, bodies: Bodies): void {
  rows.contacts.finish()
  rows.impacts.reserve(bodies.awakeCount + 1)
  rows.rollers.lay(contacts)
}

/** Gives the kernel the room that it stopped for. */
function makeRoom(rows: ContactSolverData, contacts: ContactTable): void {
  const what = wanted(rows.contacts.memory)
  if (what === MORE_BOUNCES) {
    rows.impacts.addRoom()
    return
  }
  if (!rows.contacts.hasRoom(what)) countRows(rows.contacts, contacts)
  rows.contacts.addRun(what)
}

/**
 * Has the rows of all contacts counted before the memory is replaced for them. Half of the pairs whose boxes overlap have
 * no points: with room for all of them a contact took 200 bytes more.
 */
function countRows(rows: ContactRows, { active, activeCount, pointCount, flags }: ContactTable): void {
  let single = 0
  let double = 0
  for (let i = 0; i < activeCount; i++) {
    const contact = active[i]!
    if ((flags[contact]! & ContactFlag.Unsolved) !== 0) continue
    if (pointCount[contact] === 1) single++
    else if (pointCount[contact] === 2) double++
  }
  rows.count(single, double)
}

/** What the kernel stopped for. */
function wanted(memory: KernelMemory): number {
  return memory.i32[AddressTable.Wanted >> 2]!
}

/** Prepares the contact at a place of the active list by itself: its surfaces combine by rules of their own. */
function prepareRuled(rows: ContactSolverData, place: number, contacts: ContactTable, bodies: Bodies, material: Material): void {
  const { memory } = rows.contacts
  const contact = contacts.active[place]!
  showSurfaces(memory, bodies, material, contacts.a[contact]!, contacts.b[contact]!)
  while (memory.kernel.prepare(place, place + 1, Prepared.Ruled) === place) makeRoom(rows, contacts)
}

/** Prepares the contacts that are followed, see `FollowedRows`. */
export function prepareFollowed(rows: ContactSolverData, contacts: ContactTable, bodies: Bodies, material: Material): void {
  const { memory } = rows.contacts
  const { count } = rows.followed
  let ruled = -1
  for (let i = memory.kernel.prepareAhead(0, ruled); i < count; i = memory.kernel.prepareAhead(i, ruled)) {
    if (wanted(memory) !== FOREIGN) {
      makeRoom(rows, contacts)
      continue
    }
    ruled = i
    const contact = rows.followed.contactOf(i)
    showSurfaces(memory, bodies, material, contacts.a[contact]!, contacts.b[contact]!)
  }
}

/** Friction and restitution of the pair at hand. An array, so that none is boxed. */
const mixed = new Float64Array(2)

/** Combines the surfaces of two colliders. */
function mixSurfaces(bodies: Bodies, material: Material, a: number, b: number): void {
  const { surface, traits } = bodies
  const sA = a * SURFACE_STRIDE
  const sB = b * SURFACE_STRIDE
  if (((traits[a]! | traits[b]!) & Trait.Rules) === 0) {
    mixed[0] = Math.sqrt(surface[sA + Surface.Friction]! * surface[sB + Surface.Friction]!)
    mixed[1] = Math.max(surface[sA + Surface.Restitution]!, surface[sB + Surface.Restitution]!)
  } else {
    const { frictionRule, restitutionRule } = material
    const one = placeIn(frictionRule, a)
    const two = placeIn(frictionRule, b)
    const geometric = CombineRule.GeometricMean
    mixed[0] = combine(surface[sA + Surface.Friction]!, surface[sB + Surface.Friction]!, frictionRule[one]!, frictionRule[two]!, geometric)
    mixed[1] = combine(surface[sA + Surface.Restitution]!, surface[sB + Surface.Restitution]!, restitutionRule[one]!, restitutionRule[two]!, CombineRule.Max)
  }
}

/** Whether two colliders part with a part of the speed with which they meet. */
export function bounces(bodies: Bodies, material: Material, a: number, b: number): boolean {
  mixSurfaces(bodies, material, a, b)
  return mixed[1]! > 0
}

/** Shows the kernel with how much friction two colliders touch, and with how much restitution they part. */
export function showSurfaces({ f64 }: KernelMemory, bodies: Bodies, material: Material, a: number, b: number): void {
  mixSurfaces(bodies, material, a, b)
  f64[AddressTable.Friction >> 3] = mixed[0]!
  f64[AddressTable.Restitution >> 3] = mixed[1]!
}
