// Draws what collectDebug found with three.js: copy it. The arrays go to the graphics card as they are.
//
//   const debug = new DebugObject()
//   scene.add(debug)                           // in the plane z = 0, in world units
//   renderer.setAnimationLoop(() => {
//     debug.show(collectDebug(ecs, { contacts: true }, buffers))
//     renderer.render(scene, camera)
//   })
//
// three.js takes the colors of corners as linear, so that they come out a little lighter than elsewhere.
// Labels are left to you: draw them on a 2D canvas above, as examples/debug-canvas.ts does.
import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, Points, PointsMaterial,
  Sphere, Vector3,
} from 'three'
import type { DebugBuffers, DebugPrimitives } from 'bitecs-physics/debug'

// Each corner has a color with alpha; nothing hides anything.
const LOOK = { vertexColors: true, transparent: true, depthTest: false, depthWrite: false } as const

export class DebugObject extends Group {
  private readonly triangles = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ ...LOOK, side: 2 }))
  private readonly lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial(LOOK))
  private readonly points = new Points(new BufferGeometry(), new PointsMaterial({ ...LOOK, size: 4, sizeAttenuation: false }))

  constructor() {
    super()
    for (const [order, part] of [this.triangles, this.lines, this.points].entries()) {
      // What can be seen was chosen by collectDebug.
      part.frustumCulled = false
      part.geometry.boundingSphere = new Sphere(new Vector3(), Infinity)
      part.renderOrder = 1000 + order
      this.add(part)
    }
  }

  show({ triangles, lines, points }: DebugBuffers): void {
    update(this.triangles.geometry, triangles)
    update(this.lines.geometry, lines)
    update(this.points.geometry, points)
  }

  dispose(): void {
    for (const part of [this.triangles, this.lines, this.points]) {
      part.geometry.dispose()
      part.material.dispose()
    }
  }
}

function update(geometry: BufferGeometry, { xy, colors, corners, count }: DebugPrimitives): void {
  let position = geometry.getAttribute('position')
  // Buffers that grew are others.
  if (position === undefined || position.array !== xy) {
    geometry.dispose()
    // Of two numbers each: the third, z, is 0 for the graphics card.
    position = new BufferAttribute(xy, 2).setUsage(DynamicDrawUsage)
    geometry.setAttribute('position', position)
    const bytes = new Uint8Array(colors.buffer, colors.byteOffset, colors.byteLength)
    geometry.setAttribute('color', new BufferAttribute(bytes, 4, true).setUsage(DynamicDrawUsage))
  }
  const vertices = count * corners
  for (const [attribute, size] of [[position, 2], [geometry.getAttribute('color'), 4]] as const) {
    const changed = attribute as BufferAttribute
    changed.clearUpdateRanges()
    if (vertices > 0) changed.addUpdateRange(0, vertices * size)
    changed.needsUpdate = true
  }
  geometry.setDrawRange(0, vertices)
}
