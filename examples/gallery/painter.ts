import { touching } from '../../src/index.ts'
import type { ShapeData } from '../scenes/types.ts'
import type { Camera } from './camera.ts'
import { pushBody } from './draw-body.ts'
import { InstanceBatch, PLAIN, PolygonBatch } from './instances.ts'
import { withOpacity } from './color.ts'
import type { Simulation } from './simulation.ts'
import type { Surface } from './surface.ts'
import {
  GRAB, GRID, GRID_AXIS, KIND_PALETTE, KINEMATIC_EDGE, KINEMATIC_FILL, ORIGIN_PALETTE, SENSOR, SLEEP_PALETTE, SPEED_PALETTE, STATIC_EDGE,
  STATIC_FILL, STATIC_LINE, type Palette,
} from './theme.ts'
import { kindTint, originTints, speedTint, type TintMode } from './tints.ts'
import type { Flash } from './tools.ts'

/** The bodies, and what `DebugLayers` draws above them. */
export const LAYERS = ['bodies', 'contacts', 'boxes', 'nodes', 'joints', 'forces', 'motion', 'labels'] as const
export type Layer = (typeof LAYERS)[number]

/** What is shown of a scene. */
export interface Look {
  readonly layers: Set<Layer>
  tint: TintMode
}

/** A line from a held point of a body to the pointer, in meters. */
export interface Rope {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** Meters. */
const THIN = 0.05
/** Milliseconds for which a charge that went off is shown. */
const FLASH_MS = 350

const PALETTES: Readonly<Record<Exclude<TintMode, 'island'>, Palette>> = {
  kind: KIND_PALETTE, sleep: SLEEP_PALETTE, speed: SPEED_PALETTE, origin: ORIGIN_PALETTE,
}

/** Fills the batches of one simulation and draws them, from back to front. */
export class Painter {
  private readonly grid = new InstanceBatch()
  private readonly statics = new InstanceBatch(true)
  private readonly moving = new InstanceBatch()
  private readonly marks = new InstanceBatch()
  private readonly polygons = new PolygonBatch()
  private readonly staticPolygons = new PolygonBatch()
  private readonly zones = new InstanceBatch()
  private readonly zonePolygons = new PolygonBatch()
  /** Bodies that are sensors, or have a part that is one. */
  private readonly sensing: readonly number[]
  private readonly origin: Uint8Array
  private readonly kinds: Uint8Array
  private readonly pose = new Float64Array(3)

  constructor(private readonly simulation: Simulation) {
    this.origin = originTints(simulation)
    const { bodies } = simulation.built.scene
    this.kinds = Uint8Array.from(simulation.movers, (index, slot) => kindTint(bodies[index], slot))
    this.sensing = bodies.flatMap(({ sensor }, index) => (sensor === true ? [index] : []))
    for (const body of simulation.built.scene.bodies) {
      if (body.kind !== 'static' || body.sensor === true) continue
      const edge = body.tangentSpeed !== undefined ? KINEMATIC_EDGE
        : body.oneWay !== undefined || isLine(body.shape) ? STATIC_LINE : STATIC_EDGE
      pushBody(this.statics, this.staticPolygons, body, body.x, body.y, body.angle ?? 0, STATIC_FILL, edge)
    }
  }

  /** Gives whether the picture changes by itself. */
  draw(surface: Surface, camera: Camera, look: Look, rope: Rope | null, flash: Flash | null = null): boolean {
    this.fillGrid(camera)
    surface.drawInstances(this.grid)
    if (look.layers.has('bodies')) {
      surface.drawInstances(this.statics)
      surface.drawPolygons(this.staticPolygons)
      if (look.tint !== 'island') {
        this.fillMoving(look.tint)
        surface.drawInstances(this.moving)
        surface.drawPolygons(this.polygons)
      }
      this.fillSensors()
      surface.drawInstances(this.zones)
      surface.drawPolygons(this.zonePolygons)
    }
    this.marks.clear()
    if (rope !== null) this.fillRope(rope, camera)
    const glows = flash !== null && this.fillFlash(flash)
    surface.drawInstances(this.marks)
    return glows
  }

  private fillMoving(tint: Exclude<TintMode, 'island'>): void {
    const { simulation, moving, polygons, pose } = this
    const { built, movers, blend } = simulation
    const { bodies } = built.scene
    const { Velocity } = built.physics.components
    const palette = PALETTES[tint]
    const tints = tint === 'origin' ? this.origin : this.kinds
    moving.clear()
    polygons.clear()
    for (let slot = 0; slot < movers.length; slot++) {
      const index = movers[slot]
      const body = bodies[index]
      if (body.sensor === true || built.entities[index] === 0) continue
      simulation.pose(slot, blend, pose)
      let fill = KINEMATIC_FILL
      let edge = KINEMATIC_EDGE
      if (body.kind !== 'kinematic') {
        const entity = built.entities[index]
        const color = tint === 'speed' ? speedTint(Velocity.x[entity], Velocity.y[entity]) : tint === 'sleep' ? 0 : tints[slot]
        const asleep = simulation.sleeps(index)
        fill = asleep ? palette.sleepingFill[color] : palette.fill[color]
        edge = asleep ? palette.sleepingEdge[color] : palette.edge[color]
      }
      pushBody(moving, polygons, body, pose[0], pose[1], pose[2], fill, edge)
    }
  }

  /** Lines a power of ten, or two or five of them, apart: at least 48 pixels. */
  private fillGrid(camera: Camera): void {
    const { grid } = this
    grid.clear()
    const least = 48 / camera.scale
    let pitch = 10 ** Math.floor(Math.log10(least))
    if (pitch < least) pitch *= pitch * 2 >= least ? 2 : pitch * 5 >= least ? 5 : 10
    const half = 0.5 / camera.scale
    for (let x = Math.ceil(camera.minX / pitch); x * pitch <= camera.maxX; x++) {
      grid.pushLine(x * pitch, camera.minY, x * pitch, camera.maxY, half, x === 0 ? GRID_AXIS : GRID)
    }
    for (let y = Math.ceil(camera.minY / pitch); y * pitch <= camera.maxY; y++) {
      grid.pushLine(camera.minX, y * pitch, camera.maxX, y * pitch, half, y === 0 ? GRID_AXIS : GRID)
    }
  }

  /** Sensors are glass: the more of them is entered, the brighter. */
  private fillSensors(): void {
    const { zones, zonePolygons, simulation } = this
    const { built } = simulation
    const { Position, Rotation } = built.physics.components
    zones.clear()
    zonePolygons.clear()
    for (const index of this.sensing) {
      const entity = built.entities[index]
      // A field covers most of the picture: it is no light that goes on.
      const field = built.scene.bodies[index].field !== undefined
      const inside = field || built.stepIndex === 0 ? 0 : touching(built.world, entity).count
      const fill = withOpacity(SENSOR, inside === 0 ? 0.08 : Math.min(0.5, 0.14 + 0.03 * inside))
      const edge = withOpacity(SENSOR, field ? 0.2 : inside === 0 ? 0.45 : 0.95)
      pushBody(
        zones, zonePolygons, built.scene.bodies[index], Position.x[entity], Position.y[entity], Rotation.angle[entity],
        fill, edge,
      )
    }
  }

  private fillRope({ x1, y1, x2, y2 }: Rope, { scale }: Camera): void {
    this.marks.pushLine(x1, y1, x2, y2, 1 / scale, GRAB)
    this.marks.push(x1, y1, 1, 0, 0, 0, 3.5 / scale, PLAIN, GRAB, 0)
    this.marks.push(x2, y2, 1, 0, 0, 0, 5.5 / scale, PLAIN, 0, GRAB)
  }

  /** A ring that grows and fades; gives whether it is still there. */
  private fillFlash({ x, y, radius, start }: Flash): boolean {
    const part = (performance.now() - start) / FLASH_MS
    if (part >= 1) return false
    this.marks.push(x, y, 1, 0, 0, 0, radius * (0.25 + 0.75 * part), PLAIN, withOpacity(GRAB, 0.16 * (1 - part)), withOpacity(GRAB, 0.8 * (1 - part)))
    return true
  }
}

/** Whether nothing but its edge can be seen of a shape. */
function isLine(shape: ShapeData): boolean {
  if (shape.type === 'box' || shape.type === 'aabb') return Math.min(shape.halfWidth, shape.halfHeight) < THIN
  return shape.type === 'chain' || shape.type === 'segment'
}
