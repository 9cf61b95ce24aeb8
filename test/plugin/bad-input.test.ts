import {
  addComponent, addComponents, addEntity, createEntityIndex, createWorld, deleteWorld, hasComponent, registerComponents,
  removeComponent, removeEntity, set, withVersioning,
} from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  type PhysicsOptions, ShapeType, addPhysics, box, capsule, chain, circle, defineComponents, hashWorld, polygon, removePhysics,
  segment, spawnBody, stepPhysics, markChanged, wake,
} from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'
import { validate } from '../support/validate.ts'
import { inner } from '../support/inner.ts'

describe('data that is set', () => {
  const values: [string, (t: TestWorld) => object, RegExp][] = [
    ['Position', (t) => set(t.components.Position, { x: NaN, y: 0 }), /Position of entity 2: x must be finite, got NaN/],
    ['Position', (t) => set(t.components.Position, { y: Infinity }), /Position of entity 2: y must be finite/],
    ['Position', (t) => set(t.components.Position, { z: 1 }), /Position of entity 2: there is no field 'z'.*x, y/],
    ['Rotation', (t) => set(t.components.Rotation, { angle: -Infinity }), /Rotation of entity 2: angle/],
    ['Velocity', (t) => set(t.components.Velocity, { x: 1, angular: NaN }), /Velocity of entity 2: angular/],
    ['Shape', (t) => set(t.components.Shape, { type: 1, halfWidth: 0, halfHeight: 0, radius: -1 }), /Shape of entity 2: radius/],
    ['Shape', (t) => set(t.components.Shape, { radius: 0 }), /Shape of entity 2: radius must be greater than 0/],
    ['Shape', (t) => set(t.components.Shape, { type: 99 }), /Shape of entity 2: type 99/],
    ['Shape', (t) => set(t.components.Shape, { geometry: 12, type: 5 }), /Shape of entity 2: this world knows no points 12/],
    ['Shape', (t) => set(t.components.Shape, { ...polygon(square), corners: 4 }), /Shape of entity 2: there is no field 'corners'/],
    ['Mass', (t) => set(t.components.Mass, { mass: -2 }), /Mass of entity 2: mass must not be negative/],
    ['Mass', (t) => set(t.components.Mass, { inertia: -1 }), /Mass of entity 2: inertia must not be negative/],
    ['Mass', (t) => set(t.components.Mass, { mass: 1e-40 }), /Mass of entity 2: mass must be at least 1e-15, got 1e-40/],
    ['Mass', (t) => set(t.components.Mass, { inertia: Infinity }), /Mass of entity 2: inertia must be finite/],
    ['Mass', (t) => set(t.components.Mass, { centerX: Infinity }), /Mass of entity 2: centerX must be finite, got Infinity/],
    ['Material', (t) => set(t.components.Material, { friction: -1 }), /Material of entity 2: friction must not be negative/],
    ['Material', (t) => set(t.components.Material, { restitution: 1.5 }), /Material of entity 2: restitution/],
    ['Material', (t) => set(t.components.Material, { density: 0 }), /Material of entity 2: density/],
    ['CollisionFilter', (t) => set(t.components.CollisionFilter, { mask: 2 ** 32 }), /CollisionFilter of entity 2: mask/],
    ['CollisionFilter', (t) => set(t.components.CollisionFilter, { category: 1.5 }), /CollisionFilter of entity 2: category/],
    ['Collider', (t) => set(t.components.Collider, { body: -1 }), /Collider of entity 2: body/],
  ]
  const square = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 1 }]

  test.each(values)('%s: refused with the entity named, and the world is as it was', (_, data, message) => {
    const t = new TestWorld()
    t.addGround()
    const ball = t.ball(0, 3)
    t.step(10)
    const before = hashWorld(t.world)
    expect(() => addComponents(t.world, ball, data(t))).toThrow(message)
    expect(hashWorld(t.world)).toBe(before)
    t.step()
    validate(t.physics)
    const twin = new TestWorld()
    twin.addGround()
    twin.ball(0, 3)
    twin.step(11)
    expect(hashWorld(t.world)).toBe(hashWorld(twin.world))
  })

  test('a component that was added together with unusable data is taken off again', () => {
    const t = new TestWorld()
    const { Mass, Position, Shape } = t.components
    const ball = t.ball(0, 0)
    expect(() => addComponent(t.world, ball, set(Mass, { mass: NaN }))).toThrow(RangeError)
    expect(hasComponent(t.world, ball, Mass)).toBe(false)
    const fresh = addEntity(t.world)
    expect(() => addComponents(t.world, fresh, set(Position, { x: 0, y: 0 }), set(Shape, { type: 2 }))).toThrow(/Shape of entity 2/)
    expect(hasComponent(t.world, fresh, Shape)).toBe(false)
    addComponent(t.world, fresh, set(Shape, box(1, 1)))
    t.step()
    validate(t.physics)
  })

  test('a component that was there before stays, also when it was never set before', () => {
    const t = new TestWorld()
    const { Position, Velocity } = t.components
    const entity = addEntity(t.world)
    addComponents(t.world, entity, Position, Velocity)
    Position.x[entity] = 5
    expect(() => addComponent(t.world, entity, set(Position, { x: NaN }))).toThrow(RangeError)
    expect(hasComponent(t.world, entity, Position)).toBe(true)
    expect(Position.x[entity]).toBe(5)
  })

  test('a concave or thin polygon is refused and the old shape kept', () => {
    const t = new TestWorld()
    const { Shape } = t.components
    const entity = t.add(polygon(square), 0, 0)
    t.step()
    const line = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }]
    expect(() => addComponent(t.world, entity, set(Shape, polygon(line)))).toThrow(/Shape of entity 1/)
    const many = Array.from({ length: 9 }, (_, i) => ({ x: Math.cos(i * 0.69), y: Math.sin(i * 0.69) }))
    expect(() => addComponent(t.world, entity, set(Shape, polygon(many)))).toThrow(/Shape of entity 1/)
    t.step()
    validate(t.physics)
  })

  test('sizes, points and weights are refused beyond the limits, in the unit of the world', () => {
    for (const make of [() => circle(1e-30), () => box(1, 1e20), () => capsule(1e11, 1), () => polygon(square, 1e11)]) {
      expect(make).toThrow(/must be at (least|most)/)
    }
    const t = new TestWorld({ lengthUnit: 100 })
    const { Shape, Material, Mass } = t.components
    const ball = t.add(circle(50), 0, 0)
    const far = square.map(({ x, y }) => ({ x: x * 1e9, y }))
    expect(() => addComponent(t.world, ball, set(Shape, circle(1e-5)))).toThrow(/radius must be at least 0\.0001, with a lengthUnit of 100/)
    expect(() => addComponent(t.world, ball, set(Shape, box(2e8, 1)))).toThrow(/halfWidth must be at most 100000000/)
    expect(() => addComponent(t.world, ball, set(Shape, polygon(far)))).toThrow(/point 1 is \(1000000000, 0\), but points must be within/)
    expect(() => addComponent(t.world, ball, set(Material, { density: 1e40 }))).toThrow(/density must be at most/)
    t.step()
    Shape.radius[ball] = 1e-9
    expect(() => t.step()).toThrow(/Shape of entity 1: radius must be at least 0\.0001/)
    Shape.radius[ball] = 50
    Material.density[ball] = 1e14
    expect(() => t.step()).toThrow(/entity 1 weighs .* must be at most 1000000000000000\. Give it another Material\.density/)
    Mass.mass[ball] = 1
    t.step()
    validate(t.physics)
  })

  test('a mass of 0 is the one of density and shape', () => {
    const t = new TestWorld()
    const ball = t.add(circle(1), 0, 0, set(t.components.Mass, { mass: 7 }))
    t.step()
    addComponent(t.world, ball, set(t.components.Mass, { mass: 0 }))
    t.step()
    expect(1 / inner(t.physics).bodies.pose[ball * 8 + 6]!).toBeCloseTo(Math.PI, 9)
  })

  test('a polygon whose outline crosses itself is refused', () => {
    const t = new TestWorld()
    const bow = [square[0]!, square[2]!, square[1]!, square[3]!]
    expect(() => t.add(polygon(bow), 0, 0)).toThrow(/Shape of entity 1: polygon: the outline crosses itself/)
  })

  test('shapes refuse sizes before they come near an entity', () => {
    expect(() => circle(0)).toThrow(/circle: radius must be greater than 0, got 0/)
    expect(() => circle(NaN)).toThrow(/circle: radius must be finite/)
    expect(() => box(1, -1)).toThrow(/box: halfHeight/)
    expect(() => capsule(Infinity, 1)).toThrow(/capsule: halfLength/)
    expect(() => polygon(square, -1)).toThrow(/polygon: radius/)
    expect(() => segment(1, 1, 1, 1)).toThrow(/segment: points 0 and 1 are equal/)
    expect(() => chain([{ x: 0, y: 0 }])).toThrow(/chain: at least 2 points/)
    expect(() => chain([{ x: 0, y: 0 }, { x: 0, y: 0 }])).toThrow(/chain: points 0 and 1 are equal/)
    expect(() => chain([{ x: 0, y: 0 }, { x: NaN, y: 0 }])).toThrow(/chain: point 1 must be finite/)
  })

  test.each([[[0, 0, 1, 1, 1, 1]], [[0, 0, NaN, 1]], [[0, 0]]])('a chain of %j that was made by hand is refused', (points) => {
    const t = new TestWorld()
    const ball = t.ball(0, 0)
    const data = { type: ShapeType.Chain, halfWidth: 0, halfHeight: 0, radius: 0, points: new Float64Array(points) }
    expect(() => addComponent(t.world, ball, set(t.components.Shape, data))).toThrow(/Shape of entity 1: points/)
    expect(t.components.Shape.type[ball]).toBe(ShapeType.Circle)
  })
})

test('an option with a name that does not exist is refused', () => {
  const options = { gravty: { x: 0, y: 1 } } as object
  expect(() => addPhysics(createWorld(), options)).toThrow(/there is no option 'gravty'/)
})

describe('data that is written to the arrays', () => {
  const writes: [string, (t: TestWorld, e: number) => void, (t: TestWorld, e: number) => void, RegExp][] = [
    ['NaN position', (t, e) => { t.components.Position.x[e] = NaN }, (t, e) => { t.components.Position.x[e] = 0 }, /Position\.x of entity 2 is NaN.*then step again/],
    ['infinite angle', (t, e) => { t.components.Rotation.angle[e] = Infinity }, (t, e) => { t.components.Rotation.angle[e] = 0 }, /Rotation\.angle of entity 2 is Infinity/],
    ['NaN velocity', (t, e) => { t.components.Velocity.angular[e] = NaN }, (t, e) => { t.components.Velocity.angular[e] = 0 }, /Velocity\.angular of entity 2/],
    ['negative radius', (t, e) => { t.components.Shape.radius[e] = -1 }, (t, e) => { t.components.Shape.radius[e] = 1 }, /Shape of entity 2: radius/],
    ['NaN mass', (t, e) => { t.components.Mass.mass[e] = NaN }, (t, e) => { t.components.Mass.mass[e] = 1 }, /Mass\.mass of entity 2/],
    ['negative inertia', (t, e) => { t.components.Mass.inertia[e] = -1 }, (t, e) => { t.components.Mass.inertia[e] = 0 }, /Mass\.inertia of entity 2/],
    ['infinite center', (t, e) => { t.components.Mass.centerY[e] = -Infinity }, (t, e) => { t.components.Mass.centerY[e] = NaN }, /Mass\.centerY of entity 2 is -Infinity.*NaN to take it from the shapes/],
    ['zero density', (t, e) => { t.components.Material.density[e] = 0 }, (t, e) => { t.components.Material.density[e] = 1 }, /Material\.density of entity 2/],
    ['NaN friction', (t, e) => { t.components.Material.friction[e] = NaN }, (t, e) => { t.components.Material.friction[e] = 0.5 }, /Material\.friction of entity 2 is NaN/],
    ['restitution above 1', (t, e) => { t.components.Material.restitution[e] = 2 }, (t, e) => { t.components.Material.restitution[e] = 1 }, /Material\.restitution of entity 2 is 2/],
    ['infinite surface speed', (t, e) => { t.components.Material.tangentSpeed[e] = Infinity }, (t, e) => { t.components.Material.tangentSpeed[e] = 0 }, /Material\.tangentSpeed of entity 2/],
    ['NaN gravity scale', (t, e) => { t.components.Motion.gravityScale[e] = NaN }, (t, e) => { t.components.Motion.gravityScale[e] = 1 }, /Motion\.gravityScale of entity 2 is NaN/],
    ['huge gravity scale', (t, e) => { t.components.Motion.gravityScale[e] = 1e308 }, (t, e) => { t.components.Motion.gravityScale[e] = 1 }, /Motion\.gravityScale of entity 2 is 1e\+308, but must be at most 1000000/],
    ['huge rolling resistance', (t, e) => { t.components.Material.rollingResistance[e] = 1e308 }, (t, e) => { t.components.Material.rollingResistance[e] = 0 }, /Material\.rollingResistance of entity 2 is 1e\+308/],
    ['huge position', (t, e) => { t.components.Position.x[e] = 1e300 }, (t, e) => { t.components.Position.x[e] = 0 }, /Position\.x of entity 2 is 1e\+300, but must be at most/],
    ['positions that cancel out', (t, e) => { t.components.Position.x[e] = 1e20; t.components.Position.y[e] = -1e20 }, (t, e) => { t.components.Position.x[e] = 0; t.components.Position.y[e] = 3 }, /Position\.x of entity 2 is 1/],
    ['tiny density', (t, e) => { t.components.Material.density[e] = 1e-40 }, (t, e) => { t.components.Material.density[e] = 1 }, /Material\.density of entity 2 is 1e-40/],
    ['negative damping', (t, e) => { t.components.Motion.linearDamping[e] = -1 }, (t, e) => { t.components.Motion.linearDamping[e] = 0 }, /Motion\.linearDamping of entity 2 is -1/],
  ]

  test.each(writes)('%s: the step names it, changes nothing, and works after the mend', (_, spoil, mend, message) => {
    const t = new TestWorld()
    t.addGround()
    const ball = t.ball(0, 3)
    const other = t.ball(5, 3)
    addComponent(t.world, ball, t.components.Motion)
    t.step(5)
    const { Position } = t.components
    const y = Position.y[other]!
    spoil(t, ball)
    expect(() => t.step()).toThrow(message)
    expect(() => t.step()).toThrow(message)
    expect(Position.y[other]).toBe(y)
    expect(inner(t.physics).stepCount).toBe(5)
    mend(t, ball)
    t.step()
    validate(t.physics)
    expect(Position.y[other]).toBeLessThan(y)
  })

  test('a child collider is named too, whether the write was announced or not', () => {
    const t = new TestWorld()
    const { Collider, Shape, Position } = t.components
    const body = t.ball(0, 3)
    const child = addEntity(t.world)
    addComponents(t.world, child, set(Shape, circle(0.2)), set(Collider, { body, x: 1 }))
    t.step(3)
    const y = Position.y[body]!
    Collider.x[child] = NaN
    expect(() => t.step()).toThrow(/Collider\.x of entity 2 is NaN/)
    expect(Position.y[body]).toBe(y)
    Collider.x[child] = 1
    t.step()
    validate(t.physics)
  })

  test('a NaN velocity of a sleeper is caught when something wakes it, before it reaches the solver', () => {
    const t = new TestWorld()
    t.addGround()
    const sleeper = t.add(box(0.5, 0.5), 0, 0.5, t.components.Sleeping)
    t.step()
    t.components.Velocity.x[sleeper] = NaN
    const ball = t.ball(0, 1.6)
    expect(() => t.step(60)).toThrow(/Velocity\.x of entity 2 is NaN/)
    expect(Number.isFinite(t.components.Position.x[ball]!)).toBe(true)
    t.components.Velocity.x[sleeper] = 0
    t.step(60)
    validate(t.physics)
  })

  test.each(['Static', 'Kinematic', 'Sleeping'] as const)('a %s body is checked when the write is announced', (tag) => {
    const t = new TestWorld()
    const entity = t.add(box(1, 1), 0, 0, t.components[tag])
    t.step()
    t.components.Position.x[entity] = NaN
    markChanged(t.world, entity)
    expect(() => t.step()).toThrow(/Position\.x of entity 1/)
    t.components.Position.x[entity] = 3
    t.step()
    validate(t.physics)
  })

  test('what happened before a step that failed is still reported after the next one', () => {
    const t = new TestWorld()
    const ground = t.addGround()
    const ball = t.ball(0, 0.49)
    const other = t.ball(9, 9)
    t.step(3)
    removeEntity(t.world, ball)
    t.components.Position.x[other] = NaN
    expect(() => t.step()).toThrow()
    t.components.Position.x[other] = 9
    t.step()
    expect(t.ends()).toEqual([`${ground}-${ball}`])
  })
})

describe('entities that make no sense', () => {
  const cases: [string, (t: TestWorld) => number, (t: TestWorld, e: number) => void, RegExp][] = [
    [
      'a shape without a position',
      (t) => addEntity(t.world, set(t.components.Shape, circle(1))),
      (t, e) => void addComponent(t.world, e, set(t.components.Position, { x: 0, y: 9 })),
      /entity 2 has a Shape but no Position\. Add one with addComponent/,
    ],
    [
      'a position that was taken away',
      (t) => {
        const ball = t.ball(0, 5)
        t.step()
        removeComponent(t.world, ball, t.components.Position)
        return ball
      },
      (t, e) => void removeComponent(t.world, e, t.components.Shape),
      /entity 2 has a Shape but no Position/,
    ],
    [
      'a shape that was never set',
      (t) => addEntity(t.world, t.components.Position, t.components.Shape),
      (t, e) => void addComponent(t.world, e, set(t.components.Shape, circle(1))),
      /Shape of entity 2: type was never set/,
    ],
    [
      'static and kinematic at once',
      (t) => t.ball(0, 9, t.components.Static, t.components.Kinematic),
      (t, e) => void removeComponent(t.world, e, t.components.Static),
      /entity 2 is tagged both Static and Kinematic/,
    ],
    [
      'a dynamic line without mass',
      (t) => t.add(segment(0, 0, 1, 0), 0, 9),
      (t, e) => void addComponent(t.world, e, set(t.components.Mass, { mass: 1 })),
      /entity 2 is dynamic, but its Shape is a line/,
    ],
    [
      'a collider that is its own body',
      (t) => {
        const e = addEntity(t.world)
        addComponents(t.world, e, set(t.components.Shape, circle(1)), set(t.components.Collider, { body: e }))
        return e
      },
      (t, e) => void addComponent(t.world, e, set(t.components.Collider, { body: 1 })),
      /Collider of entity 2: body is the entity itself/,
    ],
    [
      'a collider whose body does not exist',
      (t) => addEntity(t.world, set(t.components.Shape, circle(1)), set(t.components.Collider, { body: 77 })),
      (t, e) => void addComponent(t.world, e, set(t.components.Collider, { body: 1 })),
      /Collider of entity 2: body 77 does not exist/,
    ],
    [
      'a collider with a position of its own',
      (t) => t.ball(0, 9, set(t.components.Collider, { body: 1 })),
      (t, e) => void removeComponent(t.world, e, t.components.Position),
      /Collider of entity 2: a child collider moves with its body/,
    ],
    [
      'a chain as a child collider',
      (t) => addEntity(t.world, set(t.components.Shape, chain([{ x: 0, y: 0 }, { x: 1, y: 0 }])), set(t.components.Collider, { body: 1 })),
      (t, e) => removeEntity(t.world, e),
      /Collider of entity 2: a chain cannot be a child collider/,
    ],
  ]

  test.each(cases)('%s: the step says so, changes nothing, and works after the mend', (_, make, mend, message) => {
    const t = new TestWorld()
    t.addGround()
    const entity = make(t)
    const late = t.ball(5, 5)
    const before = [inner(t.physics).bodies.count, inner(t.physics).stepCount]
    expect(() => t.step()).toThrow(message)
    expect(() => t.step()).toThrow(message)
    expect([inner(t.physics).bodies.count, inner(t.physics).stepCount]).toEqual(before)
    mend(t, entity)
    t.step()
    validate(t.physics)
    expect(inner(t.physics).bodies.isBody(late)).toBe(true)
  })
})

describe('calls', () => {
  const options: [PhysicsOptions, RegExp][] = [
    [{ gravity: { x: NaN } }, /gravity must be finite/],
    [{ gravity: 9.81 as never }, /gravity must be an object such as \{ x: 0, y: -9\.81 \}, got 9\.81/],
    [{ gravity: [0, -9.81] as never }, /gravity must be an object such as .* got an array/],
    [{ gravity: null as never }, /gravity must be an object/],
    [{ gravity: { y: '-9.81' } as never }, /gravity must be an object/],
    [{ gravity: { x: 1e300 } }, /gravity must be at most 1000000 each way/],
    [{ lengthUnit: 1e9 }, /lengthUnit must be from 0\.0001 to 10000/],
    [{ substeps: 0 }, /substeps must be a whole number/],
    [{ substeps: 2.5 }, /substeps/],
    [{ lengthUnit: 0 }, /lengthUnit/],
    [{ capacity: 0 }, /capacity/],
    [{ capacity: 1e9 }, /capacity/],
    [{ restitutionThreshold: -1 }, /restitutionThreshold/],
    [{ broadPhase: 'octree' as never }, /broadPhase is a function .* but 'octree' was given/],
    [{ components: { Position: { x: [] } as never } }, /components\.Position\.y must be an array/],
    [{ components: { Speed: {} } as never }, /components\.Speed cannot be brought along/],
  ]

  test.each(options)('addPhysics refuses %o', (given, message) => {
    const world = createWorld()
    expect(() => addPhysics(world, given)).toThrow(message)
    addPhysics(world)
    stepPhysics(world, 1 / 60)
  })

  test('adding the plugin twice, to a versioned world, or to none', () => {
    const world = createWorld()
    addPhysics(world)
    expect(() => addPhysics(world)).toThrow(/has physics already.*getPhysics/)
    expect(() => addPhysics(createWorld(createEntityIndex(withVersioning(8))))).toThrow(/versioned entity ids/)
    expect(() => addPhysics({})).toThrow(/no bitECS world/)
    expect(() => stepPhysics(createWorld(), 1)).toThrow(/has no physics. Call addPhysics/)
    expect(() => removePhysics(createWorld())).toThrow(/has no physics/)
  })

  test('a step in milliseconds, one that is too long, and one that is too short', () => {
    const t = new TestWorld()
    const ball = t.ball(0, 9)
    expect(() => stepPhysics(t.world, 16.7)).toThrow(/dt is 16\.7 seconds\. If these are milliseconds, pass 16\.7 \/ 1000\./)
    expect(() => stepPhysics(t.world, 0.3)).toThrow(/dt is 0\.3 seconds\. Take several steps/)
    expect(() => stepPhysics(t.world, 1e-300)).toThrow(/dt must be 0 or at least 1e-9/)
    t.physics.settings.allowLargeSteps = true
    expect(() => stepPhysics(t.world, 1e300)).toThrow(/dt must be at most 60 seconds/)
    expect(t.components.Position.y[ball]).toBe(9)
    stepPhysics(t.world, 0.3)
    t.physics.settings.allowLargeSteps = false
    stepPhysics(t.world, 0.25)
    expect(inner(t.physics).stepCount).toBe(2)
  })

  test.each(['filterPair', 'preSolve'] as const)('a hook %s that returns nothing', (name) => {
    const t = new TestWorld()
    t.addGround()
    t.ball(0, 0.49)
    t.physics.hooks[name] = (() => {}) as never
    expect(() => t.step()).toThrow(new RegExp(`hooks\\.${name} returned undefined\\. It must return true`))
    t.physics.hooks[name] = () => true
    t.step(3)
    validate(t.physics)
    expect(t.physics.stats.contacts).toBe(1)
  })

  test('a store that serves two worlds, unless they have different entities', () => {
    const Position = { x: new Float64Array(64), y: new Float64Array(64) }
    const first = createWorld()
    addPhysics(first, { components: { Position } })
    const second = createWorld()
    expect(() => addPhysics(second, { components: { Position } })).toThrow(/components\.Position is the store of another world/)
    removePhysics(first)
    addPhysics(second, { components: { Position } })
    const ids = createEntityIndex()
    const shared = { x: new Float64Array(64), y: new Float64Array(64) }
    addPhysics(createWorld(ids), { components: { Position: shared } })
    addPhysics(createWorld(ids), { components: { Position: shared } })
  })

  test('what is no component among the components', () => {
    const t = new TestWorld()
    const other = new TestWorld()
    const ball = t.ball(0, 5)
    t.step()
    const shape = circle(1)
    addComponent(t.world, ball, shape)
    expect(() => t.step()).toThrow(/entity 1 has a shape as a component\. Write set\(Shape, circle\(1\)\)/)
    removeComponent(t.world, ball, shape)
    t.step()
    addComponent(t.world, ball, other.components.Static)
    expect(() => t.step()).toThrow(/entity 1 has the Static of another world/)
    removeComponent(t.world, ball, other.components.Static)
    addComponent(t.world, ball, set(other.components.Position, { x: 1, y: 1 }))
    expect(() => t.step()).toThrow(/entity 1 has the Position of another world/)
    removeComponent(t.world, ball, other.components.Position)
    t.step()
    expect(inner(t.physics).stepCount).toBe(3)
  })

  test.each(['Position', 'Static', 'Sleeping', 'Field'] as const)('%s that is registered again with bitECS', (name) => {
    const t = new TestWorld()
    const mine = {}
    registerComponents(t.world, [mine])
    t.ball(0, 5)
    t.step()
    registerComponents(t.world, [mine]) // a fault, but none that concerns the physics
    t.step()
    registerComponents(t.world, [{}, t.components[name]])
    expect(() => t.step()).toThrow(`bitecs-physics: ${name} was registered again, and bitECS has forgotten who has it.`)
    expect(() => t.step()).toThrow(/registered again/)
  })

  test('components that are registered before there is physics', () => {
    const components = defineComponents()
    const world = createWorld()
    registerComponents(world, Object.values(components))
    addPhysics(world, { components })
    const ball = spawnBody(world, { shape: circle(0.5), y: 5 })
    stepPhysics(world, 1 / 60)
    expect(components.Position.y[ball]).toBeLessThan(5)
  })

  test.each([NaN, Infinity, -1 / 60])('a dt of %d', (dt) => {
    const t = new TestWorld()
    t.ball(0, 0)
    t.step()
    const before = hashWorld(t.world)
    expect(() => stepPhysics(t.world, dt)).toThrow(/dt must be finite and not negative/)
    expect(hashWorld(t.world)).toBe(before)
    stepPhysics(t.world, 0)
    expect([hashWorld(t.world), inner(t.physics).stepCount]).toEqual([before, 1])
  })

  test('stepping or removing the plugin inside a step', () => {
    const t = new TestWorld()
    t.addGround()
    t.ball(0, 0.4)
    const inside = [() => stepPhysics(t.world, 1 / 60), () => void removePhysics(t.world)]
    for (let place = 0; place <= 7; place++) {
      for (const call of inside) {
        const system = { name: 'Inside', run: call, perSubstep: place === 5 }
        t.physics.systems.splice(place, 0, system)
        expect(() => t.step()).toThrow(/stepping/)
        t.physics.systems.splice(place, 1)
        t.step()
        validate(t.physics)
      }
    }
  })

  test('settings that were spoiled are named and can be mended', () => {
    const t = new TestWorld()
    t.ball(0, 0)
    t.physics.settings.gravity.y = NaN
    expect(() => t.step()).toThrow(/gravity must be finite/)
    t.physics.settings.gravity.y = -1
    t.physics.settings.substeps = 0
    expect(() => t.step()).toThrow(/substeps/)
    t.physics.settings.substeps = 2
    t.step()
  })

  test('wake and touch of what is no body', () => {
    const t = new TestWorld()
    const plain = addEntity(t.world)
    expect(() => wake(t.world, plain)).toThrow(/entity 1 is no body/)
    expect(() => markChanged(t.world, plain)).toThrow(/entity 1 is no body/)
    expect(() => wake(t.world, 12)).toThrow(/entity 12 does not exist/)
    expect(() => wake(t.world, 1e9)).toThrow(/does not exist/)
  })

  test('a deleted world', () => {
    const t = new TestWorld()
    t.ball(0, 0)
    deleteWorld(t.world)
    expect(() => t.step()).toThrow(/reset or deleted/)
  })
})

test('an entity id past the ceiling is refused, and the world goes on', () => {
  const index = createEntityIndex()
  const t = new TestWorld({}, createWorld(index))
  t.ball(0, 0)
  t.step()
  index.maxId = (1 << 22) - 1
  const far = addEntity(t.world)
  expect(far).toBe(1 << 22)
  expect(() => addComponent(t.world, far, set(t.components.Position, { x: 0, y: 0 }))).toThrow(/entity 4194304 is beyond the ceiling/)
  expect(() => addComponent(t.world, far, t.components.Static)).toThrow(/beyond the ceiling/)
  expect(hasComponent(t.world, far, t.components.Position)).toBe(false)
  t.step()
  removeEntity(t.world, far)
  t.step()
  validate(t.physics)
})
