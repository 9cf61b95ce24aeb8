// Draws what collectDebug found with PixiJS 8: copy it.
//
//   const debug = new DebugGraphics()
//   world.addChild(debug)                      // a container that is scaled from meters to pixels, y up or down
//   app.ticker.add(() => debug.show(collectDebug(ecs, { contacts: true }, buffers)))
import { Container, Graphics, Text } from 'pixi.js'
import { type DebugBuffers, type DebugPrimitives, debugText } from 'bitecs-physics/debug'

/** Red in the lowest byte, as the buffers have it, to red in the highest of three, as Pixi has it. */
const rgb = (color: number): number => ((color & 255) << 16) | (color & 0xff00) | ((color >>> 16) & 255)
const styleOf = (color: number) => ({ color: rgb(color), alpha: (color >>> 24) / 255 })

export class DebugGraphics extends Container {
  /** Height of texts, and width of points, in pixels of the screen. */
  textSize = 11
  pointSize = 4
  private readonly graphics = this.addChild(new Graphics())
  private readonly texts: Text[] = []

  show(debug: DebugBuffers): void {
    const { graphics } = this
    const { a, b, c, d } = this.worldTransform
    const [pixelX, pixelY] = [1 / Math.hypot(a, b), 1 / Math.hypot(c, d)]
    graphics.clear()
    const { triangles, lines, points } = debug
    eachColor(triangles, (color, from, to) => {
      for (let i = from; i < to; i++) graphics.poly([...triangles.xy.subarray(6 * i, 6 * i + 6)])
      graphics.fill(styleOf(color))
    })
    eachColor(lines, (color, from, to) => {
      const { xy } = lines
      for (let i = from; i < to; i++) graphics.moveTo(xy[4 * i]!, xy[4 * i + 1]!).lineTo(xy[4 * i + 2]!, xy[4 * i + 3]!)
      // One pixel wide, however the container is scaled.
      graphics.stroke({ ...styleOf(color), pixelLine: true })
    })
    eachColor(points, (color, from, to) => {
      const [w, h] = [this.pointSize * pixelX, this.pointSize * pixelY]
      for (let i = from; i < to; i++) graphics.rect(points.xy[2 * i]! - w / 2, points.xy[2 * i + 1]! - h / 2, w, h)
      graphics.fill(styleOf(color))
    })
    this.showLabels(debug, pixelX, d < 0 ? -pixelY : pixelY)
  }

  private showLabels({ labels }: DebugBuffers, pixelX: number, pixelY: number): void {
    const { texts } = this
    while (texts.length < labels.count) {
      const text = new Text({ text: '', style: { fontSize: this.textSize, fill: 0xffffff } })
      text.anchor.set(0.5)
      texts.push(this.addChild(text))
    }
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i]!
      text.visible = i < labels.count
      if (!text.visible) continue
      text.text = debugText(labels, i)
      text.tint = rgb(labels.colors[i]!)
      text.position.set(labels.xy[2 * i]!, labels.xy[2 * i + 1]!)
      text.scale.set(pixelX, pixelY)
    }
  }
}

/** Calls back for each run of things of one color: a style change costs more than a line. */
function eachColor(list: DebugPrimitives, draw: (color: number, from: number, to: number) => void): void {
  for (let from = 0; from < list.count; ) {
    const color = list.colors[from * list.corners]!
    let to = from + 1
    while (to < list.count && list.colors[to * list.corners] === color) to++
    draw(color, from, to)
    from = to
  }
}
