import { type ComponentRef, type World, query } from 'bitecs'
import type { PhysicsComponents } from '../../components/index.ts'

/** Whose component an object is, for all worlds with physics. */
interface Owner {
  readonly world: World
  readonly name: string
}

const owners = new WeakMap<object, Owner>()

/**
 * Finds what bitECS takes for a component like any other, but can only be a mistake: a shape, such as `circle(1)` where
 * `set(Shape, circle(1))` was meant, and a component of the physics of another world, which nobody here would look at.
 */
export class Strangers {
  private readonly world: World
  private readonly suspects: { component: object; what: string }[] = []
  private readonly own: ReadonlySet<object>
  /** Components of the world that were looked at. */
  private seen = 0
  /** What bitECS keeps of each component of the physics; another object when it was registered again. */
  private readonly kept = new Map<object, unknown>()
  private registrations = 0

  constructor(world: World, components: PhysicsComponents) {
    this.world = world
    this.own = new Set(Object.values(components))
    for (const [name, component] of Object.entries(components)) {
      // Stores that a user brought may serve several worlds that share their entity ids.
      if (!owners.has(component)) owners.set(component, { world, name })
    }
  }

  /**
   * @param known The components that the world knows, in the order in which they were first used.
   * @param registrations How often one was registered.
   * @throws Error when an entity has one that is a mistake, or one of the physics was registered again.
   */
  check(known: ReadonlyMap<unknown, unknown>, registrations: number): void {
    if (registrations !== this.registrations) this.noteRegistrations(known, registrations)
    if (known.size !== this.seen) this.look(known)
    for (let i = 0; i < this.suspects.length; i++) {
      const { component, what } = this.suspects[i]!
      const [entity] = query(this.world, [component as ComponentRef])
      if (entity !== undefined) throw new Error(`bitecs-physics: entity ${entity} has ${what}.`)
    }
  }

  /**
   * bitECS gives a component another bit when it is registered again, and calls no observer and fills no query of before.
   * @throws Error when one of the physics was.
   */
  noteRegistrations(known: ReadonlyMap<unknown, unknown>, registrations: number): void {
    for (const component of this.own) {
      const data = known.get(component)
      const before = this.kept.get(component)
      if (before !== undefined && before !== data) {
        throw new Error(
          `bitecs-physics: ${owners.get(component)?.name ?? 'a component'} was registered again, and bitECS has forgotten who has it. ` +
            'Call registerComponents for components of yours alone, and once in a world: addPhysics registers its own.',
        )
      }
      if (data !== undefined) this.kept.set(component, data)
    }
    this.registrations = registrations
  }

  private look(known: ReadonlyMap<unknown, unknown>): void {
    let index = 0
    for (const component of known.keys()) {
      if (index++ < this.seen || typeof component !== 'object' || component === null) continue
      const what = this.mistake(component)
      if (what !== '') this.suspects.push({ component, what })
    }
    this.seen = known.size
  }

  private mistake(component: object): string {
    if (this.own.has(component)) return ''
    const owner = owners.get(component)
    if (owner !== undefined && owner.world !== this.world) {
      return `the ${owner.name} of another world. Take it from getPhysics(world).components of its own world`
    }
    const { type, halfWidth, halfHeight, radius } = component as Record<string, unknown>
    const isShape = [type, halfWidth, halfHeight, radius].every((value) => typeof value === 'number')
    return isShape ? 'a shape as a component. Write set(Shape, circle(1)), and remove the shape itself from the entity' : ''
  }
}
