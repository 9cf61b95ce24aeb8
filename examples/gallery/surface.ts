import type { Camera } from './camera.ts'
import type { InstanceBatch, PolygonBatch } from './instances.ts'
import { CanvasSurface } from './surface-canvas.ts'
import { WebglSurface } from './surface-webgl.ts'

export const RENDERERS = ['auto', 'webgl', 'canvas'] as const
export type Renderer = (typeof RENDERERS)[number]

/** Something that batches are drawn on, in the order in which they are given. */
export interface Surface {
  readonly kind: 'webgl' | 'canvas'
  /** Begins a frame: the canvas takes its size and is emptied. */
  begin(camera: Camera, pixelRatio: number): void
  drawInstances(batch: InstanceBatch): void
  drawPolygons(batch: PolygonBatch): void
}

/** WebGL 2 where a graphics card does it, a 2D canvas elsewhere; `renderer` decides otherwise. */
export function createSurface(canvas: HTMLCanvasElement, renderer: Renderer): Surface {
  const webgl = renderer === 'webgl' || (renderer === 'auto' && hasGraphicsCard())
  const gl = !webgl ? null : canvas.getContext('webgl2', {
    alpha: true, antialias: true, premultipliedAlpha: true, powerPreference: 'high-performance',
  })
  if (gl !== null) return new WebglSurface(canvas, gl)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser can draw neither with WebGL 2 nor on a 2D canvas')
  return new CanvasSurface(canvas, context)
}

/**
 * WebGL computed by the processor is slower than the 2D canvas. Asked on a canvas
 * of its own, because a canvas that once gave a WebGL context gives no other.
 */
function hasGraphicsCard(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  if (gl === null) return false
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer)
}
