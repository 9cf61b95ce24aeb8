import { visitContacts, visitNodes } from '../../src/index.ts'
import type { BodyData } from '../scenes/types.ts'
import type { Camera } from './camera.ts'
import type { Color } from './color.ts'
import { InstanceBatch, MARKED, PLAIN, PolygonBatch } from './instances.ts'
import type { Simulation } from './simulation.ts'
import type { Surface } from './surface.ts'
import {
  BOX_LINE, CONTACT, CONTACT_NORMAL, GRAB, GRID, GRID_AXIS, KINEMATIC_EDGE, KINEMATIC_FILL, NODE_LINES,
  ORIGIN_PALETTE, SPEED_PALETTE, STATIC_EDGE, STATIC_FILL,
} from './theme.ts'
import { originTints, speedTint, type TintMode } from './tints.ts'

export const LAYERS = ['bodies', 'contacts', 'boxes', 'nodes'] as const
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

/** Fills the batches of one simulation and draws them, from back to front. */
export class Painter {
  private readonly grid = new InstanceBatch()
  private readonly statics = new InstanceBatch(true)
  private readonly moving = new InstanceBatch()
  private readonly marks = new InstanceBatch()
  private readonly polygons = new PolygonBatch()
  private readonly staticPolygons = new PolygonBatch()
  private readonly origin: Uint8Array
  private readonly pose = new Float64Array(3)

  constructor(private readonly simulation: Simulation) {
    this.origin = originTints(simulation)
    for (const body of simulation.built.scene.bodies) {
      if (body.kind !== 'static') continue
      const angle = body.angle ?? 0
      this.pushBody(this.statics, this.staticPolygons, body, body.x, body.y, angle, STATIC_FILL, STATIC_EDGE)
    }
  }

  draw(surface: Surface, camera: Camera, look: Look, rope: Rope | null): void {
    this.fillGrid(camera)
    surface.drawInstances(this.grid)
    if (look.layers.has('bodies')) {
      this.fillMoving(look.tint)
      surface.drawInstances(this.statics)
      surface.drawPolygons(this.staticPolygons)
      surface.drawInstances(this.moving)
      surface.drawPolygons(this.polygons)
    }
    this.marks.clear()
    if (look.layers.has('nodes')) this.fillNodes(camera)
    if (look.layers.has('boxes')) this.fillBoxes(camera)
    if (look.layers.has('contacts')) this.fillContacts(camera)
    if (rope !== null) this.fillRope(rope, camera)
    surface.drawInstances(this.marks)
  }

  private fillMoving(tint: TintMode): void {
    const { simulation, moving, polygons, pose } = this
    const { built, movers, blend } = simulation
    const { bodies } = built.scene
    const { Velocity } = built.physics.components
    const bySpeed = tint === 'speed'
    const palette = bySpeed ? SPEED_PALETTE : ORIGIN_PALETTE
    moving.clear()
    polygons.clear()
    for (let slot = 0; slot < movers.length; slot++) {
      const index = movers[slot]
      const body = bodies[index]
      simulation.pose(slot, blend, pose)
      let fill = KINEMATIC_FILL
      let edge = KINEMATIC_EDGE
      if (body.kind !== 'kinematic') {
        const entity = built.entities[index]
        const color = bySpeed ? speedTint(Velocity.x[entity], Velocity.y[entity]) : this.origin[slot]
        const asleep = simulation.sleeps(index)
        fill = asleep ? palette.sleepingFill[color] : palette.fill[color]
        edge = asleep ? palette.sleepingEdge[color] : palette.edge[color]
      }
      this.pushBody(moving, polygons, body, pose[0], pose[1], pose[2], fill, edge)
    }
  }

  private pushBody(
    batch: InstanceBatch, polygons: PolygonBatch, body: BodyData,
    x: number, y: number, angle: number, fill: Color, edge: Color,
  ): void {
    const { shape } = body
    const cos = angle === 0 ? 1 : Math.cos(angle)
    const sin = angle === 0 ? 0 : Math.sin(angle)
    switch (shape.type) {
      case 'circle': return batch.push(x, y, cos, sin, 0, 0, shape.radius, MARKED, fill, edge)
      case 'box': return batch.push(x, y, cos, sin, shape.halfWidth, shape.halfHeight, 0, PLAIN, fill, edge)
      case 'aabb': return batch.push(x, y, 1, 0, shape.halfWidth, shape.halfHeight, 0, PLAIN, fill, edge)
      case 'capsule': return batch.push(x, y, cos, sin, shape.halfLength, 0, shape.radius, PLAIN, fill, edge)
      case 'segment':
        return pushPath(batch, [{ x: shape.x1, y: shape.y1 }, { x: shape.x2, y: shape.y2 }], x, y, cos, sin, edge)
      case 'chain': return pushPath(batch, shape.points, x, y, cos, sin, edge)
      case 'polygon':
        polygons.begin(fill, edge)
        for (const point of shape.points) {
          polygons.vertex(x + cos * point.x - sin * point.y, y + sin * point.x + cos * point.y)
        }
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

  private fillNodes({ minX, minY, maxX, maxY }: Camera): void {
    const { marks } = this
    visitNodes(this.simulation.built.world, (left, bottom, right, top, depth, count) => {
      if (count === 0 || right < minX || left > maxX || top < minY || bottom > maxY) return
      marks.pushFrame(left, bottom, right, top, NODE_LINES[Math.min(depth, NODE_LINES.length - 1)])
    })
  }

  private fillBoxes({ minX, minY, maxX, maxY }: Camera): void {
    const { entities, physics } = this.simulation.built
    const { BroadphaseAABB } = physics.components
    for (let i = 0; i < entities.length; i++) {
      const entity = entities[i]
      const left = BroadphaseAABB.minX[entity]
      const right = BroadphaseAABB.maxX[entity]
      const bottom = BroadphaseAABB.minY[entity]
      const top = BroadphaseAABB.maxY[entity]
      if (right < minX || left > maxX || top < minY || bottom > maxY) continue
      this.marks.pushFrame(left, bottom, right, top, BOX_LINE)
    }
  }

  private fillContacts({ minX, minY, maxX, maxY, scale }: Camera): void {
    const { marks } = this
    const radius = Math.min(0.09, 2.6 / scale)
    const length = Math.min(0.4, 11 / scale)
    const half = Math.min(0.03, 0.7 / scale)
    visitContacts(this.simulation.built.world, (x, y, nx, ny) => {
      if (x < minX || x > maxX || y < minY || y > maxY) return
      marks.pushLine(x, y, x + nx * length, y + ny * length, half, CONTACT_NORMAL)
      marks.push(x, y, 1, 0, 0, 0, radius, PLAIN, CONTACT, 0)
    })
  }

  private fillRope({ x1, y1, x2, y2 }: Rope, { scale }: Camera): void {
    this.marks.pushLine(x1, y1, x2, y2, 1 / scale, GRAB)
    this.marks.push(x1, y1, 1, 0, 0, 0, 3.5 / scale, PLAIN, GRAB, 0)
    this.marks.push(x2, y2, 1, 0, 0, 0, 5.5 / scale, PLAIN, 0, GRAB)
  }
}

/** Thin capsules along the points of a path. */
function pushPath(
  batch: InstanceBatch, points: readonly { x: number; y: number }[],
  x: number, y: number, cos: number, sin: number, color: Color,
): void {
  for (let i = 0; i + 1 < points.length; i++) {
    const [from, to] = [points[i], points[i + 1]]
    batch.pushLine(
      x + cos * from.x - sin * from.y, y + sin * from.x + cos * from.y,
      x + cos * to.x - sin * to.y, y + sin * to.x + cos * to.y, 0.06, color,
    )
  }
}
