import { addComponent, addComponents, addEntity, createWorld, getAllEntities, hasComponent, query, removeComponent, removeEntity, set } from 'bitecs'
import { expect, it } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { type BuiltScene, buildScene } from '../../examples/scenes/build.ts'
import { scenes } from '../../examples/scenes/index.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import {
  type Hooks, type Snapshots, addPhysics, applyImpulse, box, circle, createDrawnPoses, createSnapshots, distanceJoint, explode, getPhysics, interpolate, polygon, queryShape, spawnBody,
  stepPhysics,
} from '../../src/index.ts'
import { plainKernel } from '../../src/no-wasm.ts'
import { inner } from '../support/inner.ts'
import { SOAK } from '../support/soak.ts'
import { differences, fingerprint } from './fingerprint.ts'

type Prints = ReadonlyMap<string, number>

/** What a slot holds, and what followed when it was saved. */
interface Known {
  readonly print: Prints
  readonly after: readonly Prints[]
  readonly isTame: boolean
  readonly hooks: Hooks
}

const SMALL = { count: 40, base: 6, columns: 5, rows: 5, size: 5 }
const SLOTS = 4
const FOLLOWED = 3

/** What may happen to a world between a save and a restore. */
const DEEDS = {
  steps: (at: Trial) => at.steps(Math.floor(at.random() * 20)),
  rest: (at: Trial) => at.steps(120),
  empty(at: Trial) {
    for (const entity of getAllEntities(at.world).slice()) removeEntity(at.world, entity)
  },
  thin: (at: Trial) => at.bodies.filter(() => at.random() < 0.3).forEach((entity) => removeEntity(at.world, entity)),
  grow(at: Trial) {
    const { Position, Shape, Joint } = at.built.physics.components
    const made = Array.from({ length: 250 }, (_, i) => {
      const entity = addEntity(at.world)
      addComponents(at.world, entity, set(Position, { x: (i % 25) * 0.7 - 8, y: 2 + i / 25 }), set(Shape, at.anyShape()))
      return entity
    })
    for (let i = 1; i < 60; i += 2) addComponents(at.world, addEntity(at.world), set(Joint, distanceJoint(made[i - 1]!, made[i]!, { length: 0.7 })))
    if (at.random() < 0.7) at.steps(1)
  },
  part: (at: Trial) => at.joints.filter(() => at.random() < 0.5).forEach((entity) => removeEntity(at.world, entity)),
  break(at: Trial) {
    const { breakForce } = at.built.physics.components.Joint
    for (const joint of at.joints) if (at.random() < 0.3) breakForce[joint] = 0.01
  },
  push: (at: Trial) => at.movers.filter(() => at.random() < 0.2).forEach((entity) => applyImpulse(at.world, entity, at.random() * 4 - 2, at.random() * 4)),
  blast: (at: Trial) => void explode(at.world, at.random() * 4 - 2, at.random() * 4 - 2, { radius: 5, impulse: 3 }),
  write(at: Trial) {
    const { Position, Velocity, Material, Mass } = at.built.physics.components
    for (const entity of at.movers) {
      if (at.random() < 0.1) Velocity.x[entity] = at.random() * 10
      if (at.random() < 0.1) Position.y[entity] = Position.y[entity]! + at.random()
      if (at.random() < 0.1) Material.friction[entity] = at.random()
      if (at.random() < 0.3) Material.rollingResistance[entity] = at.random() < 0.5 ? 0 : at.random() * 0.3
      if (at.random() < 0.1 && Mass.mass[entity]! > 0) Mass.mass[entity] = 1 + at.random()
    }
  },
  reshape: (at: Trial) => at.movers.filter(() => at.random() < 0.2).forEach((entity) => addComponent(at.world, entity, set(at.built.physics.components.Shape, at.anyShape()))),
  sleep: (at: Trial) => at.movers.filter(() => at.random() < 0.5).forEach((entity) => addComponent(at.world, entity, at.built.physics.components.Sleeping)),
  wake(at: Trial) {
    const { Sleeping } = at.built.physics.components
    for (const entity of query(at.world, [Sleeping]).slice()) removeComponent(at.world, entity, Sleeping)
  },
  settings(at: Trial) {
    const { settings } = at.built.physics
    settings.gravity.x = at.random() * 10 - 5
    settings.substeps = at.pick([1, 4, 7])
  },
  ask: (at: Trial) => void queryShape(at.world, circle(5), 0, 0, 0),
  /** A hook that tries to restore in the midst of a step, which is refused and leaves no trace. */
  hook(at: Trial) {
    at.built.physics.hooks.filterPair = (a, b) => {
      expect(() => at.snapshots.restore(0)).toThrow('the world is stepping')
      return (a * 31 + b) % 11 !== 0
    }
  },
  file: (at: Trial) => at.keepFile(),
  unfile: (at: Trial) => at.takeFile(),
  save: (at: Trial) => at.save(at.slot()),
  restore: (at: Trial) => at.restore(at.slot()),
  dither(at: Trial) {
    for (let i = 0; i < 4; i++) at.restore(at.slot())
  },
}

/** After these a scene still finds what it drives. */
const TAME: readonly string[] = ['steps', 'rest', 'ask', 'save', 'restore', 'dither', 'file', 'unfile']

/** A scene to which anything happens, and that comes back. */
class Trial {
  readonly random: () => number
  readonly built: BuiltScene
  readonly snapshots: Snapshots
  private readonly known: (Known | null)[] = Array.from({ length: SLOTS }, () => null)
  private readonly log: string[]
  private file: { readonly bytes: Uint8Array; readonly known: Known } | null = null
  private isTame = true

  constructor(entry: (typeof scenes)[number], seed: number) {
    this.random = createRandom(seed)
    this.log = [entry.name, `seed ${seed}:`]
    const { random } = this
    this.built = buildScene(entry.create(SMALL), {
      dt: this.pick([1 / 240, 1 / 120, 1 / 60, 1 / 60, 1 / 30]), substeps: this.pick([1, 4, 4, 8, 16]), allowSleep: random() < 0.8,
      broadPhase: BROAD_PHASES[this.pick(BROAD_PHASE_NAMES)], ...(random() < 0.3 ? { kernel: plainKernel } : {}),
      held: (control) => ((this.built.stepIndex * 7919 + control * 104729 + seed) >> 3) % 3 === 0,
    })
    if (random() < 0.5) interpolate(this.world, 0.5, createDrawnPoses())
    const { Position, Shape, Joint, Sleeping } = this.built.physics.components
    // A query that is asked for first after a save has an order of its own.
    for (const asked of [[Position, Shape], [Joint], [Sleeping]]) query(this.world, asked)
    this.snapshots = createSnapshots(this.world, { slots: SLOTS, stores: this.built.stores })
    this.save(0)
  }

  get world(): BuiltScene['world'] {
    return this.built.world
  }

  get bodies(): number[] {
    const { Position, Shape } = this.built.physics.components
    return [...query(this.world, [Position, Shape])]
  }

  get movers(): number[] {
    return this.bodies.filter((entity) => !hasComponent(this.world, entity, this.built.physics.components.Static))
  }

  get joints(): number[] {
    return [...query(this.world, [this.built.physics.components.Joint])]
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!
  }

  slot(): number {
    return Math.floor(this.random() * SLOTS)
  }

  anyShape(): ReturnType<typeof box> {
    return this.pick([box(0.3, 0.3), circle(0.4), polygon([{ x: 0, y: 0 }, { x: 0.5 + this.random() * 0.2, y: 0 }, { x: 0.2, y: 0.6 }])])
  }

  steps(count: number): void {
    for (let i = 0; i < count; i++) {
      if (this.isTame) this.built.step()
      else stepPhysics(this.world, 1 / 60)
    }
  }

  deed(): void {
    const name = this.pick([...Object.keys(DEEDS), 'save', 'restore', 'restore', 'restore', 'steps'] as (keyof typeof DEEDS)[])
    this.log.push(name)
    if (!TAME.includes(name)) this.isTame = false
    try {
      DEEDS[name](this)
    } catch (error) {
      // What cannot be done to what is there now is said, and whatever was done of it is taken back by the next restore.
      if (!/^(bitecs-physics|[a-zA-Z]+): /.test((error as Error).message)) throw error
      this.log.push('(refused)')
    }
  }

  save(slot: number): void {
    this.snapshots.save(slot)
    const print = fingerprint(this.world)
    const [isTame, hooks] = [this.isTame, { ...this.built.physics.hooks }]
    this.known[slot] = { print, after: this.follow(), isTame, hooks }
    this.restore(slot)
  }

  restore(slot: number): void {
    const known = this.known[slot]
    if (known === null || known === undefined) return
    this.log.push(`of ${slot}`)
    this.putBack(slot, known)
    this.expectSame(known.print, fingerprint(this.world), 'put back')
    this.follow().forEach((print, i) => this.expectSame(known.after[i]!, print, `step ${i + 1}`))
    if (this.random() < 0.5) this.putBack(slot, known)
  }

  keepFile(): void {
    const slot = this.slot()
    const known = this.known[slot]
    if (known !== null && known !== undefined) this.file = { bytes: this.snapshots.toBytes(slot), known }
  }

  takeFile(): void {
    if (this.file === null) return
    const slot = this.slot()
    this.snapshots.fromBytes(slot, this.file.bytes)
    this.known[slot] = this.file.known
    this.restore(slot)
  }

  end(): void {
    for (let slot = 0; slot < SLOTS; slot++) this.restore(slot)
  }

  private putBack(slot: number, { isTame, hooks }: Known): void {
    this.snapshots.restore(slot)
    this.isTame = isTame
    Object.assign(this.built.physics.hooks, hooks)
  }

  private follow(): Prints[] {
    return Array.from({ length: FOLLOWED }, () => {
      this.steps(1)
      return fingerprint(this.world)
    })
  }

  private expectSame(one: Prints, other: Prints, what: string): void {
    expect(differences(one, other), `${this.log.join(' ')}: ${what}`).toEqual([])
  }
}

it('a scene to which anything happened comes back to the bit, beside another one', () => {
  const all = SOAK ? scenes : scenes.filter(({ name }) => name === 'elevators' || name === 'ragdolls')
  const [seeds, deeds] = SOAK ? [3, 20] : [1, 8]
  for (let seed = 1; seed <= seeds; seed++) {
    for (let i = 0; i < all.length; i += 2) {
      const two = [new Trial(all[i]!, seed * 1000 + i), new Trial(all[(i + 1) % all.length]!, seed * 1000 + i + 1)]
      for (let deed = 0; deed < deeds; deed++) two.forEach((one) => one.deed())
      two.forEach((one) => one.end())
    }
  }
})

it.each([false, true])('contacts that came between two saves have no rolling impulse in the second, whatever was rolled and restored since; numbered anew: %s', (anew) => {
  const world = createWorld()
  const { Material } = addPhysics(world).components
  spawnBody(world, { type: 'static', shape: box(200, 1), y: -1 })
  const snapshots = createSnapshots(world, { slots: 2 })
  const drop = (count: number): number[] => {
    const balls = Array.from({ length: count }, (_, i) => (
      spawnBody(world, { shape: circle(0.5), x: i * 2 - 100, y: 0.51 + count / 1000, velocity: { x: 1 }, material: { friction: 1 } })
    ))
    for (let i = 0; i < 10; i++) stepPhysics(world, 1 / 60)
    return balls
  }
  drop(1)
  snapshots.save(0)
  const balls = drop(100)
  snapshots.save(1)
  const then = fingerprint(world)
  Material.rollingResistance.fill(0.2)
  for (let i = 0; i < 10; i++) stepPhysics(world, 1 / 60)
  if (anew) {
    for (const ball of balls) removeEntity(world, ball)
    // Many that came and went.
    for (let i = 0; i < 2; i++) for (const ball of drop(100)) removeEntity(world, ball)
    for (let i = 0; i < 64; i++) stepPhysics(world, 1 / 60)
    expect(inner(getPhysics(world)!).collision.contacts.highest).toBeLessThan(10)
  }
  snapshots.restore(0)
  snapshots.restore(1)
  expect(differences(then, fingerprint(world))).toEqual([])
})
