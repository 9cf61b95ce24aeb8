import { expect } from 'vitest'
import { Columns } from '../../src/stores/columns.ts'
import { createComponents, rareIn, storeVersions } from '../../components/index.ts'
import { CombineRule, type Material, combine } from '../../components/material.ts'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { Bodies, POSE_STRIDE, SURFACE_STRIDE, Trait } from '../../src/bodies/bodies.ts'
import { LARGE_ISLAND, SMALL_ISLAND } from '../../src/constants.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../../src/contacts/contact-record.ts'
import { ContactTable } from '../../src/contacts/contact-table.ts'
import { TodoList } from '../../src/contacts/todo-list.ts'
import { BodyStates } from '../../src/solver/body-states.ts'
import { GROUP_BYTES_ONE, GROUP_BYTES_TWO, PUSH_STRIDE, WORK_STRIDE } from '../../src/solver/contact-groups.ts'
import { Islands } from '../../src/solver/islands.ts'
import { CURSOR_STRIDE, OPEN, OWNER_STRIDE, STREAMS } from '../../src/kernel/filling.ts'
import { ROLLER_STRIDE } from '../../src/solver/roller-records.ts'
import { BOUNCE_STRIDE } from '../../src/solver/impact-records.ts'
import { FOREIGN, AddressTable, MORE_BOUNCES, Prepared } from '../../src/kernel/address-table.ts'
import { MemoryColumns } from '../../src/stores/memory-columns.ts'
import type { Region } from '../../src/stores/memory.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { ContactSolverData } from '../../src/solver/prepare-contacts.ts'
import { ContactSoftness } from '../../src/solver/softness.ts'

/** What contacts are prepared from. */
export interface Case {
  readonly contacts: ContactTable
  readonly bodies: Bodies
  readonly states: BodyStates
  readonly islands: Islands
  readonly softness: ContactSoftness
  readonly material: Material
}

/** Groups of one stream that follow each other. */
export interface Run {
  readonly stream: number
  readonly first: number
  end: number
}

/** A case with the driver of the kernel in its memory. */
export interface RandomCase extends Case {
  readonly left: TodoList
  readonly data: ContactSolverData
}

/** Where the copy of a case ends in a memory. */
export interface Copied {
  readonly region: Region
  /** The first byte behind the copies. */
  readonly end: number
}

/** What filling the groups of a case took. */
export interface Filled {
  readonly runs: readonly Run[]
  /** How often a contact had rules of its own. */
  readonly foreign: number
  /** How often the memory was replaced. */
  readonly grown: number
}

export interface Size {
  readonly seed: number
  readonly colliders: number
  readonly contacts: number
  /** One body is in every second contact. */
  readonly hub: boolean
}

/** Numbers by chance, the same ones for the same seed. */
class Dice {
  private state: number

  constructor(seed: number) {
    this.state = seed | 1
  }

  unit(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) | 0
    return (this.state >>> 8) / 2 ** 24
  }

  below(end: number): number {
    return Math.floor(this.unit() * end)
  }

  chance(part: number): boolean {
    return this.unit() < part
  }

  between(low: number, high: number): number {
    return low + this.unit() * (high - low)
  }

  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)]!
  }
}

const KINDS = [BodyKind.Dynamic, BodyKind.Dynamic, BodyKind.Kinematic, BodyKind.Static]

const UNSOLVED = [
  ContactFlag.Sensor,
  ContactFlag.Driven,
  ContactFlag.Passing,
  ContactFlag.Skipped,
  ContactFlag.Grazing,
]

/** Normals along the axes, and between them. */
const EVEN = [[1, 0], [-1, 0], [0, 1], [0, -1], [-0, 1], [1, -0], [Math.SQRT1_2, -Math.SQRT1_2]]

/** The memory is replaced by one whose room for copies and groups is that many times what is needed. */
const GROWTH = 1.25

const ISLANDS = [1, 2, SMALL_ISLAND, SMALL_ISLAND + 1, 300, LARGE_ISLAND - 1, LARGE_ISLAND, 90_000]

/**
 * Bodies and contacts of every kind, with nothing about them that a world would hold together. All is made in the order
 * in which a world makes it.
 * @param memory Where the case is to lie.
 */
export function randomCase({ seed, colliders, contacts, hub }: Size, memory = new KernelMemory(plainKernel)): RandomCase {
  const dice = new Dice(seed)
  const columns = new Columns(colliders + 2)
  const rare = rareIn(columns)
  const material = createComponents(columns, rare, storeVersions(), {}).Material
  const states = new BodyStates(memory, 64)
  const data = new ContactSolverData(memory)
  const shared = new MemoryColumns(memory, colliders + 2)
  const bodies = new Bodies(columns, shared, rare.Collider)
  const table = new ContactTable(shared, memory, 256)
  const left = new TodoList(memory, contacts + 1)
  const islands = new Islands(columns, shared)
  shared.open()
  const softness = new ContactSoftness()
  softness.moving.compliance = dice.between(0.001, 1)
  softness.fixed.compliance = dice.between(0.001, 1)
  for (let entity = 1; entity <= colliders; entity++) addCollider(dice, bodies, islands, material, entity)
  states.reserve(bodies.awakeCount, bodies.awake.length)
  for (let i = 0; i < bodies.awakeCount; i++) if (dice.chance(0.1)) states.lockAxes(i, 1 + dice.below(3))
  for (let i = 0; i < states.push.length; i++) states.push[i] = dice.chance(0.5) ? -0 : dice.between(-1, 1)
  for (let i = 0; i < contacts; i++) addContact(dice, table, bodies, colliders, hub && dice.chance(0.5))
  return { contacts: table, bodies, states, islands, softness, material, data, left }
}

function addCollider(dice: Dice, bodies: Bodies, islands: Islands, material: Material, entity: number): void {
  const kind = entity === 1 ? BodyKind.Dynamic : dice.one(KINDS)
  bodies.bodyOf[entity] = entity > 2 && dice.chance(0.2) ? 1 + dice.below(entity - 1) : entity
  bodies.kind[entity] = kind
  if (kind !== BodyKind.Static && (entity === 1 || dice.chance(0.8))) bodies.addAwake(entity)
  if (dice.chance(0.1)) bodies.traits[entity] = Trait.Rules | dice.below(8)
  const numbers = Array.from({ length: 6 }, () => dice.between(-10, 10))
  const still = kind !== BodyKind.Dynamic || dice.chance(0.1)
  const inertia = still || dice.chance(0.3) ? 0 : dice.between(0, 5)
  bodies.pose.set([...numbers, still ? 0 : 10 ** dice.between(-2, 2), inertia], entity * POSE_STRIDE)
  const rest = dice.chance(0.2) ? dice.unit() : 0
  const rolling = dice.chance(0.2) ? dice.unit() : 0
  bodies.surface.set([dice.chance(0.5) ? 0.6 : dice.unit(), rest, dice.between(-1, 1), rolling], entity * SURFACE_STRIDE)
  islands.parent[entity] = dice.chance(0.7) ? Math.max(entity - 1 - dice.below(3), 1) : entity
  islands.size[entity] = dice.one(ISLANDS)
  islands.jolted[entity] = dice.below(2)
  material.frictionRule[entity] = dice.below(6)
  material.restitutionRule[entity] = dice.below(6)
}

function addContact(dice: Dice, table: ContactTable, bodies: Bodies, colliders: number, atHub: boolean): void {
  const x = atHub ? 1 : 1 + dice.below(colliders)
  const y = 1 + dice.below(colliders)
  const a = Math.min(x, y)
  const b = Math.max(x, y)
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  if (bodyA === bodyB || table.find(a, b) !== 0) return
  if (!bodies.isAwake(bodyA) && !bodies.isAwake(bodyB)) return
  const contact = table.create(a, b)
  table.activate(contact)
  table.pointCount[contact] = dice.one([0, 1, 1, 2, 2, 2])
  const oneWay = dice.chance(0.2) ? ContactFlag.OneWay : 0
  table.flags[contact] = dice.below(2) | oneWay | (dice.chance(0.1) ? dice.one(UNSOLVED) : 0)
  const angle = dice.between(0, 7)
  const normal = dice.chance(0.4) ? dice.one(EVEN) : [Math.cos(angle), Math.sin(angle)]
  const numbers = Array.from({ length: 6 }, () => dice.chance(0.2) ? 0 : dice.between(-1, 1))
  table.manifold.set([...normal, ...numbers], contact * MANIFOLD_STRIDE)
  const pressed = dice.chance(0.7)
  const impulses = Array.from({ length: IMPULSE_STRIDE }, () => pressed ? dice.between(-0.2, 1) : dice.one([0, -0]))
  table.impulse.set(impulses, contact * IMPULSE_STRIDE)
  table.rolls.set(contact, dice.between(-1, 1), contact + 1)
}

/**
 * Copies a case into a memory and writes its address table.
 * @param room Bytes that are left for groups behind the copies, before the memory has to be replaced.
 */
export function layOut(memory: KernelMemory, of: Case, room: number): Copied {
  const { contacts, bodies, states, islands, softness } = of
  const columns: [AddressTable, ArrayBufferView][] = [
    [AddressTable.Pose, bodies.pose],
    [AddressTable.Surface, bodies.surface],
    [AddressTable.Traits, bodies.traits],
    [AddressTable.Kind, bodies.kind],
    [AddressTable.BodyOf, bodies.bodyOf],
    [AddressTable.AwakeIndex, bodies.awakeIndex],
    [AddressTable.IslandParent, islands.parent],
    [AddressTable.IslandSize, islands.size],
    [AddressTable.IslandJolted, islands.jolted],
    [AddressTable.A, contacts.a],
    [AddressTable.B, contacts.b],
    [AddressTable.Flags, contacts.flags],
    [AddressTable.PointCount, contacts.pointCount],
    [AddressTable.Manifold, contacts.manifold],
    [AddressTable.Impulse, contacts.impulse],
    [AddressTable.Active, contacts.active],
    [AddressTable.Axes, states.axes],
    [AddressTable.Push, states.push.subarray(0, (bodies.awakeCount + 1) * PUSH_STRIDE)],
    [AddressTable.Busy, new Int32Array(bodies.awakeCount + 1)],
    [AddressTable.Owners, new Int32Array(contacts.activeCount * OWNER_STRIDE)],
    [AddressTable.Open, new Int32Array(STREAMS * OPEN)],
    [AddressTable.Cursors, new Int32Array(STREAMS * CURSOR_STRIDE)],
    [AddressTable.Special, new Int32Array(contacts.activeCount)],
    [AddressTable.Bounces, new Int32Array(contacts.activeCount * BOUNCE_STRIDE)],
    [AddressTable.Work, states.work.subarray(0, (bodies.awakeCount + 1) * WORK_STRIDE)],
    [AddressTable.Rollers, new Int32Array(contacts.activeCount * ROLLER_STRIDE)],
  ]
  const bytes = columns.reduce((sum, [, { byteLength }]) => sum + aligned(byteLength), 0)
  const region = memory.addRegion()
  memory.resize(region, bytes + room)
  let at = region.start
  for (const [place, { buffer, byteOffset, byteLength }] of columns) {
    memory.i32[place / 4] = at
    memory.u8.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += aligned(byteLength)
  }
  memory.i32[AddressTable.BounceRoom / 4] = contacts.activeCount
  memory.f64[AddressTable.MovingCompliance / 8] = softness.moving.compliance
  memory.f64[AddressTable.FixedCompliance / 8] = softness.fixed.compliance
  return { region, end: at }
}

/** Has the kernel prepare all contacts of a case that was copied, with runs of that many groups. */
export function fillGroups(memory: KernelMemory, of: Case, copied: Copied, groups: number): Filled {
  const { activeCount } = of.contacts
  const runs: Run[] = []
  const current: (Run | undefined)[] = []
  const { region } = copied
  let { end } = copied
  let asked = 0
  let grown = 0
  let as = Prepared.Together
  for (let i = 0; i < activeCount;) {
    const to = as === Prepared.Ruled ? i + 1 : activeCount
    i = memory.kernel.prepare(i, to, as)
    if (i === to) {
      as = Prepared.Together
      continue
    }
    const wanted = memory.i32[AddressTable.Wanted / 4]!
    expect(wanted, 'room for bounces').not.toBe(MORE_BOUNCES)
    if (wanted === FOREIGN) {
      mixForeign(memory, of, i)
      as = Prepared.Ruled
      asked++
      continue
    }
    const cursor = memory.i32[AddressTable.Cursors / 4]! / 4 + wanted * CURSOR_STRIDE
    const before = current[wanted]
    if (before !== undefined) before.end = memory.i32[cursor]!
    const run = { stream: wanted, first: end, end }
    runs.push(run)
    current[wanted] = run
    end += groups * groupBytes(wanted)
    if (end > region.start + region.bytes) {
      memory.resize(region, (end - region.start) * GROWTH)
      grown++
    }
    memory.i32[cursor] = run.first
    memory.i32[cursor + 1] = end
  }
  for (const run of current) {
    if (run !== undefined) run.end = memory.i32[memory.i32[AddressTable.Cursors / 4]! / 4 + run.stream * CURSOR_STRIDE]!
  }
  memory.kernel.finish()
  return { runs, foreign: asked, grown }
}

function mixForeign(memory: KernelMemory, { contacts, bodies, material }: Case, place: number): void {
  const a = contacts.a[contacts.active[place]!]!
  const b = contacts.b[contacts.active[place]!]!
  const { frictionRule, restitutionRule } = material
  const both = (rule: Uint8Array, number: number, fallback: CombineRule): number => {
    const ofA = bodies.surface[a * SURFACE_STRIDE + number]!
    const ofB = bodies.surface[b * SURFACE_STRIDE + number]!
    return combine(ofA, ofB, rule[a]!, rule[b]!, fallback)
  }
  memory.f64[AddressTable.Friction / 8] = both(frictionRule, 0, CombineRule.GeometricMean)
  memory.f64[AddressTable.Restitution / 8] = both(restitutionRule, 1, CombineRule.Max)
}

export function groupBytes(stream: number): number {
  return (stream & 1) === 0 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64
}
