import { ExtraGenerator } from './any-extra.ts'
import { anyShape } from './any-shape.ts'
import type { ComponentName, Extras, Fields, Kind, Operation, Program, TagName } from './operations.ts'
import { anyQuery } from './any-query.ts'
import { Random } from './random.ts'
import { hasArea } from './shapes.ts'

/** What an operation that changes something is drawn from, with how often. */
const WEIGHTS = {
  step: 12, settle: 0.4, spawn: 6, child: 2.5, despawn: 2, respawn: 1, wake: 0.6, touch: 0.6, tag: 3, kind: 1.5, set: 4, write: 4,
  reshape: 1.5, resize: 1, strip: 1, push: 3, turn: 1, teleport: 1.5, attach: 0.7, hook: 0.8, settings: 0.5, idle: 0.5,
  vacate: 0.3, query: 8, within: 1.5, reinstall: 0.08,
}
type Choice = keyof typeof WEIGHTS

const STEPS = [1 / 60, 1 / 60, 1 / 60, 1 / 30, 1 / 120, 1 / 240, 0.1]

/** Makes a program of a seed: the same one on every machine. */
export function generate(seed: number, operations: number): Program {
  return new Generator(seed).make(operations)
}

class Generator {
  private readonly random: Random
  private readonly seed: number
  private readonly weights = new Map<Choice, number>()
  private readonly worlds: number
  /** Slots by world, bodies and children. */
  private readonly bodies: number[][] = [[], []]
  private readonly children: number[][] = [[], []]
  private nextSlot = 1
  private world = 0
  /** How far from the middle things are put. */
  private readonly spread: number
  /** Every second program has joints, fields, characters and saved states, too. */
  private readonly extras: ExtraGenerator | null

  constructor(seed: number) {
    this.seed = seed
    this.random = new Random(seed)
    this.worlds = this.random.chance(0.15) ? 2 : 1
    this.spread = this.random.pick([0.5, 2, 4])
    // Swarm testing: each program favors some operations and does without others, so that rare combinations come up.
    for (const name of Object.keys(WEIGHTS) as Choice[]) {
      const factor = name === 'step' || name === 'spawn' ? this.random.pick([0.5, 1, 2]) : this.random.pick([0, 0.3, 1, 1, 4])
      this.weights.set(name, WEIGHTS[name] * factor)
    }
    this.extras = seed % 2 === 0 ? new ExtraGenerator(new Random(seed ^ 0x5bd1e995), this.spread) : null
  }

  make(count: number): Program {
    const { random } = this
    const operations: Operation[] = []
    for (let world = 0; world < this.worlds; world++) {
      this.world = world
      if (random.chance(0.3)) operations.push({ world, do: 'room', of: random.pick(['boxes', 'segments', 'chain']), half: this.spread + 0.5 })
      else if (random.chance(0.7)) operations.push(this.ground())
    }
    while (operations.length < count) {
      this.world = random.below(this.worlds)
      operations.push(...this.any())
      if (this.extras !== null && random.chance(0.4)) operations.push(...this.extras.any(this.world, this.bodies[this.world]!, () => this.nextSlot++))
    }
    operations.push({ world: 0, do: 'step', dt: 1 / 60, count: 2 })
    const worlds = Array.from({ length: this.worlds }, () => ({ capacity: random.pick([16, 16, 64]), substeps: random.pick([4, 4, 1, 2, 8]), ...(this.extras === null ? {} : { extras: true }) }))
    return { seed: this.seed, worlds, checkEvery: random.pick([1, 1, 1, 3, 1000]), operations }
  }

  private ground(): Operation {
    const slot = this.nextSlot++
    this.bodies[this.world]!.push(slot)
    const shape = { type: 'box', halfWidth: 20, halfHeight: 1, radius: 0 } as const
    return { world: this.world, do: 'spawn', slot, kind: 'static', shape, x: 0, y: -2, angle: 0, tags: [], extras: {} }
  }

  private any(): Operation[] {
    let total = 0
    for (const weight of this.weights.values()) total += weight
    let at = this.random.next() * total
    for (const [name, weight] of this.weights) {
      at -= weight
      if (at < 0) return this.make1(name)
    }
    return []
  }

  private make1(name: Choice): Operation[] {
    const { random, world } = this
    switch (name) {
      case 'step':
        return [{ world, do: 'step', dt: random.pick(STEPS), count: 1 + random.below(random.chance(0.04) ? 30 : 3) }]
      case 'settle':
        return [{ world, do: 'step', dt: 1 / 60, count: 45 }]
      case 'spawn':
        return [this.spawn()]
      case 'child':
        return this.child()
      case 'respawn': {
        // The id is used again at once.
        const slot = this.someSlot()
        return slot === 0 ? [] : [{ world, do: 'despawn', slot }, random.chance(0.3) ? this.child()[0]! : this.spawn()]
      }
      case 'idle':
      case 'vacate':
        return [{ world, do: name, count: 1 + random.below(20) }]
      case 'hook':
        return [{ world, do: 'hook', hook: random.pick(['filterPair', 'preSolve']), rule: random.pick(['none', 'some', 'some', 'throw']), salt: random.below(5) }]
      case 'settings':
        return [{ world, do: 'settings', data: this.settings() }]
      case 'query':
        return [anyQuery(random, world, this.spread, () => this.someSlot())]
      case 'within':
        return this.within()
      case 'reinstall':
        return [{ world, do: 'reinstall' }]
      default: {
        const operation = this.change(name)
        return operation === null ? [] : [operation]
      }
    }
  }

  private change(name: Exclude<Choice, 'step' | 'settle' | 'spawn' | 'child' | 'respawn' | 'idle' | 'vacate' | 'hook' | 'settings' | 'query' | 'within' | 'reinstall'>): Operation | null {
    const { random, world } = this
    const slot = name === 'attach' ? this.someChild() : this.someSlot()
    if (slot === 0) return null
    switch (name) {
      case 'despawn':
      case 'wake':
      case 'touch':
        return { world, do: name, slot }
      case 'tag':
        return { world, do: 'tag', slot, tag: random.pick(['Sleeping', 'Sleeping', 'Sensor', 'Bullet', 'Disabled'] as TagName[]), on: random.chance(0.6) }
      case 'kind':
        return { world, do: 'kind', slot, kind: this.kind() }
      case 'set': {
        const component = random.pick(COMPONENTS)
        return { world, do: 'set', slot, component, data: this.fields(component) }
      }
      case 'write': {
        const component = random.pick(COMPONENTS)
        return { world, do: 'write', slot, component, data: this.fields(component), announce: random.chance(0.4) }
      }
      case 'reshape':
        return { world, do: 'reshape', slot, shape: anyShape(random, 'any') }
      case 'resize':
        return { world, do: 'resize', slot, factor: random.between(0.5, 1.6), announce: random.chance(0.5) }
      case 'strip':
        return { world, do: 'strip', slot, components: random.pick(STRIPPED) }
      case 'push':
        return {
          world, do: 'push', slot, way: random.pick(['force', 'impulse']), x: random.between(-9, 9), y: random.between(-9, 9),
          at: random.chance(0.3) ? [this.place(), this.place()] : null,
        }
      case 'turn':
        return { world, do: 'turn', slot, way: random.pick(['torque', 'impulse']), amount: random.between(-3, 3) }
      case 'teleport':
        return { world, do: 'teleport', slot, x: this.place(), y: this.place(), angle: random.chance(0.5) ? random.between(-4, 4) : null }
      case 'attach':
        return { world, do: 'attach', slot, body: this.someBody(), x: random.between(-1, 1), y: random.between(-1, 1), angle: random.between(-3, 3) }
    }
  }

  private spawn(): Operation {
    const { random, world } = this
    const slot = this.nextSlot++
    this.bodies[world]!.push(slot)
    const kind = this.kind()
    const shape = random.chance(0.04) ? null : anyShape(random, 'any')
    const extras: Record<string, Fields> = {}
    for (const component of ['Material', 'CollisionFilter', 'Motion', 'OneWay', 'Mass'] as const) {
      if (random.chance(0.15)) extras[component] = this.fields(component)
    }
    if (kind !== 'static' && random.chance(0.6)) extras['Velocity'] = this.fields('Velocity')
    if (shape !== null && !hasArea(shape) && extras['Mass'] === undefined) extras['Mass'] = { mass: 1 }
    const tags = ([['Sensor', 0.12], ['Bullet', 0.1], ['Sleeping', 0.06], ['Disabled', 0.03], ['Prefab', 0.02]] as const)
      .filter(([, part]) => random.chance(part)).map(([tag]) => tag)
    return { world, do: 'spawn', slot, kind, shape, x: this.place(), y: this.place(), angle: random.between(-4, 4), tags, extras }
  }

  private child(): Operation[] {
    const { random, world } = this
    const body = this.someBody()
    if (body === 0) return [this.spawn()]
    const slot = this.nextSlot++
    this.children[world]!.push(slot)
    const extras: Record<string, Fields> = {}
    for (const component of ['Material', 'CollisionFilter', 'OneWay'] as const) {
      if (random.chance(0.2)) extras[component] = this.fields(component)
    }
    const tags: TagName[] = random.chance(0.2) ? ['Sensor'] : []
    return [{
      world, do: 'child', slot, body, shape: anyShape(random, 'noChain'), x: random.between(-1, 1), y: random.between(-1, 1),
      angle: random.between(-3, 3), tags, extras: extras as Extras,
    }]
  }

  private within(): Operation[] {
    const { random, world } = this
    const names = ['despawn', 'wake', 'touch', 'tag', 'push', 'turn', 'teleport', 'query', 'set', 'write', 'kind', 'strip', 'spawn', 'reshape', 'resize', 'child'] as const
    const operation = this.make1(random.pick(names))[0]
    if (operation === undefined) return []
    return [
      { world, do: 'within', stage: random.below(8), substep: random.below(2), operation },
      { world, do: 'step', dt: 1 / 60, count: 1 },
    ]
  }

  private kind(): Kind {
    const odds = this.random.next()
    return odds < 0.2 ? 'static' : odds < 0.35 ? 'kinematic' : 'dynamic'
  }

  private settings(): { gravityX: number; gravityY: number; substeps: number; allowSleep: boolean } {
    const { random } = this
    return {
      gravityX: random.chance(0.3) ? random.between(-10, 10) : 0, gravityY: random.pick([-9.81, 0, 10, -50]),
      substeps: random.pick([1, 2, 4, 8]), allowSleep: random.chance(0.8),
    }
  }

  private fields(component: ComponentName): Fields {
    return anyFields(this.random, component, this.spread)
  }

  private place(): number {
    return this.random.between(-this.spread, this.spread)
  }

  private someSlot(): number {
    return this.random.chance(0.25) ? this.someChild() || this.someBody() : this.someBody()
  }

  private someBody(): number {
    const slots = this.bodies[this.world]!
    // The younger ones are more likely to be there still.
    return slots.length === 0 ? 0 : slots[this.random.chance(0.5) ? this.random.below(slots.length) : slots.length - 1 - this.random.below(Math.min(6, slots.length))]!
  }

  private someChild(): number {
    const slots = this.children[this.world]!
    return slots.length === 0 ? 0 : slots[slots.length - 1 - this.random.below(Math.min(6, slots.length))]!
  }
}

const COMPONENTS: readonly ComponentName[] = [
  'Position', 'Rotation', 'Velocity', 'Velocity', 'Mass', 'Material', 'Motion', 'CollisionFilter', 'OneWay', 'Collider',
]

const STRIPPED: readonly (readonly (ComponentName | 'Shape' | 'BroadphaseAABB')[])[] = [
  ['Shape'], ['Shape', 'Position'], ['Velocity'], ['Rotation'], ['Mass'], ['Material'], ['Motion'], ['CollisionFilter'], ['OneWay'],
  ['BroadphaseAABB'],
]

function anyFields(random: Random, component: ComponentName, spread: number): Fields {
  switch (component) {
    case 'Position':
      return { x: random.between(-spread, spread), y: random.between(-spread, spread) }
    case 'Rotation':
      return { angle: random.between(-4, 4) }
    case 'Velocity': {
      const fast = random.chance(0.1) ? 60 : 5
      return { x: random.between(-fast, fast), y: random.between(-fast, fast), angular: random.between(-6, 6) }
    }
    case 'Mass':
      return random.chance(0.3) ? { mass: random.between(0.1, 9), centerX: random.between(-0.3, 0.3) } : { mass: random.between(0.1, 9) }
    case 'Material':
      return {
        friction: random.between(0, 1.5), restitution: random.chance(0.4) ? random.between(0, 1) : 0, density: random.between(0.1, 5),
        rollingResistance: random.chance(0.2) ? 0.1 : 0, tangentSpeed: random.chance(0.2) ? random.between(-3, 3) : 0,
        frictionRule: random.chance(0.2) ? random.below(6) : 0, restitutionRule: random.chance(0.2) ? random.below(6) : 0,
      }
    case 'Motion':
      return {
        gravityScale: random.between(-1, 2), linearDamping: random.chance(0.3) ? random.between(0, 5) : 0,
        angularDamping: random.chance(0.3) ? random.between(0, 5) : 0, maxSpeed: random.chance(0.2) ? 3 : 0,
        lockX: random.below(2), lockY: random.below(2), lockRotation: random.below(2),
      }
    case 'CollisionFilter':
      return { category: 1 << random.below(3), mask: random.chance(0.5) ? 7 : random.below(8), group: random.chance(0.2) ? random.below(5) - 2 : 0 }
    case 'OneWay':
      return { x: random.between(-1, 1), y: random.between(0.1, 1) }
    case 'Collider':
      return { x: random.between(-1, 1), y: random.between(-1, 1), angle: random.between(-3, 3) }
  }
}
