import type { BroadphaseAABB } from '../../components/broadphase-aabb.ts'
import type { Collider } from '../../components/collider.ts'
import type { Position } from '../../components/position.ts'
import type { Rotation } from '../../components/rotation.ts'
import type { NumericArray } from '../../components/spec.ts'
import type { Velocity } from '../../components/velocity.ts'
import type { Bodies } from '../bodies/bodies.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { Region } from '../stores/memory.ts'

/** Columns of doubles. */
const COLUMNS = 10

/**
 * Columns are copied where at least one of so many entities, up to the last one that is awake, is, and otherwise the numbers of these: one that is copied in a
 * loop takes as long as eight and more that are copied at once (1,024 in 0.17 µs).
 */
const SPARSE = 8

/** Columns are copied in full parts of so many places, so that a body that comes in each step makes no new beginnings. */
const PART = 1024

interface Components {
  readonly Position: Position<NumericArray>
  readonly Rotation: Rotation<NumericArray>
  readonly Velocity: Velocity<NumericArray>
}

/**
 * Where the kernel finds what the components say of awake bodies: copies of their arrays, which lie anywhere. They are shown to it
 * before each function that reads them, since anybody may write to them in between, and written back after those that move bodies.
 * Of entities that are not awake these numbers mean nothing.
 */
export class Motions {
  x!: Float64Array
  y!: Float64Array
  angle!: Float64Array
  velocityX!: Float64Array
  velocityY!: Float64Array
  spin!: Float64Array
  private minX!: Float64Array
  private minY!: Float64Array
  private maxX!: Float64Array
  private maxY!: Float64Array
  private readonly memory: KernelMemory
  private readonly region: Region
  private readonly isOurs: boolean
  /** Places of the columns up to the last one of the bodies that are awake, and the lists of bodies that say so. */
  private top = 0
  private measured = 0
  /** Beginnings of columns, of {@link top} places. */
  private readonly beginnings = new Map<Float64Array, Float64Array>()

  /**
   * @param entities Ids that there are, from 0 on.
   * @param isOurs Whether the arrays of the components are on the heap, and nobody's but the engine's. Those of users are copied number by number:
   * they may be of another kind or length, or another thread may write to what is not awake.
   */
  constructor(memory: KernelMemory, entities: number, isOurs: boolean) {
    this.memory = memory
    this.isOurs = isOurs
    this.region = memory.addRegion()
    memory.follow(() => this.view())
    memory.resize(this.region, entities * COLUMNS * 8)
  }

  /** Has it get room for so many entities when the columns by entity grow: it needs no other memory then. */
  plan(entities: number): void {
    this.memory.plan(this.region, entities * COLUMNS * 8)
  }

  /** To be called before anything is shown: as many entities as there are now have room. May replace the memory. */
  reserve({ awake }: Bodies): void {
    if (this.x.length !== awake.length) this.memory.resize(this.region, awake.length * COLUMNS * 8, false)
  }

  showPoses(bodies: Bodies, { Position, Rotation }: Components): void {
    this.reserve(bodies)
    this.copy(bodies, Position.x, this.x, Position.y, this.y, Rotation.angle, this.angle)
  }

  showVelocities(bodies: Bodies, { Velocity }: Components): void {
    this.reserve(bodies)
    this.copy(bodies, Velocity.x, this.velocityX, Velocity.y, this.velocityY, Velocity.angular, this.spin)
  }

  showBoxes(bodies: Bodies, boxes: BroadphaseAABB): void {
    this.reserve(bodies)
    const { minX, minY, maxX, maxY } = this
    if (this.isDense(bodies)) {
      minX.set(this.beginning(boxes.minX))
      minY.set(this.beginning(boxes.minY))
      maxX.set(this.beginning(boxes.maxX))
      maxY.set(this.beginning(boxes.maxY))
      return
    }
    const { awake, awakeCount } = bodies
    for (let i = 0; i < awakeCount; i++) {
      const body = awake[i]!
      minX[body] = boxes.minX[body]!
      minY[body] = boxes.minY[body]!
      maxX[body] = boxes.maxX[body]!
      maxY[body] = boxes.maxY[body]!
    }
  }

  /**
   * Shows where the parts of awake bodies are in them, in the place of poses, which they have none of: to be called after {@link showPoses} and
   * {@link showBoxes}. Until poses are shown anew they must not be written.
   */
  showParts({ awake, awakeCount, bodyOf, firstChild, nextChild }: Bodies, place: Collider, boxes: BroadphaseAABB): void {
    for (let i = 0; i < awakeCount; i++) {
      for (let child = firstChild[awake[i]!]!; child !== 0; child = nextChild[child]!) {
        if (bodyOf[child] === 0) continue
        this.x[child] = place.x[child]!
        this.y[child] = place.y[child]!
        this.angle[child] = place.angle[child]!
        this.showBox(child, boxes)
      }
    }
  }

  /** Gives a collider the box that the kernel left here, if it is another one. Returns whether it is. */
  takeBox(collider: number, { minX, minY, maxX, maxY }: BroadphaseAABB): boolean {
    const { minX: left, minY: bottom, maxX: right, maxY: top } = this
    if (left[collider] === minX[collider] && bottom[collider] === minY[collider] && right[collider] === maxX[collider] && top[collider] === maxY[collider]) return false
    minX[collider] = left[collider]!
    minY[collider] = bottom[collider]!
    maxX[collider] = right[collider]!
    maxY[collider] = top[collider]!
    return true
  }

  /** The same of the colliders of one body. */
  showBoxesOf({ firstChild, nextChild }: Bodies, body: number, boxes: BroadphaseAABB): void {
    this.showBox(body, boxes)
    for (let child = firstChild[body]!; child !== 0; child = nextChild[child]!) this.showBox(child, boxes)
  }

  private showBox(entity: number, boxes: BroadphaseAABB): void {
    this.minX[entity] = boxes.minX[entity]!
    this.minY[entity] = boxes.minY[entity]!
    this.maxX[entity] = boxes.maxX[entity]!
    this.maxY[entity] = boxes.maxY[entity]!
  }

  /** Writes poses and velocities to the components. All of them were shown just now: of what is not awake nothing changes. */
  write(bodies: Bodies, { Position, Rotation, Velocity }: Components): void {
    this.copy(bodies, this.x, Position.x, this.y, Position.y, this.angle, Rotation.angle)
    this.copy(bodies, this.velocityX, Velocity.x, this.velocityY, Velocity.y, this.spin, Velocity.angular)
  }

  /** Copies three columns, or three numbers of each awake body. */
  private copy(
    bodies: Bodies,
    fromX: NumericArray, toX: NumericArray, fromY: NumericArray, toY: NumericArray, fromZ: NumericArray, toZ: NumericArray,
  ): void {
    if (this.isDense(bodies)) {
      // Nobody's but the engine's are of doubles.
      ;(toX as Float64Array).set(this.beginning(fromX as Float64Array))
      ;(toY as Float64Array).set(this.beginning(fromY as Float64Array))
      ;(toZ as Float64Array).set(this.beginning(fromZ as Float64Array))
      return
    }
    const { awake, awakeCount } = bodies
    for (let i = 0; i < awakeCount; i++) {
      const body = awake[i]!
      toX[body] = fromX[body]!
      toY[body] = fromY[body]!
      toZ[body] = fromZ[body]!
    }
  }

  /** Whether columns are copied, from their beginning to the last of the bodies that are awake: joints are entities, too, and a world has room for more. */
  isDense(bodies: Bodies): boolean {
    if (!this.isOurs) return false
    this.measure(bodies)
    return bodies.awakeCount * SPARSE >= this.top
  }

  private measure({ lists, awake, awakeCount }: Bodies): void {
    const now = lists.get()
    if (now === this.measured) return
    this.measured = now
    let last = 0
    for (let i = 0; i < awakeCount; i++) if (awake[i]! > last) last = awake[i]!
    const top = Math.min(Math.ceil((last + 1) / PART) * PART, this.x.length)
    if (top !== this.top) this.beginnings.clear()
    this.top = top
  }

  private beginning(column: Float64Array): Float64Array {
    if (this.top === column.length) return column
    let beginning = this.beginnings.get(column)
    if (beginning === undefined) this.beginnings.set(column, beginning = column.subarray(0, this.top))
    return beginning
  }

  private view(): void {
    // They would keep the memory that was replaced.
    this.beginnings.clear()
    this.measured = 0
    const { buffer } = this.memory.u8
    const { i32 } = this.memory
    const { start, bytes } = this.region
    const room = bytes / (COLUMNS * 8)
    const column = (number: number, slot: AddressTable): Float64Array => {
      i32[slot >> 2] = start + number * room * 8
      return new Float64Array(buffer, start + number * room * 8, room)
    }
    this.x = column(0, AddressTable.PositionX)
    this.y = column(1, AddressTable.PositionY)
    this.angle = column(2, AddressTable.Turned)
    this.velocityX = column(3, AddressTable.VelocityX)
    this.velocityY = column(4, AddressTable.VelocityY)
    this.spin = column(5, AddressTable.Spin)
    this.minX = column(6, AddressTable.FatMinX)
    this.minY = column(7, AddressTable.FatMinY)
    this.maxX = column(8, AddressTable.FatMaxX)
    this.maxY = column(9, AddressTable.FatMaxY)
  }
}
