import { type World, addComponents, addEntity, createWorld, entityExists, removeEntity, set } from 'bitecs'
import {
  type Physics, type ShapeData, addPhysics, box, capsule, chain, circle, distanceJoint, polygon, rect, revoluteJoint, spawnBody, stepPhysics,
} from '../../src/index.ts'
import { Random } from '../fuzz/random.ts'

/** Bodies of a pit: so many are replaced, one after the other, before the next pit has its turn. */
export const PIT_BODIES = 50
/** Meters: half the inner width, and the height of the walls. */
const HALF = 4
const HEIGHT = 9
const ROW = 10
const PITCH_X = 2 * HALF + 4
const PITCH_Y = HEIGHT + 6
/** Bodies fall in by turns in lanes this wide, at this speed: none falls onto the one that came before it. */
const LANE = 1
const FALL = 8
/** Meters. How far the middle of a body may be in a wall: it is held there by a sweep. */
const TOLERANCE = 0.05

/** What was found to be wrong with a body. */
export interface Loss {
  readonly step: number
  readonly entity: number
  readonly text: string
}

/**
 * Pits with a pile of bodies each. The world goes from pit to pit: every few steps one body of the pit goes and another one
 * comes, which may be of any shape, hang on a joint, consist of parts, only report, or be swept. So it goes on for good,
 * with as many bodies as at first.
 */
export class Pits {
  readonly world: World
  readonly physics: Physics
  readonly losses: Loss[] = []
  /** What came and went. */
  spawned = 0
  removed = 0
  steps = 0
  private readonly pace: number
  private readonly random: Random
  /** By slot: the body, its parts, and its joint, which may have gone with the other body. */
  private readonly bodies: number[]
  private readonly parts: number[][]
  private readonly joints: number[]
  private readonly planks: number[]

  /**
   * @param bodies How many, {@link PIT_BODIES} to a pit.
   * @param pace Steps from one replacement to the next.
   */
  constructor(bodies: number, pace: number, seed: number) {
    if (!(Number.isInteger(bodies / PIT_BODIES) && bodies > 0)) throw new RangeError(`soak: bodies must be a multiple of ${PIT_BODIES}, got ${bodies}.`)
    this.pace = pace
    this.random = new Random(seed)
    this.world = createWorld()
    this.physics = addPhysics(this.world)
    this.bodies = Array.from({ length: bodies }, () => 0)
    this.parts = this.bodies.map(() => [])
    this.joints = this.bodies.map(() => 0)
    this.planks = Array.from({ length: this.count }, () => 0)
    for (let pit = 0; pit < this.count; pit++) this.addWalls(pit)
  }

  /** How many pits there are. */
  get count(): number {
    return this.bodies.length / PIT_BODIES
  }

  /** Bodies that are there now, those of the walls not counted. */
  get alive(): number {
    return this.bodies.reduce((sum, body) => sum + (body !== 0 && entityExists(this.world, body) ? 1 : 0), 0)
  }

  /** Replaces one body, if it is its turn, and steps. */
  step(): void {
    if (this.steps % this.pace === 0) this.replace(this.steps / this.pace)
    stepPhysics(this.world, 1 / 60)
    this.steps++
  }

  /** Looks at every body. */
  checkAll(): void {
    for (let slot = 0; slot < this.bodies.length; slot++) if (this.bodies[slot] !== 0) this.check(slot, Math.floor(slot / PIT_BODIES))
  }

  private replace(count: number): void {
    const visit = Math.floor(count / PIT_BODIES)
    const pit = visit % this.count
    const turn = count % PIT_BODIES
    if (turn === 0) this.replacePlank(pit)
    // In the first round every slot is filled once; later ones take what they find, so some grow old.
    const slot = pit * PIT_BODIES + (visit < this.count ? turn : this.random.below(PIT_BODIES))
    this.remove(slot, pit)
    this.spawn(slot, pit, turn)
  }

  private middleOf(pit: number): { x: number; y: number } {
    return { x: (pit % ROW) * PITCH_X, y: Math.floor(pit / ROW) * PITCH_Y }
  }

  private addWalls(pit: number): void {
    const { world } = this
    const { x, y } = this.middleOf(pit)
    if (pit % 3 === 0) {
      const points = [{ x: -HALF, y: HEIGHT }, { x: -HALF, y: 0 }, { x: -1, y: 0 }, { x: 1, y: 0 }, { x: HALF, y: 0 }, { x: HALF, y: HEIGHT }]
      spawnBody(world, { shape: chain(points), x, y, type: 'static' })
      return
    }
    for (const side of [-1, 1]) spawnBody(world, { shape: box(0.5, HEIGHT / 2), x: x + side * (HALF + 0.5), y: y + HEIGHT / 2, type: 'static' })
    const tiles = pit % 3 === 1 ? 1 : 2 * HALF
    for (let i = 0; i < tiles; i++) {
      const width = (2 * HALF) / tiles
      spawnBody(world, { shape: rect(width, 1), x: x - HALF + (i + 0.5) * width, y: y - 0.5, type: 'static' })
    }
  }

  /** What is built into the level changes, too. */
  private replacePlank(pit: number): void {
    const { x, y } = this.middleOf(pit)
    if (this.planks[pit] !== 0) removeEntity(this.world, this.planks[pit]!)
    const shape = this.random.chance(0.5) ? rect(1.5, 0.2) : this.polygon(0.6)
    this.planks[pit] = spawnBody(this.world, { shape, x: x + this.random.between(-2, 2), y: y + 4.5, angle: this.random.between(-1, 1), type: 'static' })
  }

  private remove(slot: number, pit: number): void {
    const { world } = this
    const body = this.bodies[slot]!
    if (body === 0) return
    this.check(slot, pit)
    for (const part of this.parts[slot]!) removeEntity(world, part)
    this.parts[slot] = []
    this.bodies[slot] = this.joints[slot] = 0
    if (!entityExists(world, body)) return
    removeEntity(world, body)
    this.removed++
  }

  private spawn(slot: number, pit: number, turn: number): void {
    const { world, random, physics } = this
    const middle = this.middleOf(pit)
    const lanes = (2 * HALF) / LANE
    const x = middle.x - HALF + (((turn * 3) % lanes) + 0.5) * LANE
    const y = middle.y + HEIGHT - 1.5
    const body = spawnBody(world, {
      shape: this.anyShape(), x, y, angle: random.between(-3, 3),
      velocity: { x: random.between(-1, 1), y: -FALL, angular: random.between(-3, 3) },
      material: { friction: random.between(0.2, 1), restitution: random.chance(0.2) ? 0.3 : 0, density: random.between(0.5, 2) },
      bullet: random.chance(0.05),
    })
    this.bodies[slot] = body
    this.spawned++
    const kind = random.next()
    if (kind < 0.1) this.addPart(slot, box(0.3, 0.1), false)
    else if (kind < 0.15) this.addPart(slot, circle(0.6), true)
    else if (kind < 0.25 && turn > lanes) this.tie(slot, physics)
  }

  /** Another shape on the same body, which may only report. */
  private addPart(slot: number, shape: ShapeData, sensor: boolean): void {
    const { Collider, Shape, Sensor } = this.physics.components
    const part = addEntity(this.world)
    addComponents(this.world, part, set(Collider, { body: this.bodies[slot]!, x: 0.1, y: 0 }), set(Shape, shape), ...(sensor ? [Sensor] : []))
    this.parts[slot]!.push(part)
  }

  /** Hangs a body on any one of its pit. */
  private tie(slot: number, { components }: Physics): void {
    const other = slot - (slot % PIT_BODIES) + this.random.below(PIT_BODIES)
    const body = this.bodies[other]!
    if (other === slot || body === 0 || !entityExists(this.world, body)) return
    const { x, y } = this.placeOf(this.bodies[slot]!)
    const joint = this.random.chance(0.5) && Math.abs(this.placeOf(body).y - y) < 2
      ? revoluteJoint(this.bodies[slot]!, body, { x, y })
      : distanceJoint(this.bodies[slot]!, body, { spring: { hertz: 2, dampingRatio: 1 }, breakForce: 500, removeBroken: true })
    this.joints[slot] = addEntity(this.world)
    addComponents(this.world, this.joints[slot]!, set(components.Joint, joint))
  }

  private anyShape(): ShapeData {
    const { random } = this
    const size = random.between(0.15, 0.4)
    switch (random.below(5)) {
      case 0:
        return circle(size)
      case 1:
        return box(size, size * random.between(0.4, 1))
      case 2:
        return capsule(size * 0.7, size * 0.5)
      default:
        return this.polygon(size)
    }
  }

  private polygon(size: number): ShapeData {
    const { random } = this
    const corners = 3 + random.below(5)
    const turn = random.next() * 7
    const points = Array.from({ length: corners }, (_, i) => {
      const angle = turn + (2 * Math.PI * (i + 0.5 * random.next())) / corners
      return { x: size * Math.cos(angle), y: size * Math.sin(angle) }
    })
    return polygon(points, random.chance(0.3) ? 0.1 * size : 0)
  }

  private placeOf(body: number): { x: number; y: number } {
    const { Position } = this.physics.components
    return { x: Position.x[body]!, y: Position.y[body]! }
  }

  private check(slot: number, pit: number): void {
    const body = this.bodies[slot]!
    if (!entityExists(this.world, body)) {
      this.lose(body, `${body} of pit ${pit} is gone, and nobody removed it`)
      this.bodies[slot] = 0
      return
    }
    const { Velocity, Rotation } = this.physics.components
    const { x, y } = this.placeOf(body)
    const numbers = [x, y, Rotation.angle[body]!, Velocity.x[body]!, Velocity.y[body]!, Velocity.angular[body]!]
    const middle = this.middleOf(pit)
    const text = `${body} of pit ${pit} at (${(x - middle.x).toFixed(3)}, ${(y - middle.y).toFixed(3)})`
    if (!numbers.every(Number.isFinite)) this.lose(body, `${text} has the numbers ${numbers.join(', ')}`)
    else if (Math.abs(x - middle.x) > HALF + TOLERANCE || y < middle.y - TOLERANCE || y > middle.y + HEIGHT) this.lose(body, `${text} left it`)
  }

  private lose(entity: number, text: string): void {
    if (this.losses.some((loss) => loss.entity === entity && loss.text.includes('left it') && text.includes('left it'))) return
    this.losses.push({ step: this.steps, entity, text })
  }
}
