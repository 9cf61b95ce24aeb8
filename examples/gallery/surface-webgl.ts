import type { Camera } from './camera.ts'
import { InstanceBatch, PLAIN, STRIDE, type PolygonBatch } from './instances.ts'
import type { Surface } from './surface.ts'

const BYTES = STRIDE * 4

const INSTANCE_VERTEX = `#version 300 es
layout(location = 0) in vec4 pose;
layout(location = 1) in vec4 form;
layout(location = 2) in vec4 fillColor;
layout(location = 3) in vec4 edgeColor;
uniform vec2 center;
uniform vec2 pixels;
uniform float scale;
out vec2 local;
flat out vec4 size;
flat out vec4 fill;
flat out vec4 edge;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec2 reach = form.xy + form.z + 1.5 / scale;
  vec2 place = corner * reach;
  vec2 turned = vec2(pose.z * place.x - pose.w * place.y, pose.w * place.x + pose.z * place.y);
  gl_Position = vec4((pose.xy - center + turned) * scale * 2.0 / pixels, 0.0, 1.0);
  local = place * scale;
  size = vec4(form.xyz * scale, form.w);
  fill = fillColor;
  edge = edgeColor;
}`

// Everything is in pixels here. The distance to a rounded box is that of Quilez.
const INSTANCE_FRAGMENT = `#version 300 es
precision highp float;
in vec2 local;
flat in vec4 size;
flat in vec4 fill;
flat in vec4 edge;
uniform float line;
out vec4 color;
void main() {
  vec2 q = abs(local) - size.xy;
  float distance = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - size.z;
  float cover = clamp(0.5 - distance, 0.0, 1.0);
  float small = min(size.x, size.y) + size.z;
  float rim = clamp(distance + line + 0.5, 0.0, 1.0);
  // An edge on a body of a few pixels would leave nothing of its color.
  if (fill.a > 0.0) rim *= smoothstep(1.2, 4.5, small);
  if (size.w > 0.5 && small > 5.0) {
    float along = step(0.0, local.x);
    rim = max(rim, along * clamp(line * 0.5 + 0.5 - abs(local.y), 0.0, 1.0));
  }
  float edgeAlpha = edge.a * rim;
  float alpha = edgeAlpha + fill.a * (1.0 - edgeAlpha);
  vec3 premultiplied = edge.rgb * edgeAlpha + fill.rgb * fill.a * (1.0 - edgeAlpha);
  color = vec4(premultiplied, alpha) * cover;
}`

const TRIANGLE_VERTEX = `#version 300 es
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 fillColor;
uniform vec2 center;
uniform vec2 pixels;
uniform float scale;
flat out vec4 fill;
void main() {
  gl_Position = vec4((place - center) * scale * 2.0 / pixels, 0.0, 1.0);
  fill = fillColor;
}`

const TRIANGLE_FRAGMENT = `#version 300 es
precision highp float;
flat in vec4 fill;
out vec4 color;
void main() { color = vec4(fill.rgb * fill.a, fill.a); }`

interface Program {
  readonly handle: WebGLProgram
  readonly center: WebGLUniformLocation | null
  readonly pixels: WebGLUniformLocation | null
  readonly scale: WebGLUniformLocation | null
  readonly line: WebGLUniformLocation | null
}

interface Upload {
  readonly buffer: WebGLBuffer
  readonly array: WebGLVertexArrayObject
  bytes: number
  version: number
}

/** Draws every batch with one instanced call. */
export class WebglSurface implements Surface {
  readonly kind = 'webgl'
  private readonly instances: Program
  private readonly triangles: Program
  private readonly uploads = new WeakMap<InstanceBatch, Upload>()
  private readonly triangleBuffer: WebGLBuffer
  private readonly triangleArray: WebGLVertexArrayObject
  private readonly outlines = new InstanceBatch()
  private scale = 1
  private center: [number, number] = [0, 0]

  constructor(private readonly canvas: HTMLCanvasElement, private readonly gl: WebGL2RenderingContext) {
    this.instances = createProgram(gl, INSTANCE_VERTEX, INSTANCE_FRAGMENT)
    this.triangles = createProgram(gl, TRIANGLE_VERTEX, TRIANGLE_FRAGMENT)
    this.triangleBuffer = gl.createBuffer()
    this.triangleArray = gl.createVertexArray()
    gl.bindVertexArray(this.triangleArray)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.triangleBuffer)
    gl.enableVertexAttribArray(0)
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 12, 0)
    gl.enableVertexAttribArray(1)
    gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, 12, 8)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  }

  begin(camera: Camera, pixelRatio: number): void {
    const { canvas, gl } = this
    const width = Math.round(camera.width * pixelRatio)
    const height = Math.round(camera.height * pixelRatio)
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    gl.viewport(0, 0, width, height)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    this.scale = camera.scale * pixelRatio
    this.center = [camera.x, camera.y]
    this.use(this.triangles)
    this.use(this.instances)
    gl.uniform1f(this.instances.line, Math.max(1, pixelRatio * 1.1))
  }

  drawInstances(batch: InstanceBatch): void {
    if (batch.count === 0) return
    const { gl } = this
    gl.useProgram(this.instances.handle)
    gl.bindVertexArray(this.upload(batch).array)
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, batch.count)
  }

  drawPolygons(batch: PolygonBatch): void {
    if (batch.count === 0) return
    const { gl, outlines } = this
    const data: number[] = []
    const colors: number[] = []
    outlines.clear()
    for (let i = 0; i < batch.count; i++) {
      const start = batch.starts[i]
      const end = batch.end(i)
      for (let k = start + 1; k + 1 < end; k++) {
        for (const vertex of [start, k, k + 1]) {
          data.push(batch.vertices[vertex * 2], batch.vertices[vertex * 2 + 1])
          colors.push(batch.fills[i])
        }
      }
      pushOutline(outlines, batch, i, 0.6 / this.scale)
    }
    const floats = new Float32Array(colors.length * 3)
    const words = new Uint32Array(floats.buffer)
    for (let i = 0; i < colors.length; i++) {
      floats[i * 3] = data[i * 2]
      floats[i * 3 + 1] = data[i * 2 + 1]
      words[i * 3 + 2] = colors[i]
    }
    gl.useProgram(this.triangles.handle)
    gl.bindVertexArray(this.triangleArray)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.triangleBuffer)
    gl.bufferData(gl.ARRAY_BUFFER, floats, gl.DYNAMIC_DRAW)
    gl.drawArrays(gl.TRIANGLES, 0, colors.length)
    this.drawInstances(outlines)
  }

  private use(program: Program): void {
    const { gl, canvas } = this
    gl.useProgram(program.handle)
    gl.uniform2f(program.center, this.center[0], this.center[1])
    gl.uniform2f(program.pixels, canvas.width, canvas.height)
    gl.uniform1f(program.scale, this.scale)
  }

  /** The batch on the graphics card, as new as the batch itself. */
  private upload(batch: InstanceBatch): Upload {
    const { gl } = this
    let upload = this.uploads.get(batch)
    if (upload === undefined) {
      upload = createUpload(gl)
      this.uploads.set(batch, upload)
    }
    if (upload.version === batch.version) return upload
    gl.bindBuffer(gl.ARRAY_BUFFER, upload.buffer)
    if (upload.bytes < batch.floats.byteLength) {
      gl.bufferData(gl.ARRAY_BUFFER, batch.floats.byteLength, gl.DYNAMIC_DRAW)
      upload.bytes = batch.floats.byteLength
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, batch.floats, 0, batch.count * STRIDE)
    upload.version = batch.version
    return upload
  }
}

function createUpload(gl: WebGL2RenderingContext): Upload {
  const buffer = gl.createBuffer()
  const array = gl.createVertexArray()
  gl.bindVertexArray(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  const attribute = (location: number, type: number, normalized: boolean, offset: number) => {
    gl.enableVertexAttribArray(location)
    gl.vertexAttribPointer(location, 4, type, normalized, BYTES, offset)
    gl.vertexAttribDivisor(location, 1)
  }
  attribute(0, gl.FLOAT, false, 0)
  attribute(1, gl.FLOAT, false, 16)
  attribute(2, gl.UNSIGNED_BYTE, true, 32)
  attribute(3, gl.UNSIGNED_BYTE, true, 36)
  return { buffer, array, bytes: 0, version: -1 }
}

function pushOutline(target: InstanceBatch, batch: PolygonBatch, index: number, halfThickness: number): void {
  const start = batch.starts[index]
  const end = batch.end(index)
  const { vertices } = batch
  for (let k = start; k < end; k++) {
    const next = k + 1 < end ? k + 1 : start
    const [x1, y1, x2, y2] = [vertices[k * 2], vertices[k * 2 + 1], vertices[next * 2], vertices[next * 2 + 1]]
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length === 0) continue
    target.push(
      (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / length, (y2 - y1) / length,
      length / 2, 0, halfThickness, PLAIN, batch.edges[index], 0,
    )
  }
}

function createProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const handle = gl.createProgram()
  for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
    const shader = gl.createShader(type)
    if (shader === null) throw new Error('the graphics context was lost while a shader was made')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(handle, shader)
  }
  gl.linkProgram(handle)
  if (gl.getProgramParameter(handle, gl.LINK_STATUS) !== true) {
    throw new Error(`a shader does not link: ${gl.getProgramInfoLog(handle) ?? 'no reason given'}`)
  }
  const uniform = (name: string) => gl.getUniformLocation(handle, name)
  return {
    handle, center: uniform('center'), pixels: uniform('pixels'), scale: uniform('scale'), line: uniform('line'),
  }
}
