// Draws what collectDebug found with Phaser 4: copy it.
//
//   create() { this.debug = new DebugGraphics(this, { scaleX: 40, scaleY: -40, offsetX: 400, offsetY: 500 }) }
//   update() { this.debug.show(collectDebug(ecs, { contacts: true }, buffers)) }
import { type GameObjects, type Scene } from 'phaser'
import { type DebugBuffers, debugText } from 'bitecs-physics/debug'

/** Where things are: pixel = scale * world + offset. Of a world with y up, scaleY is negative. */
export interface DebugTransform {
  scaleX: number
  scaleY: number
  offsetX: number
  offsetY: number
}

/** Red in the lowest byte, as the buffers have it, to red in the highest of three, as Phaser has it. */
const rgb = (color: number): number => ((color & 255) << 16) | (color & 0xff00) | ((color >>> 16) & 255)
const alpha = (color: number): number => (color >>> 24) / 255

export class DebugGraphics {
  /** Of lines, in pixels; points are three times as wide. */
  lineWidth = 1
  readonly graphics: GameObjects.Graphics
  private readonly texts: GameObjects.Text[] = []

  constructor(private readonly scene: Scene, public transform: DebugTransform, depth = 1000) {
    this.graphics = scene.add.graphics().setDepth(depth)
  }

  show(debug: DebugBuffers): void {
    const { graphics, lineWidth } = this
    const { scaleX, scaleY, offsetX, offsetY } = this.transform
    const { triangles, lines, points } = debug
    graphics.clear()
    for (let i = 0, color = -1; i < triangles.count; i++) {
      if (triangles.colors[3 * i] !== color) graphics.fillStyle(rgb(color = triangles.colors[3 * i]!), alpha(color))
      const { xy } = triangles
      graphics.fillTriangle(
        xy[6 * i]! * scaleX + offsetX, xy[6 * i + 1]! * scaleY + offsetY, xy[6 * i + 2]! * scaleX + offsetX, xy[6 * i + 3]! * scaleY + offsetY,
        xy[6 * i + 4]! * scaleX + offsetX, xy[6 * i + 5]! * scaleY + offsetY,
      )
    }
    for (let i = 0, color = -1; i < lines.count; i++) {
      if (lines.colors[2 * i] !== color) graphics.lineStyle(lineWidth, rgb(color = lines.colors[2 * i]!), alpha(color))
      const { xy } = lines
      graphics.lineBetween(
        xy[4 * i]! * scaleX + offsetX, xy[4 * i + 1]! * scaleY + offsetY, xy[4 * i + 2]! * scaleX + offsetX, xy[4 * i + 3]! * scaleY + offsetY,
      )
    }
    const size = 3 * lineWidth
    for (let i = 0; i < points.count; i++) {
      const color = points.colors[i]!
      graphics.fillStyle(rgb(color), alpha(color))
      graphics.fillRect(points.xy[2 * i]! * scaleX + offsetX - size / 2, points.xy[2 * i + 1]! * scaleY + offsetY - size / 2, size, size)
    }
    this.showLabels(debug)
  }

  destroy(): void {
    this.graphics.destroy()
    for (const text of this.texts) text.destroy()
  }

  private showLabels({ labels }: DebugBuffers): void {
    const { texts, scene, transform: { scaleX, scaleY, offsetX, offsetY } } = this
    while (texts.length < labels.count) {
      texts.push(scene.add.text(0, 0, '', { fontSize: '11px' }).setOrigin(0.5).setDepth(this.graphics.depth))
    }
    for (let i = 0; i < texts.length; i++) {
      texts[i]!.setVisible(i < labels.count)
      if (i >= labels.count) continue
      texts[i]!.setText(debugText(labels, i)).setTint(rgb(labels.colors[i]!))
      texts[i]!.setPosition(labels.xy[2 * i]! * scaleX + offsetX, labels.xy[2 * i + 1]! * scaleY + offsetY)
    }
  }
}
