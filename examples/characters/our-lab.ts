import { type EntityId, type World, addComponents, addEntity, createWorld, deleteWorld } from 'bitecs'
import {
  type ShapeData, addPhysics, box, capsule, chain, circle, jumpSpeed, moveCharacter, polygon, queryShape, rect, set, setVelocity, spawnBody,
  stepPhysics,
} from '../../src/index.ts'
import type { PhysicsComponents } from '../../components/index.ts'
import { type BoxOptions, type Foot, HALF_WIDTH, HEAD, type Hero, type HeroOptions, type Input, LEGS, type Lab, SIX_GON, type Thing } from './lab.ts'

/** The skin of a character by default. */
const SKIN = 0.01

/** A shape of a foot, but for the head of the compound, which is a part of its own. */
export function footOf(foot: Foot): ShapeData {
  switch (foot) {
    case 'circle': return circle(0.5)
    case 'box': return box(0.4, 0.5)
    case 'capsule': return capsule(0.2, 0.3, 'y')
    case 'polygon': return polygon(SIX_GON.map(([x, y]) => ({ x, y })))
    case 'compound': return box(LEGS.halfWidth, LEGS.halfHeight)
  }
}

/** Makes a character of a foot. */
export function spawnHero(world: World, components: PhysicsComponents, foot: Foot, x: number, y: number, options: HeroOptions = {}): EntityId {
  const { Character, Collider, Kinematic, Position, Shape, Velocity } = components
  const hero = addEntity(world)
  const { up, ...settings } = options
  const character = up === undefined ? settings : { ...settings, upX: up[0], upY: up[1] }
  addComponents(world, hero, set(Position, { x, y }), Velocity, Kinematic, set(Character, character))
  if (foot !== 'compound') {
    addComponents(world, hero, set(Shape, footOf(foot)))
    return hero
  }
  for (const [shape, at] of [[footOf(foot), LEGS.y], [circle(HEAD.radius), HEAD.y]] as const) {
    addComponents(world, addEntity(world), set(Shape, shape), set(Collider, { body: hero, y: at }))
  }
  return hero
}

class OurHero implements Hero {
  input: Input = {}
  readonly lab: OurLab
  readonly entity: EntityId
  readonly foot: Foot

  constructor(lab: OurLab, entity: EntityId, foot: Foot) {
    this.lab = lab
    this.entity = entity
    this.foot = foot
  }

  get x(): number {
    return this.lab.components.Position.x[this.entity]!
  }

  get y(): number {
    return this.lab.components.Position.y[this.entity]!
  }

  get grounded(): boolean {
    return this.lab.components.CharacterState.grounded[this.entity] === 1
  }

  get vx(): number {
    return this.lab.components.CharacterState.vx[this.entity]!
  }

  get vy(): number {
    return this.lab.components.CharacterState.vy[this.entity]!
  }

  setUp(x: number, y: number): void {
    this.lab.components.Character.upX[this.entity] = x
    this.lab.components.Character.upY[this.entity] = y
  }

  fits(height: number): boolean {
    const { lab, entity } = this
    const foot = rect(2 * HALF_WIDTH[this.foot], height)
    return queryShape(lab.world, foot, this.x, this.y - 0.5 + 0.5 * height, 0, { exclude: entity }).count === 0
  }

  /** What a game does with its character. */
  move(dt: number): void {
    const { Character } = this.lab.components
    const { gravity } = this.lab
    const { entity, input } = this
    const upX = Character.upX[entity]!
    const upY = upX === 0 && Character.upY[entity] === 0 ? 1 : Character.upY[entity]!
    const run = input.run ?? 0
    let rise = this.vx * upX + this.vy * upY - gravity * dt
    if (input.jump !== undefined && this.grounded) rise = jumpSpeed(input.jump, gravity, dt)
    Character.dropThrough[entity] = input.drop === true ? 1 : 0
    moveCharacter(this.lab.world, entity, run * upY + rise * upX, rise * upY - run * upX, dt)
  }
}

/** A world of this engine. */
export class OurLab implements Lab {
  readonly name = 'bitecs-physics'
  readonly skin = SKIN
  readonly world = createWorld()
  readonly components: PhysicsComponents
  readonly heroes: OurHero[] = []
  readonly gravity: number

  constructor(gravity: number) {
    this.gravity = gravity
    this.components = addPhysics(this.world, { gravity: { x: 0, y: -gravity } }).components
  }

  box(x: number, y: number, halfWidth: number, halfHeight: number, options: BoxOptions = {}): Thing {
    return this.body('static', x, y, box(halfWidth, halfHeight), options)
  }

  ground(points: readonly (readonly [number, number])[]): void {
    spawnBody(this.world, { shape: chain(points.map(([x, y]) => ({ x, y }))), type: 'static' })
  }

  platform(x: number, y: number, halfWidth: number, halfHeight: number, options: BoxOptions = {}): Thing {
    return this.body('kinematic', x, y, box(halfWidth, halfHeight), options)
  }

  crate(x: number, y: number, halfWidth: number, halfHeight: number, options: BoxOptions = {}): Thing {
    return this.body('dynamic', x, y, box(halfWidth, halfHeight), options)
  }

  sensor(x: number, y: number, halfWidth: number, halfHeight: number): void {
    spawnBody(this.world, { shape: box(halfWidth, halfHeight), x, y, type: 'static', sensor: true })
  }

  hero(foot: Foot, x: number, y: number, options?: HeroOptions): Hero {
    const hero = new OurHero(this, spawnHero(this.world, this.components, foot, x, y, options), foot)
    this.heroes.push(hero)
    return hero
  }

  frame(dt: number): void {
    stepPhysics(this.world, dt)
    for (const hero of this.heroes) hero.move(dt)
  }

  free(): void {
    deleteWorld(this.world)
  }

  private body(
    type: 'static' | 'kinematic' | 'dynamic', x: number, y: number, shape: ShapeData,
    { angle = 0, oneWay = false, friction = 0.6, density = 1 }: BoxOptions,
  ): Thing {
    const { world, components: { Position, Rotation } } = this
    const material = { friction, density }
    const entity = spawnBody(world, { x, y, angle, shape, type, material, ...(oneWay ? { oneWay: { x: 0, y: 1 } } : {}) })
    return {
      get x() { return Position.x[entity]! },
      get y() { return Position.y[entity]! },
      get angle() { return Rotation.angle[entity]! },
      drive: (vx, vy, spin = 0) => setVelocity(world, entity, vx, vy, spin),
    }
  }
}
