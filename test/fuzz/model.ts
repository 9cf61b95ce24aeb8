/**
 * What the colliders of a world are, told from what the program did and from the components that everyone can read:
 * nothing here looks into the engine.
 */
import { type World, Prefab, entityExists, hasComponent } from 'bitecs'
import { type Physics, ShapeType, bodyOf, isSleeping } from '../../src/index.ts'
import { type Bounds, type Solid, boundsOf, outline } from './geometry.ts'
import type { Kind, ShapeSpec, Vector } from './operations.ts'

/** An entity of a program, and what is known of it besides its components. */
export interface Slot {
  readonly name: number
  readonly entity: number
  /** The shape that was set last; points can be read nowhere else. */
  shape: ShapeSpec | null
  /** Written to without an announcement while it rested: nobody knows yet whether the engine has seen it. */
  stale: boolean
  /** Its filter was written to without an announcement where the engine does not look: which of the two acts is not promised. */
  refiltered: boolean
  /** Tagged `Sleeping` by the program, and not awake since. */
  tagged: boolean
  /** Whether it may have become another body since the last poll. */
  remade: boolean
}

/** A collider: a body's own shape, a child, or all links of a chain. */
export interface Part {
  readonly slot: Slot
  readonly entity: number
  readonly body: number
  readonly kind: Kind
  readonly awake: boolean
  /** Length per second: how fast its fastest point is at most. */
  readonly speed: number
  readonly sensor: boolean
  readonly chain: boolean
  readonly solids: readonly Solid[]
  readonly bounds: Bounds
  readonly stale: boolean
  readonly refiltered: boolean
  readonly tagged: boolean
  readonly category: number
  readonly mask: number
  readonly group: number
}

/** What the model needs to see of a world that is being played. */
export interface Seen {
  readonly world: World
  readonly physics: Physics
  readonly slots: ReadonlyMap<number, Slot>
  /** Whether a step runs: the poses that the engine works with are not those of the components then. */
  readonly stepping: boolean
}

export class Model {
  readonly parts: Part[] = []
  private readonly byEntity = new Map<number, Part>()
  private readonly seen: Seen

  constructor(seen: Seen) {
    this.seen = seen
    const owners = new Map<number, Slot>()
    for (const slot of seen.slots.values()) owners.set(slot.entity, slot)
    for (const slot of seen.slots.values()) this.add(slot, owners)
  }

  /** The collider with this id; for a link of a chain that of the chain. */
  find(collider: number): Part | undefined {
    const part = this.byEntity.get(collider)
    if (part !== undefined) return part
    const { world, physics } = this.seen
    if (!entityExists(world, collider) || !hasComponent(world, collider, physics.components.ChainLink)) return undefined
    return this.byEntity.get(bodyOf(world, collider))
  }

  private add(slot: Slot, owners: ReadonlyMap<number, Slot>): void {
    const { world, physics } = this.seen
    const { components: c } = physics
    const { entity, shape } = slot
    if (shape === null || !isPresent(this.seen, entity) || !hasComponent(world, entity, c.Shape)) return
    const child = hasComponent(world, entity, c.Collider)
    const body = child ? c.Collider.body[entity]! : entity
    const owner = owners.get(body)
    if (owner === undefined || !isBodyEntity(this.seen, body)) return
    const kind = kindOf(this.seen, body)
    const solids = solidsOf(physics, shape, entity, body)
    const part: Part = {
      slot,
      entity,
      body,
      kind,
      awake: isMoving(this.seen, body, kind),
      speed: kind === 'static' ? 0 : speedOf(physics, body, boundsOf(solids)),
      sensor: hasComponent(world, entity, c.Sensor),
      chain: shape.type === 'chain',
      solids,
      bounds: boundsOf(solids),
      stale: slot.stale || owner.stale,
      refiltered: slot.refiltered,
      tagged: slot.tagged || owner.tagged,
      category: c.CollisionFilter.category[entity]!,
      mask: c.CollisionFilter.mask[entity]!,
      group: c.CollisionFilter.group[entity]!,
    }
    this.parts.push(part)
    this.byEntity.set(entity, part)
  }
}

/** Whether an entity is there and takes part. */
export function isPresent({ world, physics }: Seen, entity: number): boolean {
  return (
    entityExists(world, entity) &&
    !hasComponent(world, entity, physics.components.Disabled) &&
    !hasComponent(world, entity, Prefab)
  )
}

/** Whether an entity can be a body: one with a place that is no child. */
export function isBodyEntity(seen: Seen, entity: number): boolean {
  const { Position, Collider } = seen.physics.components
  return isPresent(seen, entity) && hasComponent(seen.world, entity, Position) && !hasComponent(seen.world, entity, Collider)
}

/** Whether one has no collider: what loses its last one is no body any more, and sleeps no more, without an event. */
export function isBare(seen: Seen, body: number): boolean {
  const { world, physics, slots } = seen
  const { Shape, Collider } = physics.components
  if (hasComponent(world, body, Shape)) return false
  for (const { entity } of slots.values()) {
    // One that is disabled is none.
    if (!isPresent(seen, entity) || !hasComponent(world, entity, Collider)) continue
    if (Collider.body[entity] === body && hasComponent(world, entity, Shape)) return false
  }
  return true
}

export function kindOf({ world, physics }: Seen, body: number): Kind {
  if (hasComponent(world, body, physics.components.Static)) return 'static'
  return hasComponent(world, body, physics.components.Kinematic) ? 'kinematic' : 'dynamic'
}

/** Whether a body moves by the words of the documentation: plain writes to all of its fields are seen then. */
export function isMoving({ world, physics }: Seen, body: number, kind: Kind): boolean {
  if (kind === 'static') return false
  const { x, y, angular } = physics.components.Velocity
  // A tag that was just put is taken in by the next step.
  if (isSleeping(world, body) || hasComponent(world, body, physics.components.Sleeping)) return false
  return kind === 'dynamic' || (x[body] !== 0 || y[body] !== 0 || angular[body] !== 0)
}

function speedOf(physics: Physics, body: number, [minX, minY, maxX, maxY]: Bounds): number {
  const { Position, Velocity } = physics.components
  const arm = Math.max(maxX - Position.x[body]!, Position.x[body]! - minX) + Math.max(maxY - Position.y[body]!, Position.y[body]! - minY)
  return Math.hypot(Velocity.x[body]!, Velocity.y[body]!) + Math.abs(Velocity.angular[body]!) * arm
}

function solidsOf(physics: Physics, shape: ShapeSpec, entity: number, body: number): Solid[] {
  const { Position, Rotation, Shape, Collider } = physics.components
  // A body whose own shape never turns has an angle, but nothing of it shows.
  const bodyAngle = Shape.type[body] === ShapeType.Aabb ? 0 : Rotation.angle[body]!
  let x = Position.x[body]!
  let y = Position.y[body]!
  let angle = bodyAngle
  if (entity !== body) {
    const [dx, dy] = turned([Collider.x[entity]!, Collider.y[entity]!], bodyAngle)
    x += dx
    y += dy
    angle += Collider.angle[entity]!
  }
  if (shape.type === 'aabb') angle = 0
  const place = (points: readonly Vector[]): Vector[] =>
    points.map((p): Vector => {
      const [u, v] = turned(p, angle)
      return [x + u, y + v]
    })
  return localSolids(physics, shape, entity).map((solid) => ({ ...solid, core: place(solid.core) }))
}

/** The sizes of simple shapes are those of the component, which may have been written to. */
function localSolids(physics: Physics, shape: ShapeSpec, entity: number): Solid[] {
  const { halfWidth, halfHeight, radius } = physics.components.Shape
  const w = halfWidth[entity]!
  const h = halfHeight[entity]!
  const one = (core: readonly Vector[]): Solid[] => [{ core, radius: radius[entity]!, sided: false }]
  switch (shape.type) {
    case 'circle':
      return one([[0, 0]])
    case 'box':
    case 'aabb':
      return one([[-w, -h], [w, -h], [w, h], [-w, h]])
    case 'capsule':
      return one(w === 0 ? [[0, -h], [0, h]] : [[-w, 0], [w, 0]])
    case 'polygon':
      return one(outline(shape.points))
    case 'segment':
      return one(shape.points)
    case 'chain':
      return linksOf(shape.points, shape.loop)
  }
}

function linksOf(points: readonly Vector[], loop: boolean): Solid[] {
  const count = loop ? points.length : points.length - 1
  return Array.from({ length: count }, (_, i) => ({
    core: [points[i]!, points[(i + 1) % points.length]!],
    radius: 0,
    sided: true,
  }))
}

/** A shape on its own, not yet of any entity. */
export function looseSolids(shape: ShapeSpec, x: number, y: number, angle: number): Solid[] {
  const turn = shape.type === 'aabb' ? 0 : angle
  const place = (points: readonly Vector[]): Vector[] =>
    points.map((p): Vector => {
      const [u, v] = turned(p, turn)
      return [x + u, y + v]
    })
  switch (shape.type) {
    case 'circle':
      return [{ core: place([[0, 0]]), radius: shape.radius, sided: false }]
    case 'box':
    case 'aabb': {
      const { halfWidth: w, halfHeight: h } = shape
      return [{ core: place([[-w, -h], [w, -h], [w, h], [-w, h]]), radius: shape.radius, sided: false }]
    }
    case 'capsule': {
      const l = shape.halfLength
      return [{ core: place(shape.axis === 'y' ? [[0, -l], [0, l]] : [[-l, 0], [l, 0]]), radius: shape.radius, sided: false }]
    }
    case 'polygon':
      return [{ core: place(outline(shape.points)), radius: shape.radius, sided: false }]
    case 'segment':
      return [{ core: place(shape.points), radius: 0, sided: false }]
    case 'chain':
      return linksOf(shape.points, shape.loop).map((link) => ({ ...link, core: place(link.core) }))
  }
}

function turned([x, y]: Vector, angle: number): Vector {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return [c * x - s * y, s * x + c * y]
}
