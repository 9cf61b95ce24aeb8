import { anyShape } from './any-shape.ts'
import type { Operation } from './operations.ts'
import type { Random } from './random.ts'

/** What is drawn of these, with how often: each program has some of the groups. */
const WEIGHTS = {
  joints: { joint: 5, gear: 0.5, flip: 0.6, drive: 0.6, unjoint: 0.7 },
  fields: { field: 1.5, tune: 0.5, blow: 0.5 },
  characters: { walk: 3 },
  explosions: { explode: 1 },
  states: { save: 1.5, restore: 1.5 },
}
type Choice = { [G in keyof typeof WEIGHTS]: keyof (typeof WEIGHTS)[G] }[keyof typeof WEIGHTS]

const JOINTS = ['distance', 'revolute', 'prismatic', 'weld', 'wheel', 'motor', 'pulley', 'filter'] as const
const FIELDS = ['force', 'gravity', 'radial', 'wind', 'current', 'drag', 'belt', 'water'] as const

/** Draws operations about what needs more than bodies: joints, fields, characters, and states that are put back. */
export class ExtraGenerator {
  private readonly random: Random
  private readonly weights: readonly [Choice, number][]
  private readonly spread: number
  private readonly joints: number[][] = [[], []]
  private bodies: number[] = []
  private nextSlot = (): number => 0

  constructor(random: Random, spread: number) {
    this.random = random
    this.spread = spread
    // Swarm testing, as with all others.
    this.weights = Object.values(WEIGHTS).flatMap((group) => {
      const factor = random.pick([0, 0, 1, 1, 3])
      return Object.entries(group).map(([name, weight]) => [name as Choice, weight * factor] as const)
    })
  }

  /** @param bodies Slots of bodies. @param nextSlot A slot that is free; fields become bodies. */
  any(world: number, bodies: number[], nextSlot: () => number): Operation[] {
    const { random, weights } = this
    this.bodies = bodies
    this.nextSlot = nextSlot
    let at = random.next() * weights.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of weights) {
      at -= weight
      if (at < 0) return this.make(name, world)
    }
    return []
  }

  private make(name: Choice, world: number): Operation[] {
    const { random } = this
    const place = (): number => random.between(-this.spread, this.spread)
    const joints = this.joints[world]!
    const joint = joints.length === 0 ? 0 : random.pick(joints)
    switch (name) {
      case 'joint':
      case 'gear': {
        const slot = this.nextSlot()
        joints.push(slot)
        const spec = {
          kind: name === 'gear' ? 'gear' as const : random.pick(JOINTS), limit: random.chance(0.4), spring: random.chance(0.3), motor: random.chance(0.3),
          weak: random.chance(0.3) ? random.pick(['off', 'gone'] as const) : 'none' as const, collide: random.chance(0.4), x: place(), y: place(),
        }
        const ends = name === 'gear' ? [random.pick(joints), random.pick(joints)] : [this.body(), this.body()]
        return [{ world, do: 'joint', slot, a: ends[0]!, b: ends[1]!, spec }]
      }
      case 'flip':
      case 'unjoint':
        return joint === 0 ? [] : [{ world, do: name, slot: joint }]
      case 'drive':
        return joint === 0 ? [] : [{ world, do: 'drive', slot: joint, speed: random.between(-3, 3), announce: random.chance(0.5) }]
      case 'field':
      case 'tune': {
        const spec = { kind: random.pick(FIELDS), x: random.between(-9, 9), y: random.between(-9, 9), priority: random.chance(0.2) ? 1 : 0, varies: random.chance(0.3) }
        if (name === 'tune') return [{ world, do: 'tune', slot: this.body(), spec }]
        const slot = this.nextSlot()
        this.bodies.push(slot)
        return [{ world, do: 'field', slot, shape: anyShape(random, 'solid'), x: place(), y: place(), solid: random.chance(0.2), spec }]
      }
      case 'explode':
        return [{ world, do: 'explode', x: place(), y: place(), radius: random.between(0, 2), impulse: random.between(-2, 4), occlusion: random.pick(['none', 'static', 'all']) }]
      case 'blow':
        return [{ world, do: 'blow', slot: this.body(), x: random.between(-9, 9), y: random.between(-9, 9), lift: random.chance(0.3) ? 0.4 : 0 }]
      case 'walk':
        return this.walk(world)
      case 'save':
      case 'restore':
        return [{ world, do: name }]
    }
  }

  /** The younger ones are more likely to be there still. */
  private body(): number {
    const { random, bodies } = this
    return bodies.length === 0 ? 0 : bodies[bodies.length - 1 - random.below(random.chance(0.8) ? Math.min(5, bodies.length) : bodies.length)]!
  }

  /** A body becomes a character, and goes for some steps. */
  private walk(world: number): Operation[] {
    const { random } = this
    const slot = this.body()
    const operation = { world, do: 'walk', slot, vx: random.between(-6, 6), vy: random.pick([0, -1, -4, 5]), dt: random.pick([1 / 60, 1 / 60, 1 / 30, 0]) } as const
    const before: Operation[] = random.chance(0.7) ? [{ world, do: 'kind', slot, kind: 'kinematic' }] : []
    return [...before, ...Array.from({ length: 1 + random.below(4) }, () => [{ world, do: 'step' as const, dt: 1 / 60, count: 1 }, operation]).flat()]
  }
}
