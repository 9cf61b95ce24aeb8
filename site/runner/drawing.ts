import type { World } from 'bitecs'
import type * as bitecsModule from 'bitecs'
import type * as physicsModule from '../../src/index.ts'
import { Eye } from './eye.ts'

/** What is shown of the worlds of a program that does not draw by itself. */
export interface Screen {
  readonly canvas: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  readonly dark: boolean
  /** Whether steps are to be taken here: the program has no loop of its own. */
  readonly moves: boolean
  readonly nextFrame: (callback: FrameRequestCallback) => number
  readonly fail: (error: unknown) => void
}

/** Where the module in library.ts notes the worlds that were given physics. */
export interface Noted { worlds?: World[] }

const HUES = ['#4fd6c0', '#54a9f5', '#8b87f7', '#d77fe0', '#ff8a85', '#ffbe6b']
const DARK = { still: '#2b3650', stillEdge: '#5a6c94', edge: '#0a0d14', sensor: '#5fe0c3', joint: '#ffe9a8' }
const LIGHT = { still: '#d3dae8', stillEdge: '#8793ad', edge: '#ffffff', sensor: '#118a70', joint: '#a2690a' }
/** How fast a dragged body follows the pointer, 1/s. */
const PULL = 12

/** Draws the last world of the program that has bodies, and keeps it going. Gives whether there is one. */
export async function showWorlds(screen: Screen): Promise<boolean> {
  const { worlds = [] } = globalThis as Noted
  if (worlds.length === 0) return false
  // By names that the import map of the frame knows.
  const names = { bitecs: 'bitecs', physics: 'bitecs-physics/original' }
  const bitecs = await import(names.bitecs) as typeof bitecsModule
  const physics = await import(names.physics) as typeof physicsModule
  const drawing = worlds.toReversed().filter((world) => physics.getPhysics(world) !== undefined)
    .map((world) => new WorldDrawing(world, screen, bitecs, physics)).find((made) => made.colliders.length > 0)
  drawing?.play()
  return drawing !== undefined
}

class WorldDrawing {
  private readonly face
  private readonly stepper
  private readonly drawn
  private readonly eye
  private readonly points
  private readonly colors
  private last = 0
  private held = 0
  private pointer = { x: 0, y: 0 }

  constructor(
    private readonly world: World, private readonly screen: Screen,
    private readonly bitecs: typeof bitecsModule, private readonly physics: typeof physicsModule,
  ) {
    this.face = physics.getPhysics(world)!
    this.stepper = physics.createStepper(world)
    this.drawn = physics.createDrawnPoses()
    this.points = new physics.PointBuffer()
    this.colors = screen.dark ? DARK : LIGHT
    this.eye = new Eye(this.face.settings.gravity.y > 0)
    if (screen.moves) this.listen()
  }

  /** Everything with a shape, but the links of chains: the chain itself has their points. */
  get colliders(): number[] {
    const { Shape, ChainLink, Disabled } = this.face.components
    return [...this.bitecs.query(this.world, [Shape, this.bitecs.Not(ChainLink), this.bitecs.Not(Disabled)])]
  }

  play(): void {
    const frame = (now: number): void => {
      try {
        if (this.physics.getPhysics(this.world) !== this.face) return
        // The first frame may have begun before this was made.
        if (this.screen.moves && this.last > 0) this.advance((now - this.last) / 1000)
        this.last = now
        this.draw()
        this.screen.nextFrame(frame)
      } catch (error) {
        this.screen.fail(error)
      }
    }
    this.screen.nextFrame(frame)
  }

  private advance(seconds: number): void {
    if (this.held !== 0) {
      if (!this.bitecs.entityExists(this.world, this.held)) this.held = 0
      else {
        const { Position } = this.face.components
        this.physics.setVelocity(this.world, this.held, (this.pointer.x - Position.x[this.held]!) * PULL, (this.pointer.y - Position.y[this.held]!) * PULL)
      }
    }
    this.stepper.advance(seconds)
  }

  private draw(): void {
    const { canvas, context, moves } = this.screen
    const ratio = Math.min(2, devicePixelRatio)
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio))
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio))
    this.physics.interpolate(this.world, moves ? this.stepper.alpha : 1, this.drawn)
    const { colliders } = this
    this.eye.look(colliders.map((entity) => this.boxOf(entity)), canvas.width, canvas.height)
    this.eye.apply(context)
    for (const entity of colliders) this.drawCollider(entity)
    this.drawJoints()
  }

  private boxOf(entity: number): { x: number; y: number; size: number; still: boolean } {
    const { BroadphaseAABB: box, Static } = this.face.components
    const body = this.bodyOf(entity)
    const width = (box.maxX[entity] ?? 0) - (box.minX[entity] ?? 0)
    const height = (box.maxY[entity] ?? 0) - (box.minY[entity] ?? 0)
    return {
      x: this.drawn.x[body] ?? 0, y: this.drawn.y[body] ?? 0, size: Math.min(width, height) || 1,
      still: this.bitecs.hasComponent(this.world, body, Static),
    }
  }

  private bodyOf(entity: number): number {
    const { Collider } = this.face.components
    return this.bitecs.hasComponent(this.world, entity, Collider) ? Collider.body[entity]! : entity
  }

  private drawCollider(entity: number): void {
    const { context } = this.screen
    const { Collider, Sensor, Static, Kinematic, Sleeping } = this.face.components
    const has = (component: object): boolean => this.bitecs.hasComponent(this.world, entity, component)
    const body = this.bodyOf(entity)
    if (body === 0) return
    context.save()
    context.translate(this.drawn.x[body] ?? 0, this.drawn.y[body] ?? 0)
    context.rotate(this.drawn.angle[body] ?? 0)
    if (body !== entity) {
      context.translate(Collider.x[entity]!, Collider.y[entity]!)
      context.rotate(Collider.angle[entity]!)
    }
    const is = (tag: object): boolean => this.bitecs.hasComponent(this.world, body, tag)
    const { still, stillEdge, edge, sensor } = this.colors
    const moving = !is(Static) && !is(Kinematic)
    context.fillStyle = has(Sensor) ? sensor : moving ? HUES[body % HUES.length]! : still
    context.strokeStyle = has(Sensor) ? sensor : moving ? edge : is(Kinematic) ? '#f2b560' : stillEdge
    context.globalAlpha = has(Sensor) ? 0.3 : moving && is(Sleeping) ? 0.55 : 1
    this.trace(entity, !moving)
    context.restore()
  }

  /** Fills and strokes the shape in its own frame. */
  private trace(entity: number, still: boolean): void {
    const { context } = this.screen
    const { count, x, y, radius, closed } = this.physics.getPoints(this.world, entity, this.points)
    const pixel = this.eye.pixel
    const type = this.face.components.Shape.type[entity]
    const { ShapeType } = this.physics
    context.beginPath()
    if (count === 1) context.arc(x[0]!, y[0]!, radius, 0, 2 * Math.PI)
    else for (let i = 0; i < count; i++) context.lineTo(x[i]!, y[i]!)
    if (closed) context.closePath()
    context.lineJoin = context.lineCap = 'round'
    const line = type === ShapeType.Segment || type === ShapeType.Chain
    if (radius > 0 && count > 1) {
      // As wide as the shape is thick, in the color of the fill.
      const edge = context.strokeStyle
      context.strokeStyle = context.fillStyle
      context.lineWidth = 2 * radius
      context.stroke()
      context.strokeStyle = edge
    }
    if (!line) context.fill()
    if (radius === 0 || count === 1 || line) {
      context.lineWidth = pixel * (line ? 2.5 : still ? 1.5 : 1)
      context.stroke()
    }
    if (count !== 1 || still) return
    // How it is turned.
    context.beginPath()
    context.moveTo(0, 0)
    context.lineTo(x[0]! + radius * 0.85, y[0]!)
    context.lineWidth = pixel
    context.stroke()
  }

  /** A line from body to body for each joint. */
  private drawJoints(): void {
    const { context } = this.screen
    const { Joint, Disabled } = this.face.components
    context.globalAlpha = 0.7
    context.strokeStyle = this.colors.joint
    context.lineWidth = this.eye.pixel * 1.5
    context.beginPath()
    for (const joint of this.bitecs.query(this.world, [Joint, this.bitecs.Not(Disabled)])) {
      const [a, b] = [Joint.a[joint]!, Joint.b[joint]!]
      if (a === 0 || b === 0 || this.drawn.x[a] === undefined || this.drawn.x[b] === undefined) continue
      context.moveTo(this.drawn.x[a]!, this.drawn.y[a]!)
      context.lineTo(this.drawn.x[b]!, this.drawn.y[b]!)
    }
    context.stroke()
    context.globalAlpha = 1
  }

  /** Dynamic bodies can be dragged. */
  private listen(): void {
    const { canvas } = this.screen
    const move = (event: PointerEvent): void => { this.pointer = this.eye.toWorld(event.offsetX * Math.min(2, devicePixelRatio), event.offsetY * Math.min(2, devicePixelRatio)) }
    canvas.addEventListener('pointerdown', (event) => {
      move(event)
      const { Static, Kinematic } = this.face.components
      const { count, entities } = this.physics.queryPoint(this.world, this.pointer.x, this.pointer.y)
      for (let i = 0; i < count; i++) {
        const body = this.physics.bodyOf(this.world, entities[i]!)
        if (this.bitecs.hasComponent(this.world, body, Static) || this.bitecs.hasComponent(this.world, body, Kinematic)) continue
        this.held = body
        canvas.setPointerCapture(event.pointerId)
      }
    })
    canvas.addEventListener('pointermove', move)
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => { this.held = 0 })
  }
}
