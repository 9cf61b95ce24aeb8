import { collectDebug, createDebugBuffers, type DebugColors, type DebugOptions } from '../../src/debug/index.ts'
import { drawDebug } from '../debug-canvas.ts'
import type { BuiltScene } from '../scenes/build.ts'
import type { Camera } from './camera.ts'
import type { Layer, Look } from './painter.ts'
import { BOX_LINE, CONTACT, CONTACT_NORMAL, JOINT_AIM, JOINT_LOADS, NODE_LINES } from './theme.ts'

/** Share of the largest load that is kept from frame to frame as the end of the scale. */
const KEPT = 0.98
/** The scale begins to end here, in newtons: rounding in a world at rest shall not look like a load. */
const LEAST_LOAD = 0.1

const COLORS: Partial<DebugColors> = {
  box: BOX_LINE, contact: CONTACT, normal: CONTACT_NORMAL, jointIdle: JOINT_AIM, nodes: NODE_LINES, loads: JOINT_LOADS,
}

/** Draws the layers above the bodies onto a canvas of their own, as `bitecs-physics/debug` collects them. */
export class DebugLayers {
  private readonly context: CanvasRenderingContext2D
  private readonly buffers = createDebugBuffers()
  private fullLoad = LEAST_LOAD
  /** Whether there is something on the canvas. */
  private shown = false

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d')!
  }

  draw({ world }: BuiltScene, camera: Camera, { layers, tint }: Look, pixelRatio: number): void {
    const islands = tint === 'island' && layers.has('bodies')
    const wanted = islands || layers.size > (layers.has('bodies') ? 1 : 0)
    if (!wanted && !this.shown) return
    this.begin(camera, pixelRatio)
    this.shown = wanted
    if (!wanted) return
    collectDebug(world, optionsOf(camera, layers, islands, this.fullLoad), this.buffers)
    this.fullLoad = Math.max(LEAST_LOAD, this.fullLoad * KEPT, this.buffers.mostLoad)
    const scale = camera.scale * pixelRatio
    drawDebug(this.context, this.buffers, {
      scaleX: scale, scaleY: -scale,
      offsetX: (camera.width / 2) * pixelRatio - camera.x * scale, offsetY: (camera.height / 2) * pixelRatio + camera.y * scale,
    }, 1.3 * pixelRatio)
  }

  private begin(camera: Camera, pixelRatio: number): void {
    const { canvas, context } = this
    const [width, height] = [Math.round(camera.width * pixelRatio), Math.round(camera.height * pixelRatio)]
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    context.clearRect(0, 0, width, height)
  }

}

function optionsOf(
  { minX, minY, maxX, maxY, scale }: Camera, layers: ReadonlySet<Layer>, islands: boolean, fullLoad: number,
): DebugOptions {
  return {
    view: { minX, minY, maxX, maxY }, colors: COLORS, fullLoad,
    markSize: Math.min(0.32, 11 / scale),
    shapes: islands, islands, fillOpacity: 0.75,
    joints: layers.has('joints'), boxes: layers.has('boxes'), nodes: layers.has('nodes'), contacts: layers.has('contacts'),
    forces: layers.has('forces'), friction: layers.has('forces'),
    velocities: layers.has('motion'), centers: layers.has('motion'), ids: layers.has('labels'),
  }
}
