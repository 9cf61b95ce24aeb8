import type { World } from 'bitecs'
import { getPhysics } from '../../../src/index.ts'
import { collectDebug, createDebugBuffers, rgba, type DebugColors } from '../../../src/debug/index.ts'
import { drawDebug } from '../../debug-canvas.ts'
import type { Camera } from '../camera.ts'
import { JOINT_LOADS } from '../theme.ts'

export const LAYERS = ['contacts', 'forces', 'motion', 'joints', 'boxes', 'islands', 'labels'] as const
export type Layer = (typeof LAYERS)[number]

const COLORS: Partial<DebugColors> = {
  dynamic: rgba(110, 150, 245), sleeping: rgba(88, 98, 130), static: rgba(70, 84, 118), kinematic: rgba(242, 181, 96), sensor: rgba(95, 224, 195),
  loads: JOINT_LOADS,
}

/** Draws a world, whatever is in it, as `bitecs-physics/debug` sees it. */
export class Picture {
  private readonly context: CanvasRenderingContext2D
  private readonly buffers = createDebugBuffers()

  constructor(private readonly canvas: HTMLCanvasElement, private readonly camera: Camera) {
    this.context = canvas.getContext('2d')!
  }

  draw(world: World, layers: ReadonlySet<Layer>, selected: number): void {
    const { canvas, context, camera, buffers } = this
    const ratio = Math.min(2, window.devicePixelRatio)
    const [width, height] = [Math.round(camera.width * ratio), Math.round(camera.height * ratio)]
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, width, height)
    const { minX, minY, maxX, maxY, scale } = camera
    collectDebug(world, {
      view: { minX, minY, maxX, maxY }, colors: COLORS, markSize: Math.min(0.32, 11 / scale), fillOpacity: 0.42,
      joints: layers.has('joints'), boxes: layers.has('boxes'), contacts: layers.has('contacts'), forces: layers.has('forces'),
      friction: layers.has('forces'), velocities: layers.has('motion'), centers: layers.has('motion'), islands: layers.has('islands'),
      ids: layers.has('labels'), sensors: true, oneWay: true,
    }, buffers)
    const zoom = scale * ratio
    drawDebug(context, buffers, {
      scaleX: zoom, scaleY: -zoom, offsetX: (camera.width / 2) * ratio - camera.x * zoom, offsetY: (camera.height / 2) * ratio + camera.y * zoom,
    }, 1.3 * ratio)
    this.mark(world, selected, ratio)
  }

  /** A frame around the body that is looked at. */
  private mark(world: World, selected: number, ratio: number): void {
    const boxes = getPhysics(world)?.components.BroadphaseAABB
    if (selected === 0 || boxes === undefined || !(boxes.minX[selected] <= boxes.maxX[selected])) return
    const { context, camera } = this
    const [left, right] = [camera.screenX(boxes.minX[selected]), camera.screenX(boxes.maxX[selected])]
    const [top, bottom] = [camera.screenY(boxes.maxY[selected]), camera.screenY(boxes.minY[selected])]
    context.strokeStyle = '#fff'
    context.lineWidth = 1.5 * ratio
    context.setLineDash([5 * ratio, 4 * ratio])
    context.strokeRect((left - 3) * ratio, (top - 3) * ratio, (right - left + 6) * ratio, (bottom - top + 6) * ratio)
    context.setLineDash([])
  }
}
