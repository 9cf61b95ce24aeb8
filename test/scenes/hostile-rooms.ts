import { addComponent, addEntity, removeEntity, set } from 'bitecs'
import {
  type PhysicsOptions, type ShapeData, aabb, addPhysics, box, capsule, chain, circle, moveKinematic, polygon, removePhysics,
  segment, stepPhysics, teleport,
} from '../../src/index.ts'
import { Random } from '../fuzz/random.ts'
import { TestWorld } from '../support/worlds.ts'

/** A world that is meant to be hard, and what happens to it in each step. */
export interface Room {
  readonly t: TestWorld
  /** Bodies that must stay within the walls. */
  readonly inside: number[]
  /** How many of the world's units make a meter. */
  readonly unit: number
  /** From the middle to the walls, in units. */
  readonly half: number
  /** Length of a step in seconds. */
  readonly dt: number
  /** What is done to it before a step. */
  before(step: number): void
}

export type MakeRoom = (seed: number, options: PhysicsOptions) => Room

/** Any convex shape of about this size. */
export function anyShape(random: Random, size: number): ShapeData {
  const part = () => size * random.between(0.5, 1)
  switch (random.below(6)) {
    case 0: return circle(part())
    case 1: return box(part(), part())
    case 2: return capsule(part(), part() * 0.6)
    case 3: return aabb(part(), part())
    case 4: return polygon(anyPoints(random, size), random.chance(0.3) ? size * 0.1 : 0)
    default: return polygon([{ x: -part(), y: -part() }, { x: part(), y: -part() }, { x: 0, y: part() }])
  }
}

function anyPoints(random: Random, size: number): { x: number; y: number }[] {
  const count = 3 + random.below(6)
  const first = random.next() * 6
  return Array.from({ length: count }, (_, i) => {
    const turn = first + (i + 0.4 * random.next()) * 2 * Math.PI / count
    return { x: size * Math.cos(turn), y: size * Math.sin(turn) }
  })
}

function walls(t: TestWorld, half: number, kind: number): void {
  const { Static, Rotation } = t.components
  const corners = [{ x: -half, y: -half }, { x: half, y: -half }, { x: half, y: half }, { x: -half, y: half }]
  if (kind === 0) {
    for (const [x, y] of [[0, -1], [0, 1], [-1, 0], [1, 0]] as const) {
      t.add(box(x === 0 ? half * 1.4 : half * 0.2, y === 0 ? half * 1.4 : half * 0.2), x * half * 1.2, y * half * 1.2, Static)
    }
  } else if (kind === 1) {
    t.add(chain(corners, { loop: true }), 0, 0, Static)
  } else if (kind === 2) {
    t.add(chain(corners, { loop: true, twoSided: true }), 0, 0, Static)
  } else if (kind === 3) {
    const n = 10
    for (let i = -1; i <= n; i++) {
      const at = -half + (i + 0.5) * 2 * half / n
      const h = half / n
      for (const [x, y] of [[at, -half - h], [at, half + h], [-half - h, at], [half + h, at]] as const) t.add(box(h, h), x, y, Static)
    }
  } else {
    for (const [i, from] of corners.entries()) {
      const to = corners[(i + 1) % 4]!
      t.add(segment(from.x, from.y, to.x, to.y), 0, 0, Static, set(Rotation, { angle: 0 }))
    }
  }
}

function anyMaterial(random: Random, unit = 1): object {
  return {
    friction: random.between(0, 1), restitution: random.chance(0.5) ? random.next() : 0, density: 10 ** random.between(-1, 1),
    ...(random.chance(0.2) ? { tangentSpeed: unit * random.between(-2, 2) } : {}),
    ...(random.chance(0.2) ? { rollingResistance: unit * 0.05 } : {}),
    ...(random.chance(0.2) ? { restitutionRule: random.below(6), frictionRule: random.below(6) } : {}),
  }
}

/** A closed room with fast bodies of all shapes. */
function plainRoom(
  seed: number, options: PhysicsOptions, { speed = 20, unit = options.lengthUnit ?? 1, count = 30, half = 10, dt = 1 / 60, size = 0.6 } = {},
): Room & { readonly random: Random } {
  const random = new Random(seed)
  const t = new TestWorld(options)
  const { Velocity, Material, Rotation, Bullet } = t.components
  walls(t, half * unit, random.below(5))
  const inside: number[] = []
  for (let i = 0; i < count; i++) {
    const [x, y] = [random.between(-0.85, 0.85) * half * unit, random.between(-0.85, 0.85) * half * unit]
    inside.push(t.add(
      anyShape(random, size * unit), x, y, set(Rotation, { angle: random.next() * 6 }), set(Material, anyMaterial(random, unit)),
      set(Velocity, { x: random.between(-1, 1) * speed * unit, y: random.between(-1, 1) * speed * unit, angular: random.between(-9, 9) }),
      ...(random.chance(0.1) ? [Bullet] : []),
    ))
  }
  return { t, inside, unit, half: half * unit, dt, before: () => {}, random }
}

export const ROOMS: Record<string, MakeRoom> = {
  fast: (seed, options) => plainRoom(seed, options, { speed: 40 }),
  'slow steps': (seed, options) => plainRoom(seed, options, { speed: 20, dt: 1 / 30 }),
  'pixels, y down': (seed, options) => {
    const unit = [30, 50, 100][seed % 3]!
    return plainRoom(seed, { ...options, lengthUnit: unit, gravity: { x: 0, y: 1000 } }, { unit, speed: 20 })
  },
  'no gravity': (seed, options) => plainRoom(seed, { ...options, gravity: { x: 0, y: 0 } }, { speed: 20 }),
  substeps: (seed, options) => plainRoom(seed, { ...options, substeps: [1, 2, 3, 8, 16][seed % 5]! }, { speed: 15 }),
  'hooks refuse': (seed, options) => {
    const room = plainRoom(seed, options)
    const { hooks, components: { Position } } = room.t.physics
    const isWall = (e: number) => !room.inside.includes(e)
    hooks.preSolve = ({ a, b, nx, separation }) => isWall(a) || isWall(b) || ((a * 7 + b * 3 + Math.floor(Position.x[a]! * 4)) & 3) !== 0 || nx > 0.9 && separation > 0
    if (seed % 2 === 0) hooks.filterPair = (a, b) => isWall(a) || isWall(b) || ((a + b) % 5) !== 0
    return room
  },
  'hitters': (seed, options) => {
    const room = plainRoom(seed, options, { speed: 3 })
    const { t, random } = room
    const { Kinematic, Material } = t.components
    const hitters = Array.from({ length: 3 }, () => t.add(
      anyShape(random, 0.8), random.between(-6, 6), random.between(-6, 6), Kinematic, set(Material, { restitution: random.between(0.5, 1) }),
    ))
    const speed = random.between(2, 8)
    return { ...room, before: (step) => {
      for (const [i, e] of hitters.entries()) {
        const turn = step / 60 * speed / (i + 1) + i
        moveKinematic(t.world, e, 5 * Math.cos(turn), 5 * Math.sin(turn * 1.3), turn)
      }
    } }
  },
  nudges: (seed, options) => {
    const room = plainRoom(seed, options, { speed: 1, count: 60 })
    const { t, random, inside } = room
    const { Position, Rotation } = t.components
    return { ...room, before: (step) => {
      if (step % 3 !== 0) return
      for (let i = 0; i < 5; i++) {
        const e = random.pick(inside)
        const [dx, dy] = [random.between(-0.5, 0.5) * 1e-3, random.between(-0.5, 0.5) * 1e-3]
        if (random.chance(0.5)) teleport(t.world, e, Position.x[e]! + dx, Position.y[e]! + dy)
        else {
          Position.x[e] = Position.x[e]! + dx
          Rotation.angle[e] = Rotation.angle[e]! + dy + (random.chance(0.2) ? 2 * Math.PI : 0)
        }
      }
    } }
  },
  compounds: (seed, options) => {
    const room = plainRoom(seed, options, { count: 8, speed: 15 })
    const { t, random, inside } = room
    const { Shape, Collider, Material, Sensor } = t.components
    for (const body of inside.slice()) {
      for (let n = random.below(4); n > 0; n--) {
        const child = addEntity(t.world)
        addComponent(t.world, child, set(Shape, anyShape(random, 0.4)))
        addComponent(t.world, child, set(Collider, { body, x: random.between(-0.8, 0.8), y: random.between(-0.8, 0.8), angle: random.next() * 6 }))
        addComponent(t.world, child, set(Material, anyMaterial(random)))
        if (random.chance(0.15)) addComponent(t.world, child, Sensor)
      }
    }
    return room
  },
  sensors: (seed, options) => {
    const room = plainRoom(seed, options, { count: 25, speed: 15 })
    const { t, random } = room
    const { Sensor, Velocity, Kinematic, Motion, Rotation } = t.components
    for (let i = 0; i < 12; i++) {
      const sensor = t.add(
        anyShape(random, 1), random.between(-8, 8), random.between(-8, 8), Sensor, set(Rotation, { angle: random.next() * 6 }),
        set(Velocity, { x: random.between(-30, 30), y: random.between(-30, 30), angular: random.between(-9, 9) }),
        ...(random.chance(0.5) ? [Kinematic] : [set(Motion, { gravityScale: 0 })]),
      )
      const { Position } = t.components
      const { before } = room
      Object.assign(room, { before: (step: number) => {
        before(step)
        if (Math.abs(Position.x[sensor]!) > 9) Velocity.x[sensor] = -Math.sign(Position.x[sensor]!) * Math.abs(Velocity.x[sensor]!)
        if (Math.abs(Position.y[sensor]!) > 9) Velocity.y[sensor] = -Math.sign(Position.y[sensor]!) * Math.abs(Velocity.y[sensor]!)
      } })
    }
    return room
  },
  reshaping: (seed, options) => {
    const room = plainRoom(seed, options, { count: 25, speed: 2 })
    const { t, random, inside } = room
    const { Shape } = t.components
    return { ...room, before: (step) => {
      for (let i = 0; i < 4; i++) {
        const e = random.pick(inside)
        if ((step & 3) === 0) addComponent(t.world, e, set(Shape, anyShape(random, 0.6)))
        else addComponent(t.world, e, set(Shape, polygon(anyPoints(random, random.between(0.45, 0.6)))))
      }
    } }
  },
  'many polygons': (seed, options) => {
    const room = plainRoom(seed, options, { count: 0, half: 14 })
    const { t, random, inside } = room
    const add = () => inside.push(t.add(polygon(anyPoints(random, random.between(0.2, 0.4))), random.between(-11, 11), random.between(-11, 11)))
    for (let i = 0; i < 30; i++) add()
    const again = { ...room, before: (step: number) => {
      for (let n = 0; n < 25 && step < 30; n++) add()
      for (let n = 0; n < 15 && step % 10 === 5; n++) removeEntity(t.world, inside.splice(random.below(inside.length), 1)[0]!)
      if (step % 40 === 39) {
        removePhysics(t.world)
        Object.assign(t, { physics: addPhysics(t.world, options) })
      }
    } }
    return again
  },
  'one way': (seed, options) => {
    const room = plainRoom(seed, options, { count: 25, speed: 12 })
    const { t, random } = room
    const { Static, Kinematic, OneWay, Velocity, Position } = t.components
    for (let i = 0; i < 6; i++) {
      const moves = random.chance(0.4)
      const e = t.add(
        box(random.between(1, 3), random.between(0.05, 0.3)), random.between(-6, 6), random.between(-7, 7), moves ? Kinematic : Static,
        random.chance(0.7) ? OneWay : set(OneWay, { x: random.between(-1, 1), y: random.between(-1, 1) }),
        ...(moves ? [set(Velocity, { x: random.between(-4, 4), y: random.between(-4, 4) })] : []),
      )
      if (!moves) continue
      const { before } = room
      Object.assign(room, { before: (step: number) => {
        before(step)
        if (Math.abs(Position.x[e]!) > 6) Velocity.x[e] = -Math.sign(Position.x[e]!) * Math.abs(Velocity.x[e]!)
        if (Math.abs(Position.y[e]!) > 7) Velocity.y[e] = -Math.sign(Position.y[e]!) * Math.abs(Velocity.y[e]!)
      } })
    }
    return room
  },
}

/** Plays a step of a room. */
export function playStep(room: Room, step: number): void {
  room.before(step)
  stepPhysics(room.t.world, room.dt)
}
