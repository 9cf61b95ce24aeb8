import type { BuiltScene } from '../scenes/build.ts'
import type { Camera } from './camera.ts'
import { insets } from './insets.ts'
import type { Sight } from './link.ts'

/** Where the camera of a scene is: where the scene opens, where a link wants it, and carried along with the scene's main body. */
export class Viewpoint {
  /** How far the body that the camera goes along with has come. */
  private carried = 0
  /** The camera as the scene opens, but for what it was carried. */
  private opened = { x: 0, y: 0, scale: 1 }

  constructor(private readonly camera: Camera) {}

  /** Another scene begins. */
  begin(): void {
    this.carried = 0
  }

  /** Goes to where the scene opens, and from there to what is wanted. */
  aim({ scene: { view, start } }: BuiltScene, wanted: Sight | null): void {
    const { camera } = this
    camera.fit(start ?? view, insets())
    this.opened = { x: camera.x, y: camera.y, scale: camera.scale }
    if (wanted !== null) camera.fit({ ...wanted, height: 0 }, insets())
    camera.x += this.carried
  }

  /** Shows the whole scene. */
  fit({ scene }: BuiltScene): void {
    this.camera.fit(scene.view, insets())
    this.camera.x += this.carried
  }

  /** Goes along with the scene's main body. */
  goAlong({ scene, entities, physics }: BuiltScene): void {
    if (scene.follow === undefined) return
    const carried = physics.components.Position.x[entities[scene.follow]] - scene.bodies[scene.follow].x
    this.camera.x += carried - this.carried
    this.carried = carried
  }

  /** What a link has to say such that `aim` comes back here; `null` where the scene opens. */
  get sight(): Sight | null {
    const { camera, opened, carried } = this
    if (Math.abs(camera.x - carried - opened.x) + Math.abs(camera.y - opened.y) < 1e-6 && camera.scale === opened.scale) return null
    const { x, y, width } = camera.sight(insets())
    return { x: rounded(x - carried), y: rounded(y), width: rounded(width) }
  }
}

/** To five digits: more can't be seen, and links are read by people. */
function rounded(value: number): number {
  return Number(value.toPrecision(5))
}
