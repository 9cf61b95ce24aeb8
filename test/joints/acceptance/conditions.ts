import type { PhysicsOptions, ShapeData } from '../../../src/index.ts'
import { box, capsule, circle, stepPhysics } from '../../../src/index.ts'
import { JointWorld } from '../joint-world.ts'

/** Under which what issue 12 asks for is tried. */
export interface Conditions {
  readonly hz: number
  readonly substeps: number
  readonly unit: number
  /** Metres/s². */
  readonly gravity: number
}

export const RATES = [30, 60, 120, 240]
export const SUBSTEPS = [1, 2, 4, 8, 16]
export const UNITS = [0.1, 1, 30]
const GRAVITIES = [10, 50]

export const USUAL: Conditions = { hz: 60, substeps: 4, unit: 1, gravity: 10 }

export function* allConditions(): Generator<Conditions> {
  for (const unit of UNITS) for (const gravity of GRAVITIES) for (const hz of RATES) for (const substeps of SUBSTEPS) yield { hz, substeps, unit, gravity }
}

export function titleOf({ hz, substeps, unit, gravity }: Conditions): string {
  return `${hz} Hz × ${substeps}, unit ${unit}, ${gravity} m/s²`
}

/** What was measured, and the most that it may be. */
export interface Reading {
  readonly what: string
  readonly value: number
  readonly bar: number
}

export type Experiment = (conditions: Conditions) => Reading[]

/** A world that is told everything in metres, whatever its unit of length. */
export class UnitWorld extends JointWorld {
  readonly unit: number
  readonly dt: number
  readonly hz: number

  /** @param gravity Metres/s²; 0 for none. */
  constructor({ hz, substeps, unit }: Conditions, gravity: number, options: PhysicsOptions = {}) {
    super({ lengthUnit: unit, substeps, gravity: { x: 0, y: -gravity * unit }, ...options })
    this.unit = unit
    this.hz = hz
    this.dt = 1 / hz
  }

  /** A body of a mass, at a place in metres. */
  body(shape: ShapeData, x: number, y: number, mass = 1, inertia = 0): number {
    return this.heavy(shape, x * this.unit, y * this.unit, mass, inertia * this.unit * this.unit)
  }

  fixed(x: number, y: number, shape: ShapeData = this.box(0.1, 0.1), ...tags: object[]): number {
    return this.add(shape, x * this.unit, y * this.unit, this.components.Static, ...tags)
  }

  box(halfWidth: number, halfHeight: number): ShapeData {
    return box(halfWidth * this.unit, halfHeight * this.unit)
  }

  circle(radius: number): ShapeData {
    return circle(radius * this.unit)
  }

  capsule(halfLength: number, radius: number): ShapeData {
    return capsule(halfLength * this.unit, radius * this.unit)
  }

  point(x: number, y: number): { x: number; y: number } {
    return { x: x * this.unit, y: y * this.unit }
  }

  /** In metres. */
  mx(body: number): number {
    return this.x(body) / this.unit
  }

  my(body: number): number {
    return this.y(body) / this.unit
  }

  /** A place on a body, in metres. */
  spot(body: number, x: number, y: number): [number, number] {
    const [cos, sin] = [Math.cos(this.angle(body)), Math.sin(this.angle(body))]
    return [this.mx(body) + cos * x - sin * y, this.my(body) + sin * x + cos * y]
  }

  override step(count = 1): void {
    for (let i = 0; i < count; i++) stepPhysics(this.world, this.dt)
  }

  /** Steps for some seconds, and looks after each. */
  run(seconds: number, look: (time: number) => void = () => {}): void {
    const steps = Math.round(seconds * this.hz)
    for (let i = 1; i <= steps; i++) {
      this.step()
      look(i * this.dt)
    }
  }

  /** The mean time between two passes of 0 upward. */
  period(seconds: number, value: () => number): number {
    const times = this.crossings(seconds, value, this.dt)
    return (times.at(-1)! - times[0]!) / (times.length - 1)
  }
}
