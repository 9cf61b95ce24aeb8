import { type World, addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect } from 'vitest'
import {
  type CollisionFilter, type Mass, type Material, type Motion, type Physics, type PhysicsComponents,
  type PhysicsOptions, type ShapeData, addPhysics, box, stepPhysics,
} from '../../src/index.ts'

/** The gravity that a world has unless it is told otherwise. */
export const G = 9.81

type Fields<S> = { readonly [K in keyof S]?: number }

/** What a body of an experiment is besides its shape and place. */
export interface Setup {
  readonly angle?: number
  readonly vx?: number
  readonly vy?: number
  readonly angular?: number
  readonly kind?: 'static' | 'kinematic'
  readonly sensor?: boolean
  readonly bullet?: boolean
  readonly sleeping?: boolean
  readonly material?: Fields<Material>
  readonly motion?: Fields<Motion>
  readonly mass?: Fields<Mass>
  readonly filter?: Fields<CollisionFilter>
  readonly oneWay?: { readonly x: number; readonly y: number }
}

/** A world for one experiment. */
export class Lab {
  readonly world: World
  readonly physics: Physics
  readonly hz: number
  /** Seconds simulated so far. */
  time = 0

  constructor(options: PhysicsOptions & { readonly hz?: number } = {}) {
    const { hz = 60, ...rest } = options
    this.hz = hz
    this.world = createWorld()
    // Tests make worlds by the thousand, most with few bodies: half of what that takes is memory.
    this.physics = addPhysics(this.world, { capacity: 64, ...rest })
  }

  get c(): PhysicsComponents {
    return this.physics.components
  }

  add(shape: ShapeData, x: number, y: number, setup: Setup = {}): number {
    const { world, c } = this
    const entity = addEntity(world)
    addComponents(world, entity, set(c.Position, { x, y }), set(c.Rotation, { angle: setup.angle ?? 0 }), set(c.Shape, shape))
    if (setup.kind !== 'static') {
      addComponents(world, entity, set(c.Velocity, { x: setup.vx ?? 0, y: setup.vy ?? 0, angular: setup.angular ?? 0 }))
    }
    if (setup.material) addComponents(world, entity, set(c.Material, setup.material))
    if (setup.motion) addComponents(world, entity, set(c.Motion, setup.motion))
    if (setup.mass) addComponents(world, entity, set(c.Mass, setup.mass))
    if (setup.filter) addComponents(world, entity, set(c.CollisionFilter, setup.filter))
    if (setup.oneWay) addComponents(world, entity, set(c.OneWay, setup.oneWay))
    if (setup.kind === 'static') addComponents(world, entity, c.Static)
    if (setup.kind === 'kinematic') addComponents(world, entity, c.Kinematic)
    if (setup.sensor === true) addComponents(world, entity, c.Sensor)
    if (setup.bullet === true) addComponents(world, entity, c.Bullet)
    if (setup.sleeping === true) addComponents(world, entity, c.Sleeping)
    return entity
  }

  /** Adds a child collider to a body. */
  attach(body: number, shape: ShapeData, x: number, y: number, setup: Setup = {}): number {
    const { world, c } = this
    const entity = addEntity(world)
    addComponents(world, entity, set(c.Collider, { body, x, y, angle: setup.angle ?? 0 }), set(c.Shape, shape))
    if (setup.material) addComponents(world, entity, set(c.Material, setup.material))
    if (setup.filter) addComponents(world, entity, set(c.CollisionFilter, setup.filter))
    if (setup.sensor === true) addComponents(world, entity, c.Sensor)
    return entity
  }

  /** A static floor whose top is at y = 0. */
  floor(material: Fields<Material> = {}, halfWidth = 100): number {
    return this.add(box(halfWidth, 1), 0, -1, { kind: 'static', material })
  }

  step(count = 1): void {
    for (let i = 0; i < count; i++) stepPhysics(this.world, 1 / this.hz)
    this.time += count / this.hz
  }

  /** Steps for so many seconds, and calls `each` after every step. */
  run(seconds: number, each: () => void = () => {}): void {
    const steps = Math.round(seconds * this.hz)
    for (let i = 0; i < steps; i++) {
      this.step()
      each()
    }
  }

  x(entity: number): number {
    return this.c.Position.x[entity]!
  }

  y(entity: number): number {
    return this.c.Position.y[entity]!
  }

  angle(entity: number): number {
    return this.c.Rotation.angle[entity]!
  }

  vx(entity: number): number {
    return this.c.Velocity.x[entity]!
  }

  vy(entity: number): number {
    return this.c.Velocity.y[entity]!
  }

  w(entity: number): number {
    return this.c.Velocity.angular[entity]!
  }

  speed(entity: number): number {
    return Math.hypot(this.vx(entity), this.vy(entity))
  }
}

/** The tolerance of what impulses did: the passes of the solver work in floats, 24 binary digits. */
export const FLOATS = 2e-6

/**
 * A row of the table of checks: what was measured against the formula, with the tolerance that is allowed.
 * `PHYSICS_TABLE=1 npx vitest run test/physics` prints the table.
 */
export function check(row: string, measured: number, formula: number, tolerance: number): void {
  if (process.env['PHYSICS_TABLE']) {
    console.log(`TABLE ${row} | ${show(measured)} | ${show(formula)} | off by ${show(measured - formula)} | allowed ${show(tolerance)}`)
  }
  expect(Math.abs(measured - formula), `${row}: ${measured} instead of ${formula}`).toBeLessThanOrEqual(tolerance)
}

/** A row that only has an upper bound. */
export function checkBelow(row: string, measured: number, bound: number): void {
  if (process.env['PHYSICS_TABLE']) console.log(`TABLE ${row} | ${show(measured)} | below ${show(bound)}`)
  expect(measured, row).toBeLessThan(bound)
}

function show(value: number): string {
  return Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5 ? value.toFixed(5) : value.toExponential(2)
}

/** Numbers from 0 to 1 that are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    mixed ^= mixed >>> 12
    return (mixed >>> 0) / 4294967296
  }
}
