import { createSnapshots, circle, addPhysics, rect, spawnBody, stepPhysics } from '../../src/index.ts'
import { createWorld } from 'bitecs'
import { loadPeer } from '../engines/peer.ts'
import { markdownTable } from '../harness/table.ts'

/** One world of an engine: a pyramid of boxes, and a ball that flies into it. */
interface Trial {
  readonly way: string
  step(): void
  /** Keeps the state by the best means that the engine has. Returns what puts it back. */
  save(): () => void
  /** x and y of each body that moves, in the order in which they were made. */
  read(): number[]
}

const ROWS = 12
const BEFORE = 40
const AFTER = 300
const DT = 1 / 60
const POSES = 'poses and velocities copied'

/** Calls `make` for the ground, each box and the ball. */
function build(make: (x: number, y: number, kind: 'ground' | 'box' | 'ball') => void): void {
  make(0, -1, 'ground')
  for (let row = 0; row < ROWS; row++) {
    for (let i = 0; i < ROWS - row; i++) make((i - (ROWS - row - 1) / 2) * 1.05, 0.5 + row, 'box')
  }
  make(-25, 4, 'ball')
}

const SPEED = 30

function ours(): Trial {
  const world = createWorld()
  const { Position } = addPhysics(world, { gravity: { x: 0, y: -10 } }).components
  const moving: number[] = []
  build((x, y, kind) => {
    if (kind === 'ground') spawnBody(world, { type: 'static', shape: rect(100, 2), x, y })
    else if (kind === 'box') moving.push(spawnBody(world, { shape: rect(1, 1), x, y }))
    else moving.push(spawnBody(world, { shape: circle(1), x, y, velocity: { x: SPEED }, material: { density: 4 } }))
  })
  const snapshots = createSnapshots(world, { slots: 1 })
  return {
    way: 'createSnapshots',
    step: () => stepPhysics(world, DT),
    save() {
      snapshots.save(0)
      return () => snapshots.restore(0)
    },
    read: () => moving.flatMap((entity) => [Position.x[entity]!, Position.y[entity]!]),
  }
}

interface Vector { x: number; y: number }

/** What is used of Rapier here. */
interface RapierBody { translation(): Vector; readonly handle: number }
interface RapierDesc { setTranslation(x: number, y: number): RapierDesc; setLinvel(x: number, y: number): RapierDesc; setDensity(density: number): RapierDesc }
interface RapierWorld {
  timestep: number
  step(): void
  createRigidBody(desc: RapierDesc): RapierBody
  createCollider(desc: RapierDesc, body: RapierBody): void
  getRigidBody(handle: number): RapierBody
  takeSnapshot(): Uint8Array
}
interface Rapier {
  readonly default?: Rapier
  init(): Promise<void>
  readonly World: { new (gravity: Vector): RapierWorld; restoreSnapshot(bytes: Uint8Array): RapierWorld }
  readonly RigidBodyDesc: { fixed(): RapierDesc; dynamic(): RapierDesc }
  readonly ColliderDesc: { cuboid(x: number, y: number): RapierDesc; ball(radius: number): RapierDesc }
}

async function rapier(): Promise<Trial> {
  const loaded = await loadPeer<Rapier>('@dimforge/rapier2d-compat')
  const all = loaded.default ?? loaded
  await all.init()
  let world = new all.World({ x: 0, y: -10 })
  const moving: number[] = []
  build((x, y, kind) => {
    const desc = (kind === 'ground' ? all.RigidBodyDesc.fixed() : all.RigidBodyDesc.dynamic()).setTranslation(x, y)
    const body = world.createRigidBody(kind === 'ball' ? desc.setLinvel(SPEED, 0) : desc)
    const shape = kind === 'ground' ? all.ColliderDesc.cuboid(50, 1) : kind === 'box' ? all.ColliderDesc.cuboid(0.5, 0.5) : all.ColliderDesc.ball(1)
    world.createCollider(shape.setDensity(kind === 'ball' ? 4 : 1), body)
    if (kind !== 'ground') moving.push(body.handle)
  })
  world.timestep = DT
  return {
    way: 'takeSnapshot, restoreSnapshot (a new world)',
    step: () => world.step(),
    save() {
      const bytes = world.takeSnapshot()
      return () => {
        world = all.World.restoreSnapshot(bytes)
        world.timestep = DT
      }
    },
    read: () => moving.flatMap((handle) => {
      const { x, y } = world.getRigidBody(handle).translation()
      return [x, y]
    }),
  }
}

/** What is used of Planck here. */
interface PlanckBody {
  createFixture(def: object): void
  getPosition(): Vector
  getAngle(): number
  getLinearVelocity(): Vector
  getAngularVelocity(): number
  isAwake(): boolean
  setTransform(position: Vector, angle: number): void
  setLinearVelocity(velocity: Vector): void
  setAngularVelocity(velocity: number): void
  setAwake(awake: boolean): void
}
interface Planck {
  readonly World: new (def: object) => { createBody(def: object): PlanckBody; step(dt: number, velocity: number, position: number): void }
  readonly Circle: new (radius: number) => object
  readonly Box: new (x: number, y: number) => object
}

async function planck(): Promise<Trial> {
  const all = await loadPeer<Planck>('planck')
  const world = new all.World({ gravity: { x: 0, y: -10 } })
  const moving: PlanckBody[] = []
  build((x, y, kind) => {
    const body = world.createBody({
      type: kind === 'ground' ? 'static' : 'dynamic', position: { x, y }, linearVelocity: { x: kind === 'ball' ? SPEED : 0, y: 0 },
    })
    const shape = kind === 'ground' ? new all.Box(50, 1) : kind === 'box' ? new all.Box(0.5, 0.5) : new all.Circle(1)
    body.createFixture({ shape, density: kind === 'ball' ? 4 : 1, friction: 0.6 })
    if (kind !== 'ground') moving.push(body)
  })
  return {
    way: POSES,
    step: () => world.step(DT, 8, 3),
    save() {
      const kept = moving.map((body) => ({
        position: { ...body.getPosition() }, angle: body.getAngle(), velocity: { ...body.getLinearVelocity() }, spin: body.getAngularVelocity(), awake: body.isAwake(),
      }))
      return () => moving.forEach((body, i) => {
        const { position, angle, velocity, spin, awake } = kept[i]!
        body.setTransform(position, angle)
        body.setAwake(awake)
        body.setLinearVelocity(velocity)
        body.setAngularVelocity(spin)
      })
    },
    read: () => moving.flatMap((body) => [body.getPosition().x, body.getPosition().y]),
  }
}

/** What is used of box2d3-wasm here. */
interface Rotation { c: number; s: number }
interface Box2D {
  readonly b2Vec2: new (x: number, y: number) => Vector
  readonly b2Circle: new () => { radius: number }
  readonly b2BodyType: { b2_dynamicBody: unknown }
  b2MakeBox(x: number, y: number): object
  b2DefaultWorldDef(): { gravity: Vector }
  b2DefaultBodyDef(): { type: unknown; position: Vector; linearVelocity: Vector }
  b2DefaultShapeDef(): { density: number }
  b2CreateWorld(def: object): unknown
  b2CreateBody(world: unknown, def: object): unknown
  b2CreatePolygonShape(body: unknown, def: object, polygon: object): void
  b2CreateCircleShape(body: unknown, def: object, circle: object): void
  b2World_Step(world: unknown, dt: number, substeps: number): void
  b2Body_GetPosition(body: unknown): Vector
  b2Body_GetRotation(body: unknown): Rotation
  b2Body_GetLinearVelocity(body: unknown): Vector
  b2Body_GetAngularVelocity(body: unknown): number
  b2Body_IsAwake(body: unknown): boolean
  b2Body_SetTransform(body: unknown, position: Vector, rotation: Rotation): void
  b2Body_SetLinearVelocity(body: unknown, velocity: Vector): void
  b2Body_SetAngularVelocity(body: unknown, velocity: number): void
  b2Body_SetAwake(body: unknown, awake: boolean): void
}

async function box2d(): Promise<Trial> {
  const { default: make } = await loadPeer<{ default(options: object): Promise<Box2D> }>('box2d3-wasm')
  const all = await make({ pthreadCount: 0 })
  const worldDef = all.b2DefaultWorldDef()
  worldDef.gravity = new all.b2Vec2(0, -10)
  const world = all.b2CreateWorld(worldDef)
  const moving: unknown[] = []
  build((x, y, kind) => {
    const def = all.b2DefaultBodyDef()
    if (kind !== 'ground') def.type = all.b2BodyType.b2_dynamicBody
    def.position = new all.b2Vec2(x, y)
    if (kind === 'ball') def.linearVelocity = new all.b2Vec2(SPEED, 0)
    const body = all.b2CreateBody(world, def)
    const shape = all.b2DefaultShapeDef()
    shape.density = kind === 'ball' ? 4 : 1
    if (kind === 'ball') {
      const ball = new all.b2Circle()
      ball.radius = 1
      all.b2CreateCircleShape(body, shape, ball)
    } else all.b2CreatePolygonShape(body, shape, kind === 'box' ? all.b2MakeBox(0.5, 0.5) : all.b2MakeBox(50, 1))
    if (kind !== 'ground') moving.push(body)
  })
  return {
    way: POSES,
    step: () => all.b2World_Step(world, DT, 4),
    save() {
      const kept = moving.map((body) => ({
        position: all.b2Body_GetPosition(body), rotation: all.b2Body_GetRotation(body), velocity: all.b2Body_GetLinearVelocity(body),
        spin: all.b2Body_GetAngularVelocity(body), awake: all.b2Body_IsAwake(body),
      }))
      return () => moving.forEach((body, i) => {
        const { position, rotation, velocity, spin, awake } = kept[i]!
        all.b2Body_SetTransform(body, position, rotation)
        all.b2Body_SetAwake(body, awake)
        all.b2Body_SetLinearVelocity(body, velocity)
        all.b2Body_SetAngularVelocity(body, spin)
      })
    },
    read: () => moving.flatMap((body) => {
      const { x, y } = all.b2Body_GetPosition(body)
      return [x, y]
    }),
  }
}

/** What is used of Matter here. */
interface MatterBody { position: Vector; angle: number; velocity: Vector; angularVelocity: number }
interface Matter {
  readonly default?: Matter
  readonly Engine: { create(options: object): { world: object }; update(engine: object, milliseconds: number): void }
  readonly Composite: { add(world: object, body: MatterBody): void }
  readonly Bodies: { rectangle(x: number, y: number, width: number, height: number, options?: object): MatterBody; circle(x: number, y: number, radius: number, options?: object): MatterBody }
  readonly Body: {
    setPosition(body: MatterBody, to: Vector): void
    setAngle(body: MatterBody, angle: number): void
    setVelocity(body: MatterBody, velocity: Vector): void
    setAngularVelocity(body: MatterBody, velocity: number): void
  }
}

/** Matter counts in pixels and steps; y points down. */
const PIXELS = 30

async function matter(): Promise<Trial> {
  const loaded = await loadPeer<Matter>('matter-js')
  const all = loaded.default ?? loaded
  const engine = all.Engine.create({ gravity: { x: 0, y: 1 } })
  const moving: MatterBody[] = []
  build((x, y, kind) => {
    const [px, py] = [x * PIXELS, -y * PIXELS]
    const body = kind === 'ground' ? all.Bodies.rectangle(px, py, 100 * PIXELS, 2 * PIXELS, { isStatic: true })
      : kind === 'box' ? all.Bodies.rectangle(px, py, PIXELS, PIXELS)
      : all.Bodies.circle(px, py, PIXELS, { density: 0.004 })
    all.Composite.add(engine.world, body)
    if (kind === 'ball') all.Body.setVelocity(body, { x: SPEED * PIXELS * DT, y: 0 })
    if (kind !== 'ground') moving.push(body)
  })
  return {
    way: POSES,
    step: () => all.Engine.update(engine, 1000 * DT),
    save() {
      const kept = moving.map(({ position, angle, velocity, angularVelocity }) => ({ position: { ...position }, angle, velocity: { ...velocity }, angularVelocity }))
      return () => moving.forEach((body, i) => {
        const { position, angle, velocity, angularVelocity } = kept[i]!
        all.Body.setPosition(body, position)
        all.Body.setAngle(body, angle)
        all.Body.setVelocity(body, velocity)
        all.Body.setAngularVelocity(body, angularVelocity)
      })
    },
    read: () => moving.flatMap((body) => [body.position.x / PIXELS, body.position.y / PIXELS]),
  }
}

/** What is used of nape here. */
interface NapeVector { get_x(): number; get_y(): number }
interface NapeBody {
  get_shapes(): { add(shape: object): void }
  get_position(): NapeVector
  set_position(to: NapeVector): void
  get_rotation(): number
  set_rotation(to: number): void
  get_velocity(): NapeVector
  set_velocity(to: NapeVector): void
  get_angularVel(): number
  set_angularVel(to: number): void
  set_space(space: object): void
}
interface Nape {
  readonly space: { readonly Space: new (gravity: NapeVector) => { step(dt: number, velocity: number, position: number): void } }
  readonly geom: { readonly Vec2: new (x: number, y: number) => NapeVector }
  readonly phys: {
    readonly Body: new (type: unknown) => NapeBody
    readonly BodyType: { get_STATIC(): unknown; get_DYNAMIC(): unknown }
    readonly Material: new (elasticity: number, dynamic: number, still: number, density: number) => object
  }
  readonly shape: {
    readonly Circle: new (radius: number, local: null, material: object) => object
    readonly Polygon: { new (points: object, material: object): object; box(width: number, height: number): object }
  }
}

/** The package hands itself to a loader of pages. nape counts in pixels; y points down. */
async function nape(): Promise<Trial> {
  let made: Nape | undefined
  Object.assign(globalThis, { define: (make: () => Nape) => void (made = make()) })
  await loadPeer('@newkrok/nape-js/js/libs/nape-js.js')
  const { space: { Space }, geom: { Vec2 }, phys: { Body, BodyType, Material }, shape: { Circle, Polygon } } = made!
  const space = new Space(new Vec2(0, 10 * PIXELS))
  const moving: NapeBody[] = []
  build((x, y, kind) => {
    const body = new Body(kind === 'ground' ? BodyType.get_STATIC() : BodyType.get_DYNAMIC())
    const material = new Material(0, 0.6, 0.6, kind === 'ball' ? 4 : 1)
    const [width, height] = kind === 'ground' ? [100, 2] : [1, 1]
    body.get_shapes().add(kind === 'ball' ? new Circle(PIXELS, null, material) : new Polygon(Polygon.box(width * PIXELS, height * PIXELS), material))
    body.set_position(new Vec2(x * PIXELS, -y * PIXELS))
    if (kind === 'ball') body.set_velocity(new Vec2(SPEED * PIXELS, 0))
    body.set_space(space)
    if (kind !== 'ground') moving.push(body)
  })
  const copy = (vector: NapeVector): NapeVector => new Vec2(vector.get_x(), vector.get_y())
  return {
    way: POSES,
    step: () => space.step(DT, 10, 10),
    save() {
      const kept = moving.map((body) => ({
        position: copy(body.get_position()), angle: body.get_rotation(), velocity: copy(body.get_velocity()), spin: body.get_angularVel(),
      }))
      return () => moving.forEach((body, i) => {
        const { position, angle, velocity, spin } = kept[i]!
        body.set_position(position)
        body.set_rotation(angle)
        body.set_velocity(velocity)
        body.set_angularVel(spin)
      })
    },
    read: () => moving.flatMap((body) => [body.get_position().get_x() / PIXELS, -body.get_position().get_y() / PIXELS]),
  }
}

/** Who can put a world back: saved while a ball breaks a pyramid, run on, put back, and run on again. */
export async function runRestore(): Promise<void> {
  const trials: readonly (readonly [string, () => Trial | Promise<Trial>])[] = [
    ['bitecs-physics', ours], ['rapier2d-compat', rapier], ['box2d3-wasm', box2d], ['planck', planck], ['nape-js', nape], ['matter-js', matter],
  ]
  const rows: string[][] = []
  for (const [name, make] of trials) {
    const trial = await make()
    for (let i = 0; i < BEFORE; i++) trial.step()
    const restore = trial.save()
    for (let i = 0; i < AFTER; i++) trial.step()
    const first = trial.read()
    restore()
    for (let i = 0; i < AFTER; i++) trial.step()
    const second = trial.read()
    const off = Math.max(...first.map((value, i) => Math.abs(value - second[i]!)))
    rows.push([name, trial.way, off === 0 ? 'equal to the bit' : `${off.toPrecision(2)} m off`])
  }
  console.log(`A pyramid of ${(ROWS * (ROWS + 1)) / 2} boxes and a ball, saved after ${BEFORE} steps, ${AFTER} more steps from there, twice:`)
  console.log(markdownTable(['engine', 'by', 'the farthest body, of the two runs'], rows))
}
