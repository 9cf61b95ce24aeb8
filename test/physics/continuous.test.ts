import { describe, expect, test } from 'vitest'
import { type ShapeData, aabb, box, capsule, chain, circle, getMass, polygon, segment } from '../../src/index.ts'
import { FLOATS, G, Lab, type Setup, check, checkBelow, randomNumbers } from './lab.ts'
import { SOAK } from '../support/soak.ts'

const rad = (degrees: number): number => (degrees * Math.PI) / 180

const SHAPES: readonly [string, ShapeData, Setup?][] = [
  ['circle', circle(0.1)],
  ['box', box(0.1, 0.15)],
  ['aabb', aabb(0.1, 0.1)],
  ['capsule', capsule(0.15, 0.06)],
  ['polygon', polygon([{ x: -0.1, y: -0.1 }, { x: 0.15, y: 0 }, { x: -0.1, y: 0.1 }])],
  ['rounded polygon', polygon([{ x: -0.1, y: -0.1 }, { x: 0.15, y: 0 }, { x: -0.1, y: 0.1 }], 0.03)],
  ['segment', segment(-0.2, -0.02, 0.2, 0.02), { mass: { mass: 1 } }],
]

/** Where the foremost point of a body may be at most: it must not be beyond the wall. */
function side(lab: Lab, body: number, a: number): number {
  return lab.x(body) * Math.cos(a) + lab.y(body) * Math.sin(a)
}

describe('300 m/s against a wall of 5 cm at 60 Hz', () => {
  for (const [name, shape, extra] of SHAPES) {
    test(`${name}: stopped at every angle`, () => {
      let passed = 0
      for (let wallAngle = 0; wallAngle < 360; wallAngle += SOAK ? 30 : 120) {
        for (let incidence = -75; incidence <= 75; incidence += SOAK ? 15 : 50) {
          for (const start of SOAK ? [0.35, 2.5, 7.3] : [0.35, 7.3]) {
            const lab = new Lab({ gravity: {} })
            const a = rad(wallAngle)
            const flight = a + rad(incidence)
            lab.add(box(0.025, 60), 0, 0, { kind: 'static', angle: a })
            const body = lab.add(shape, -Math.cos(flight) * start, -Math.sin(flight) * start, {
              vx: 300 * Math.cos(flight), vy: 300 * Math.sin(flight), angle: a * 1.7 + incidence, angular: incidence / 5, ...extra,
            })
            lab.step(6)
            if (side(lab, body, a) > 0) passed++
          }
        }
      }
      expect(passed, `${name} that came through`).toBe(0)
    })
  }

  test('a compound of colliders', () => {
    let passed = 0
    for (let degrees = 0; degrees < 360; degrees += 20) {
      const lab = new Lab({ gravity: {} })
      lab.add(box(0.025, 60), 0, 0, { kind: 'static' })
      const body = lab.add(box(0.3, 0.05), -3, 0, { vx: 300, vy: 40, angle: rad(degrees), angular: 8 })
      lab.attach(body, circle(0.08), 0.4, 0.2)
      lab.attach(body, capsule(0.1, 0.05), -0.4, -0.1, { angle: 1 })
      lab.step(6)
      if (lab.x(body) > 0) passed++
    }
    expect(passed).toBe(0)
  })

  test('a wall of every shape', () => {
    const walls: readonly [string, ShapeData][] = [
      ['aabb', aabb(0.025, 10)],
      ['segment', segment(0, -10, 0, 10)],
      ['chain', chain([{ x: 0, y: -10 }, { x: 0, y: -3 }, { x: 0, y: 0 }, { x: 0, y: 4 }, { x: 0, y: 10 }])],
      ['capsule', capsule(10, 0.025)],
      ['polygon', polygon([{ x: -0.025, y: -10 }, { x: 0.025, y: -10 }, { x: 0.025, y: 10 }, { x: -0.025, y: 10 }])],
    ]
    for (const [wall, shape] of walls) {
      for (const [name, moving, extra] of SHAPES) {
        for (const y of SOAK ? [0, 0.02, 4.01] : [0.02]) {
          const lab = new Lab({ gravity: {} })
          lab.add(shape, 0, 0, { kind: 'static', angle: wall === 'capsule' ? Math.PI / 2 : 0 })
          const body = lab.add(moving, -3, y, { vx: 300, angle: y * 70, ...extra })
          lab.step(6)
          expect(lab.x(body), `${name} against a wall that is a ${wall}`).toBeLessThan(0)
        }
      }
    }
  })

  test('a room keeps what flies in it for a long time', () => {
    const lab = new Lab({ gravity: {} })
    for (const [x, y, w, h] of [[0, -5, 5, 0.025], [0, 5, 5, 0.025], [-5, 0, 0.025, 5], [5, 0, 0.025, 5]] as const) {
      lab.add(box(w, h), x, y, { kind: 'static', material: { restitution: 1, friction: 0 } })
    }
    const bodies = SHAPES.map(([, shape, extra], i) => lab.add(shape, i - 3, 0, {
      vx: 200 * Math.cos(i + 0.3), vy: 300 * Math.sin(i + 0.3), angular: 20, material: { restitution: 1, friction: 0 }, ...extra,
    }))
    lab.run(10, () => {
      for (const body of bodies) expect(Math.max(Math.abs(lab.x(body)), Math.abs(lab.y(body)))).toBeLessThan(5)
    })
  })
})

test('a fast spinning rod does not pass a thin wall', () => {
  for (const spin of [30, 60, -45]) {
    for (const start of [0.8, 1.02, 1.5]) {
      const lab = new Lab({ gravity: {} })
      lab.add(box(0.02, 20), 0, 0, { kind: 'static' })
      const rod = lab.add(box(1, 0.02), -start, 0, { angle: Math.PI / 2, vx: 20, angular: spin, material: { restitution: 0.2 } })
      let farthest = -Infinity
      lab.run(1, () => {
        farthest = Math.max(farthest, lab.x(rod))
      })
      checkBelow(`center of a rod with spin ${spin} from ${start} m`, farthest, 0)
    }
  }
})

describe('nothing gets out of a room of thin walls', () => {
  const line = { mass: { mass: 1 } }
  const flyers: readonly [string, ShapeData, Setup?][] = [
    ...SHAPES,
    ['segment beside its origin', segment(0, 0, 0.4, 0.1), line],
    ['rod', box(1, 0.02)],
    ['thin rod', box(0.8, 0.005)],
    ['small disc', circle(0.01)],
    ['small box', box(0.01, 0.01)],
  ]
  /** Walls of 5 cm, or lines, whose middle is at the origin and that stand upright. */
  const wallShapes: readonly ((half: number) => ShapeData)[] = [
    (half) => box(0.025, half),
    (half) => polygon([{ x: -0.025, y: -half }, { x: 0.025, y: -half }, { x: 0.025, y: half }, { x: -0.025, y: half }]),
    (half) => segment(0, -half, 0, half),
    (half) => box(0.025, half),
    // One-sided: it holds back what comes from its left.
    (half) => chain([{ x: 0, y: -half }, { x: 0, y: -0.3 * half }, { x: 0, y: 0.2 * half }, { x: 0, y: half }]),
  ]

  /** A room of three to six sides with bodies of all kinds in it. Returns those whose center of mass came out. */
  function escaped(seed: number, setup: { speed: number; spin: number; count: number; gravity?: number; only?: string }): string[] {
    const random = randomNumbers(seed)
    const lab = new Lab({ gravity: { x: 0, y: setup.gravity ?? 0 }, allowSleep: false })
    const [rotation, radius, sides] = [random() * 7, 2 + 3 * random(), 3 + Math.floor(random() * 4)]
    const material = { restitution: random() < 0.5 ? 1 : random(), friction: random() < 0.5 ? 0 : random() }
    const wall = wallShapes[Math.floor(random() * wallShapes.length)]!
    const normals = Array.from({ length: sides }, (_, k) => rotation + (2 * Math.PI * k) / sides)
    for (const a of normals) {
      const half = radius * Math.tan(Math.PI / sides) + 0.025
      lab.add(wall(half), Math.cos(a) * radius, Math.sin(a) * radius, { kind: 'static', angle: a, material })
    }
    const names = new Map<number, string>()
    const kinds = setup.only === undefined ? flyers : flyers.filter(([name]) => name === setup.only)
    for (let i = 0; i < setup.count; i++) {
      const [name, shape, extra] = kinds[Math.floor(random() * kinds.length)]!
      const [flight, speed] = [random() * 7, setup.speed * (0.2 + 0.8 * random())]
      names.set(lab.add(shape, (random() - 0.5) * radius * 0.5, (random() - 0.5) * radius * 0.5, {
        angle: random() * 7, vx: speed * Math.cos(flight), vy: speed * Math.sin(flight),
        angular: (random() - 0.5) * setup.spin, bullet: random() < 0.3, material, ...extra,
      }), name)
    }
    const out: string[] = []
    for (let step = 0; step < 200 && out.length === 0; step++) {
      lab.step()
      for (const [body, name] of names) {
        const { x, y } = getMass(lab.world, body)
        if (!normals.every((a) => x * Math.cos(a) + y * Math.sin(a) < radius)) out.push(`${name} in step ${step} of room ${seed}`)
      }
    }
    return out
  }

  test('bodies of all kinds at up to 300 m/s', () => {
    for (let seed = 1; seed <= (SOAK ? 120 : 4); seed++) expect(escaped(seed, { speed: 300, spin: 200, count: 8 })).toEqual([])
  })

  test('alone, with a spin of up to half a turn in a step', () => {
    for (const [name] of flyers) {
      for (let seed = 1; seed <= (SOAK ? 20 : 2); seed++) {
        expect(escaped(1000 + seed, { speed: 300, spin: 400, count: 1, only: name })).toEqual([])
      }
    }
  })

  test('lines and rods among themselves, jammed into corners', () => {
    for (const only of ['segment', 'segment beside its origin', 'rod', 'thin rod']) {
      for (let seed = 1; seed <= (SOAK ? 60 : 3); seed++) expect(escaped(2000 + seed, { speed: 300, spin: 400, count: 5, only })).toEqual([])
    }
  })

  test('pressed into a corner by fifty times the gravity', () => {
    for (let seed = 1; seed <= (SOAK ? 25 : 2); seed++) {
      expect(escaped(3000 + seed, { speed: 60, spin: 50, count: 12, gravity: -500 })).toEqual([])
    }
  })
})

test('what comes up behind a chain is no hit to come', () => {
  for (const [below, vy, angular] of [[0.024, 1.3, 0], [0.024, 2, 1], [0.03, 2, 0], [0.03, 1.5, 3]] as const) {
    const lab = new Lab({ gravity: {} })
    // One-sided, open above. The middle of the line is above it, its tip on the way up past the chain's beginning.
    lab.add(chain([{ x: 0, y: 0 }, { x: 1, y: 0 }]), 0, 0, { kind: 'static' })
    const line = lab.add(segment(-0.5, 0.1, 0.5, -0.1), -0.49, 0.1 - below, { vy, angular, mass: { mass: 1 } })
    lab.step(1)
    expect(lab.physics.events.contactBegin.count, `${below} m below, at ${vy} m/s`).toBe(0)
    check('speed', lab.vy(line), vy, 0)
  }
})

test('a fast body is not stopped by what a hook lets it through', () => {
  for (const hook of ['filterPair', 'preSolve'] as const) {
    for (const bullet of [false, true]) {
      const lab = new Lab({ gravity: {} })
      lab.physics.hooks[hook] = () => false
      lab.add(box(0.025, 5), 0, 0, { kind: 'static' })
      const body = lab.add(box(0.2, 0.2), -3, 0, { vx: 300, bullet })
      lab.run(0.2)
      check(`speed beyond the wall, ${hook}`, lab.vx(body), 300, 1e-9)
      expect(lab.x(body)).toBeGreaterThan(40)
    }
  }
})

describe('Bullet', () => {
  /** A slab that floats free, 10 cm thick, and a small fast disc. */
  function shot(bullet: boolean, speed: number, slabSpeed = 0): { lab: Lab; disc: number; slab: number } {
    const lab = new Lab({ gravity: {} })
    const slab = lab.add(box(0.05, 2), 0, 0, { vx: slabSpeed, material: { friction: 0 }, motion: { lockRotation: 1 } })
    const disc = lab.add(circle(0.05), -4, 0.3, { vx: speed, bullet, material: { friction: 0 } })
    return { lab, disc, slab }
  }

  test('is stopped by bodies that move; others are where they fly straight', () => {
    for (const speed of [100, 300]) {
      for (const slabSpeed of [0, -10, 10]) {
        const { lab, disc, slab } = shot(true, speed, slabSpeed)
        lab.run(0.3)
        expect(lab.x(disc), `bullet at ${speed}`).toBeLessThan(lab.x(slab))
      }
    }
    const { lab, disc, slab } = shot(false, 300)
    lab.run(0.3)
    expect(lab.x(disc)).toBeLessThan(lab.x(slab))
  })

  test('hands over its momentum', () => {
    const { lab, disc, slab } = shot(true, 200)
    const m = Math.PI * 0.0025
    lab.run(0.05)
    check('momentum after a bullet has hit', m * lab.vx(disc) + 0.4 * lab.vx(slab), m * 200, FLOATS)
    expect(lab.vx(slab)).toBeGreaterThan(1)
  })

  test('is not carried through what is static by a body that it hits', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomNumbers(seed)
      const lab = new Lab({ gravity: {} })
      lab.add(box(0.025, 40), 0, 0, { kind: 'static' })
      const bullet = lab.add(circle(0.1), -0.13 - 0.1 * random(), 0, { bullet: true, vy: 40 * (random() - 0.5) })
      const plank = lab.add(box(0.05, 0.22), -1 - 3 * random(), 0, { vx: 300, angle: random() })
      lab.run(0.1, () => {
        for (const body of [bullet, plank]) expect(lab.x(body), `run ${seed}`).toBeLessThan(0)
      })
    }
  })

  test('is stopped by kinematic and sleeping bodies', () => {
    for (const kind of ['kinematic', 'asleep'] as const) {
      const lab = new Lab({ gravity: {} })
      const setup = kind === 'kinematic' ? { kind, vy: 1 } : { sleeping: true }
      const wall = lab.add(box(0.05, 2), 0, 0, setup)
      const disc = lab.add(circle(0.05), -4, 0.3, { vx: 250, bullet: true })
      lab.run(0.1)
      expect(lab.x(disc), kind).toBeLessThan(lab.x(wall))
    }
  })
})

describe('fast bodies slide over seams', () => {
  /** Slides a body for some time; returns what it lost and how far it left its height. */
  function slide(lab: Lab, body: number, seconds: number): { loss: number; bump: number; way: number } {
    lab.run(0.2)
    const [x, y, v] = [lab.x(body), lab.y(body), lab.vx(body)]
    let bump = 0
    lab.run(seconds, () => {
      bump = Math.max(bump, Math.abs(lab.y(body) - y))
    })
    return { loss: v - lab.vx(body), bump, way: lab.x(body) - x }
  }

  const smooth = { friction: 0 }
  const sliders: readonly [string, ShapeData, number][] = [
    ['box', box(0.4, 0.3), 0.3],
    ['aabb', aabb(0.4, 0.3), 0.3],
    ['circle', circle(0.3), 0.3],
    ['capsule', capsule(0.3, 0.2), 0.2],
    ['rounded polygon', polygon([{ x: -0.4, y: -0.2 }, { x: 0.4, y: -0.2 }, { x: 0.3, y: 0.2 }, { x: -0.3, y: 0.2 }], 0.1), 0.3],
    ['polygon', polygon([{ x: -0.4, y: -0.3 }, { x: 0.4, y: -0.3 }, { x: 0.2, y: 0.3 }, { x: -0.2, y: 0.3 }]), 0.3],
  ]

  for (const speed of [5, 30, 100]) {
    test(`of tiles, at ${speed} m/s`, () => {
      for (const [name, shape, height] of sliders) {
        const lab = new Lab({ allowSleep: false })
        const tiles = speed * 2 + 20
        for (let i = -3; i < tiles; i++) lab.add(box(0.5, 0.5), i, -0.5, { kind: 'static', material: smooth })
        const body = lab.add(shape, 0, height, { vx: speed, material: smooth })
        const { loss, bump, way } = slide(lab, body, 1.5)
        check(`${name} at ${speed} m/s over tiles: speed lost`, loss, 0, 1e-6 * speed)
        checkBelow(`${name} at ${speed} m/s over tiles: bump`, bump, 1e-3)
        expect(way).toBeGreaterThan(speed * 0.5)
      }
    })

    test(`of a chain, at ${speed} m/s`, () => {
      for (const [name, shape, height] of sliders) {
        const lab = new Lab({ allowSleep: false })
        const points = Array.from({ length: 320 }, (_, i) => ({ x: i - 10 + 0.3 * Math.sin(i), y: 0 }))
        lab.add(chain(points), 0, 0, { kind: 'static', material: smooth })
        const body = lab.add(shape, 0, height, { vx: speed, material: smooth })
        const { loss, bump } = slide(lab, body, 1.5)
        check(`${name} at ${speed} m/s over a chain: speed lost`, loss, 0, 1e-6 * speed)
        checkBelow(`${name} at ${speed} m/s over a chain: bump`, bump, 1e-3)
      }
    })
  }

  test('along a wall of tiles, pressed against it', () => {
    const lab = new Lab({ gravity: { x: 9.81, y: 0 }, allowSleep: false })
    for (let i = -3; i < 150; i++) lab.add(box(0.5, 0.5), 0.8, -i, { kind: 'static', material: smooth })
    const body = lab.add(box(0.3, 0.4), 0, 0, { vy: -20, material: smooth })
    lab.run(5)
    check('speed along a wall of tiles', lab.vy(body), -20, 1e-5)
    check('place along the wall', lab.x(body), 0, 1e-3)
  })

  test('down a hill of a chain, without leaving it', () => {
    const lab = new Lab({ allowSleep: false })
    const points = Array.from({ length: 101 }, (_, i) => ({ x: i, y: 10 * Math.cos((i / 100) * Math.PI) }))
    lab.add(chain(points), 0, 0, { kind: 'static', material: smooth })
    const disc = lab.add(circle(0.4), 1, points[1]!.y + 0.401, { vx: 3, material: smooth })
    const energy = () => 0.5 * lab.speed(disc) ** 2 + 9.81 * lab.y(disc)
    const before = energy()
    lab.run(6)
    check('energy of a disc that slid down a hill', energy() / before, 1, 0.02)
    expect(lab.x(disc)).toBeGreaterThan(30)
  })

  // The rim of a loop must push until the top. What slides needs v² = 5 g r, a disc that rolls 11/3 g r; bends of 3.75 degrees that nothing
  // bounces off take some of it (cos² each).
  test.each([
    ['slides', 60, 0.05, 0, 5.8], ['slides', 30, 0.2, 0, 7.3], ['rolls', 60, 0.05, 1, 4], ['rolls', 30, 0.2, 1, 4.6],
  ] as const)('and round a loop of a chain: a disc that %s, at %i Hz, radius %f', (_, hz, radius, friction, factor) => {
    const lab = new Lab({ hz })
    const run = [-3, -2, -1].map((x) => ({ x, y: 0 }))
    const loop = Array.from({ length: 76 }, (__, i) => ({ x: Math.sin((i * Math.PI) / 48), y: 1 - Math.cos((i * Math.PI) / 48) }))
    lab.add(chain([...run, ...loop]), 0, 0, { kind: 'static', material: { friction } })
    const r = 1 - radius
    const vx = Math.sqrt(factor * G * r)
    const disc = lab.add(circle(radius), -1, radius, { vx, angular: (-vx / radius) * friction, material: { friction } })
    let [highest, passed] = [0, false]
    lab.run(1, () => {
      highest = Math.max(highest, lab.y(disc))
      if (lab.x(disc) < 0 && highest > 1 + 0.9 * r) passed = true
    })
    expect(passed, `it got up to ${highest} m`).toBe(true)
  })
})
