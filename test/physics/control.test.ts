import { addComponent, addComponents, entityExists, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  applyForce, applyImpulse, box, circle, defineLayers, getMass, queryPairs, teleport, markChanged, wake,
} from '../../src/index.ts'
import { G, Lab, check, checkBelow } from './lab.ts'
import { inner } from '../support/inner.ts'

describe('locks', () => {
  test('a locked axis is not moved by gravity, forces or impulses', () => {
    const lab = new Lab()
    const x = lab.add(box(0.5, 0.5), 0, 0, { vx: 3, motion: { lockX: 1 } })
    const y = lab.add(box(0.5, 0.5), 5, 0, { vx: 1, vy: 3, motion: { lockY: 1 } })
    lab.run(1, () => {
      applyForce(lab.world, x, 50, 0)
      applyImpulse(lab.world, y, 0, 2)
    })
    expect(lab.x(x)).toBe(0)
    check('it falls along the free axis', -lab.vy(x), G, 1e-9)
    expect(lab.y(y)).toBe(0)
    check('it glides along the free axis', lab.x(y), 6, 1e-9)
  })

  test('locked rotation: an off-center push moves and does not turn', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(box(0.5, 0.5), 0, 0, { angular: 5, motion: { lockRotation: 1 } })
    expect(getMass(lab.world, body).inertia).toBe(Infinity)
    applyImpulse(lab.world, body, 0, 2, 0.5, 0)
    const disc = lab.add(circle(0.2), 0.4, -3, { vy: 5, material: { friction: 1 } })
    lab.run(2)
    expect(lab.angle(body)).toBe(0)
    expect(lab.vy(disc)).toBeLessThan(5)
  })

  test('a locked axis holds when another body pushes, and as firm as a wall', () => {
    const lab = new Lab({ gravity: {} })
    const wall = lab.add(box(0.5, 2), 0, 0, { motion: { lockX: 1, lockRotation: 1 }, material: { restitution: 1, friction: 0 } })
    const ball = lab.add(circle(0.3), -3, 0, { vx: 6, mass: { mass: 50 }, material: { restitution: 1, friction: 0 } })
    lab.run(1.5)
    expect(lab.x(wall)).toBe(0)
    check('a ball that hits a locked body', lab.vx(ball), -6, 0.05)
  })

  test('bodies rest on one that is locked in the air', () => {
    const lab = new Lab({ allowSleep: false })
    const shelf = lab.add(box(2, 0.25), 0, 5, { motion: { lockX: 1, lockY: 1, lockRotation: 1 } })
    const boxes = [0, 1, 2].map((i) => lab.add(box(0.5, 0.5), 0, 5.75 + i))
    lab.run(10)
    expect(lab.y(shelf)).toBe(5)
    boxes.forEach((body, i) => check(`height of box ${i} on a locked shelf`, lab.y(body), 5.75 + i, 0.02))
    checkBelow('speed of what rests on a locked body', Math.max(...boxes.map((body) => lab.speed(body))), 1e-3)
  })

  test('what rests on a body with locked rotation, beside its middle, does not tip it', () => {
    const lab = new Lab()
    lab.floor()
    const base = lab.add(box(0.5, 0.5), 0, 0.5, { motion: { lockRotation: 1 } })
    const load = lab.add(box(0.5, 0.2), 0.3, 1.2, { material: { density: 5 } })
    lab.run(5)
    expect(lab.angle(base)).toBe(0)
    check('height of the load', lab.y(load), 1.2, 0.02)
  })

  test('a body with locked rotation slides down an incline', () => {
    const a = 0.5
    const lab = new Lab()
    lab.add(box(100, 1), Math.sin(a), -Math.cos(a), { kind: 'static', angle: a, material: { friction: 0.2 } })
    const body = lab.add(circle(0.5), -Math.sin(a) * 0.5, Math.cos(a) * 0.5, { motion: { lockRotation: 1 }, material: { friction: 0.2 } })
    lab.run(0.5)
    const before = lab.speed(body)
    lab.run(1)
    check('a disc that may not roll', lab.speed(body) - before, G * (Math.sin(a) - 0.2 * Math.cos(a)), 1e-3)
  })
})

describe('edges of locks', () => {
  test('a disc that can only spin keeps its place on a floor, and a falling disc that keeps its axis glides by a wall', () => {
    for (const overlap of [0, 0.05]) {
      const lab = new Lab()
      lab.floor({ friction: 0 })
      lab.add(box(0.5, 50), 10, 60, { kind: 'static', material: { friction: 0 } })
      const wheel = lab.add(circle(0.5), 0.123, 0.5 - overlap, { angular: 3, motion: { lockX: 1, lockY: 1 }, material: { friction: 0 } })
      const slider = lab.add(circle(0.5), 9 + overlap, 80, { motion: { lockX: 1 }, material: { friction: 0 } })
      lab.run(1)
      expect([lab.x(wheel), lab.y(wheel), lab.x(slider)]).toEqual([0.123, 0.5 - overlap, 9 + overlap])
      check('spin of a wheel on a smooth floor', lab.w(wheel), 3, 1e-6)
      check('speed of a disc beside a smooth wall', -lab.vy(slider), G, 1e-6)
    }
  })

  test('friction stops a wheel whose axle is held', () => {
    const lab = new Lab()
    lab.floor({ friction: 1 })
    const wheel = lab.add(circle(0.5), 0, 0.45, { angular: 3, motion: { lockX: 1, lockY: 1 }, material: { friction: 1 } })
    lab.run(1)
    check('spin of a wheel that rubs', lab.w(wheel), 0, 1e-6)
  })

  test('oblique hits move a body along its free axis only, and both axes when the lock is gone', () => {
    for (const axis of ['x', 'y'] as const) {
      const lab = new Lab({ gravity: {} })
      const motion = axis === 'x' ? { lockX: 1 } : { lockY: 1 }
      const [dx, dy] = axis === 'x' ? [0.5, 0.8] : [0.8, 0.5]
      const body = lab.add(circle(0.5), 0, 0, { motion })
      // One that stays locked, so that locks are looked at all the time.
      lab.add(circle(0.5), 50, 50, { motion })
      const first = lab.add(circle(0.5), dx * 2, dy * 2, { vx: -dx * 20, vy: -dy * 20 })
      const [place, speed] = axis === 'x' ? [lab.c.Position.x, lab.c.Velocity.x] : [lab.c.Position.y, lab.c.Velocity.y]
      lab.run(0.5, () => expect([place[body], speed[body]]).toEqual([0, 0]))
      expect(lab.speed(body)).toBeGreaterThan(1)
      teleport(lab.world, first, 100, 100)
      lab.c.Motion.lockX[body] = 0
      lab.c.Motion.lockY[body] = 0
      // Where the lock still held, the disc would stop as at a wall.
      lab.c.Velocity.x[body] = 0
      lab.c.Velocity.y[body] = 0
      const along = axis === 'x' ? lab.add(circle(0.5), lab.x(body) + 3, lab.y(body), { vx: -20 })
        : lab.add(circle(0.5), lab.x(body), lab.y(body) + 3, { vy: -20 })
      lab.run(0.5)
      check('two discs of the same mass that do not bounce', speed[body]!, -10, 0.1)
      check('the one that came', speed[along]!, -10, 0.1)
    }
  })

  test('an impulse that is given while the solver runs does not move a locked axis', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(box(0.5, 0.5), 0, 0, { motion: { lockX: 1 } })
    lab.physics.systems.splice(5, 0, { name: 'Kick', perSubstep: true, run: () => applyImpulse(lab.world, body, 1, 1) })
    lab.step()
    expect(lab.x(body)).toBe(0)
    check('four pushes of 1 N s on 1 kg', lab.vy(body), 4, 1e-6)
  })
})

describe('beyond the range of floats', () => {
  test('velocities, forces and impulses are cut to the largest speed', () => {
    const most = 4000
    for (const huge of [1e6, 1e12]) {
      const lab = new Lab({ gravity: {} })
      const flying = lab.add(circle(0.5), 0, 0, { vx: huge })
      const spinning = lab.add(box(0.5, 0.5), 0, 10, { angular: -huge })
      const pushed = lab.add(circle(0.5), 0, 20)
      const kicked = lab.add(circle(0.5), 0, 30)
      applyForce(lab.world, pushed, huge, 0)
      lab.physics.systems.splice(5, 0, {
        name: 'Kick', perSubstep: true, run: () => applyImpulse(lab.world, kicked, huge, 0),
      })
      lab.step()
      for (const body of [flying, pushed, kicked]) check('largest speed', lab.vx(body), most, 1e-3)
      expect(lab.w(spinning)).toBeLessThan(-100)
      lab.physics.systems.splice(5, 1)
      lab.step()
      expect(Number.isFinite(lab.x(flying) + lab.angle(spinning))).toBe(true)
    }
  })
})

describe('teleport', () => {
  test('moves at once, keeps the velocity, and wakes what rested on the body', () => {
    const lab = new Lab()
    lab.floor()
    const [lower, upper] = [lab.add(box(0.5, 0.5), 0, 0.5), lab.add(box(0.5, 0.5), 0, 1.5)]
    lab.run(2)
    expect(inner(lab.physics).bodies.awakeCount).toBe(0)
    teleport(lab.world, lower, 20, 0.5, 0.1)
    expect(lab.x(lower)).toBe(20)
    lab.run(2)
    check('what rested on it fell down', lab.y(upper), 0.5, 0.01)
    check('what was moved came to rest', lab.y(lower), 0.5, 0.01)
  })

  test('past a wall, nothing is swept in between', () => {
    const lab = new Lab({ gravity: {} })
    lab.add(box(0.1, 10), 0, 0, { kind: 'static' })
    const body = lab.add(circle(0.2), -5, 0, { vx: 1 })
    lab.step()
    teleport(lab.world, body, 5, 0)
    lab.step()
    check('beyond the wall', lab.x(body), 5 + 1 / 60, 1e-9)
  })

  test('a static body by plain writes and touch: what rested on it falls', () => {
    const lab = new Lab()
    const shelf = lab.add(box(1, 0.2), 0, 5, { kind: 'static' })
    const body = lab.add(box(0.5, 0.5), 0, 5.7)
    lab.run(2)
    lab.c.Position.x[shelf] = 50
    markChanged(lab.world, shelf)
    lab.run(1)
    expect(lab.y(body)).toBeLessThan(3)
  })
})

describe('kinematic bodies', () => {
  test('a platform carries a box by friction', () => {
    const lab = new Lab()
    const platform = lab.add(box(3, 0.25), 0, 0, { kind: 'kinematic', vx: 1.5 })
    const body = lab.add(box(0.5, 0.5), 0, 0.75)
    lab.run(4)
    check('speed of what a platform carries', lab.vx(body), 1.5, 1e-6)
    check('slip until it moved along', lab.x(platform) - lab.x(body), (1.5 * 1.5) / (2 * 0.6 * G), 0.02)
    lab.c.Velocity.x[platform] = -1.5
    lab.run(3)
    check('and back', lab.vx(body), -1.5, 1e-6)
  })

  test('an elevator lifts and lowers a stack without losing it', () => {
    const lab = new Lab()
    const lift = lab.add(box(2, 0.25), 0, 0, { kind: 'kinematic' })
    const boxes = [0, 1, 2].map((i) => lab.add(box(0.5, 0.5), 0, 0.75 + i))
    lab.run(1)
    let off = 0
    for (const vy of [3, 0, -3, 0]) {
      lab.c.Velocity.y[lift] = vy
      lab.run(1, () => {
        off = Math.max(off, Math.abs(lab.y(boxes[0]!) - lab.y(lift) - 0.75))
      })
    }
    lab.run(1)
    check('height of the lift', lab.y(lift), 0, 1e-9)
    boxes.forEach((body, i) => check(`box ${i} on the lift`, lab.y(body) - lab.y(lift), 0.75 + i, 0.02))
    // When the lift suddenly stops or sinks, what it carries flies on for v²/2g.
    checkBelow('distance of the lowest box from the lift', off, 9 / (2 * G) + 0.05)
  })

  test('is never pushed', () => {
    const lab = new Lab()
    const wall = lab.add(box(0.2, 2), 0, 0, { kind: 'kinematic', vx: 0.5 })
    for (let i = 0; i < 5; i++) lab.add(circle(0.3), 2 + i, i - 2, { vx: -10, mass: { mass: 1000 } })
    lab.run(2)
    check('way of a kinematic wall', lab.x(wall), 1, 1e-9)
    expect([lab.y(wall), lab.angle(wall), lab.vx(wall), lab.vy(wall), lab.w(wall)]).toEqual([0, 0, 0.5, 0, 0])
  })

  test('a piston pushes a row of boxes at its speed', () => {
    const lab = new Lab()
    lab.floor()
    lab.add(box(0.5, 0.5), -3, 0.5, { kind: 'kinematic', vx: 2 })
    const boxes = [0, 1, 2].map((i) => lab.add(box(0.5, 0.5), i, 0.5))
    lab.run(4)
    for (const body of boxes) check('speed of what a piston pushes', lab.vx(body), 2, 0.02)
  })

  test('a rotating bar sweeps bodies away at no more than the speed of its end, and turns on', () => {
    const lab = new Lab({ gravity: {} })
    const bar = lab.add(box(2, 0.1), 0, 0, { kind: 'kinematic', angular: 3 })
    const discs = [0.8, 1.2, 1.8].map((x) => lab.add(circle(0.1), x, 0.5, { material: { friction: 0 } }))
    lab.run(2)
    check('turn of the bar', lab.angle(bar), 6, 1e-9)
    check('the bar stays, x', lab.x(bar), 0, 1e-12)
    check('the bar stays, y', lab.y(bar), 0, 1e-12)
    for (const disc of discs) {
      expect(lab.speed(disc)).toBeGreaterThan(1)
      expect(Math.hypot(lab.x(disc), lab.y(disc))).toBeGreaterThan(2)
    }
  })

  test('a rotating bar hits a disc as fast as the bar is there: v = (1 + e) ω r', () => {
    const lab = new Lab({ gravity: {}, hz: 240 })
    lab.add(box(2, 0.1), 0, 0, { kind: 'kinematic', angular: 2, material: { restitution: 1, friction: 0 } })
    const disc = lab.add(circle(0.1), 1.5, 0.6, { material: { restitution: 1, friction: 0 } })
    lab.run(0.5)
    // It hits where the bar has turned by about 0.27: 1.6 m from its middle, and the disc flies off along the normal.
    check('speed of a disc that a bar hit', lab.speed(disc), 2 * 2 * Math.hypot(1.5, 0.6), 0.35)
  })
})

describe('filters', () => {
  const layers = defineLayers('player', 'enemy', 'wall')

  /** Drops a body onto a floor and tells whether it was held. */
  function held(above: object, below: object): boolean {
    const lab = new Lab()
    lab.add(box(5, 0.5), 0, -0.5, { kind: 'static', filter: below })
    const body = lab.add(circle(0.3), 0, 0.5, { filter: above })
    let touched = false
    lab.run(1, () => {
      touched ||= queryPairs(lab.world).count > 0
    })
    expect(touched).toBe(lab.y(body) > 0)
    return touched
  }

  test('category and mask: both sides must agree', () => {
    expect(held({}, {})).toBe(true)
    expect(held({ category: layers.player, mask: layers.wall }, { category: layers.wall })).toBe(true)
    expect(held({ category: layers.player, mask: layers.enemy }, { category: layers.wall })).toBe(false)
    expect(held({ category: layers.player }, { category: layers.wall, mask: layers.enemy })).toBe(false)
    expect(held({ category: 0x80000000 }, { mask: 0x80000000 })).toBe(true)
  })

  test('group: overrides the bits', () => {
    expect(held({ mask: 0, group: 3 }, { group: 3 })).toBe(true)
    expect(held({ group: -3 }, { group: -3 })).toBe(false)
    expect(held({ group: -3 }, { group: -4 })).toBe(true)
    expect(held({ mask: 0, group: 3 }, { group: 4 })).toBe(false)
  })

  test('a filter that changes while two touch lets go at once, also of a sleeper', () => {
    const lab = new Lab()
    const ground = lab.floor()
    const body = lab.add(box(0.5, 0.5), 0, 0.5)
    lab.run(2)
    expect(inner(lab.physics).bodies.awakeCount).toBe(0)
    addComponents(lab.world, ground, set(lab.c.CollisionFilter, { mask: 0 }))
    lab.step()
    expect(lab.physics.events.contactEnd.count).toBe(1)
    lab.run(1)
    expect(lab.y(body)).toBeLessThan(0)
    addComponents(lab.world, ground, set(lab.c.CollisionFilter, { mask: 0xffffffff }))
    teleport(lab.world, body, 0, 2)
    lab.run(2)
    check('it holds again', lab.y(body), 0.5, 0.01)
  })

  test.each(['nothing', 'Velocity', 'Material'] as const)('a plain write that allows a touch lets it begin, with %s set as well', (also) => {
    const lab = new Lab()
    lab.floor()
    const ball = lab.add(circle(0.5), 0, 0.4, { filter: { mask: 0 }, motion: { gravityScale: 0 } })
    lab.step()
    lab.c.CollisionFilter.mask[ball] = 0xffffffff
    if (also !== 'nothing') addComponents(lab.world, ball, set(lab.c[also], {}))
    lab.step()
    expect(queryPairs(lab.world).count).toBe(1)
  })
})

describe('hooks', () => {
  test('filterPair decides, and is asked once for a pair that it allows', () => {
    const lab = new Lab()
    const ground = lab.floor()
    const bodies = [0, 1, 2, 3].map((i) => lab.add(box(0.4, 0.4), i * 2, 0.6))
    const asked: string[] = []
    lab.physics.hooks.filterPair = (a, b) => {
      asked.push(`${a}-${b}`)
      return b % 2 === 0
    }
    lab.run(1)
    for (const body of bodies) {
      const times = asked.filter((pair) => pair === `${ground}-${body}`).length
      expect(lab.y(body) > 0).toBe(body % 2 === 0)
      expect(times === 1).toBe(body % 2 === 0)
    }
  })

  test('preSolve sees normal, separation and speed, and can let a body through', () => {
    const lab = new Lab()
    const ground = lab.floor()
    const body = lab.add(circle(0.5), 0, 2)
    let fastest = 0
    lab.physics.hooks.preSolve = (contact) => {
      expect([contact.a, contact.b]).toEqual([ground, body])
      if (lab.time < 1.5) expect([contact.nx, contact.ny]).toEqual([0, 1])
      expect(contact.separation).toBeLessThanOrEqual(0.02)
      fastest = Math.max(fastest, contact.approachSpeed)
      return lab.time < 1.5
    }
    lab.run(1.5)
    check('held until then', lab.y(body), 0.5, 0.01)
    check('approach speed of a fall of 1.5 m', fastest, Math.sqrt(2 * G * 1.5), G / 60)
    wake(lab.world, body)
    lab.run(1)
    expect(lab.y(body)).toBeLessThan(-1)
  })

  test('a preSolve that throws loses nothing of the other contacts', () => {
    for (const shape of [circle(0.5), box(0.5, 0.5)]) {
      const lab = new Lab()
      lab.floor()
      const bodies = [-4, -2, 0, 2, 4].map((x) => lab.add(shape, x, 2))
      let thrown = 0
      lab.physics.hooks.preSolve = () => {
        if (thrown++ === 0) throw new Error('of the user')
        return true
      }
      const hits = new Map<number, number>()
      for (let i = 0; i < 60; i++) {
        if (thrown > 0) lab.step()
        else try { lab.step() } catch (error) { expect((error as Error).message).toBe('of the user') }
        const { contactHit } = lab.physics.events
        for (let k = 0; k < contactHit.count; k++) hits.set(contactHit.b[k]!, contactHit.approachSpeed[k]!)
      }
      expect(thrown).toBeGreaterThan(1)
      expect([...hits.keys()].sort((a, b) => a - b)).toEqual(bodies)
      for (const speed of hits.values()) check('approach speed', speed, Math.sqrt(2 * G * 1.5), G / 30)
    }
  })

  test('a preSolve that removes a body leaves the contacts of sensors at rest in order', () => {
    const lab = new Lab()
    const zone = lab.add(box(1, 1), 20, 0, { kind: 'static', sensor: true })
    const post = lab.add(box(1, 1), 20, 1, { kind: 'static' })
    lab.floor({}, 10)
    const bodies = [0, 2, 4].map((x) => lab.add(box(0.5, 0.5), x, 0.5))
    lab.physics.hooks.preSolve = () => {
      if (!entityExists(lab.world, post)) return true
      removeEntity(lab.world, post)
      return true
    }
    expect(() => lab.step()).toThrow(/may only answer/)
    lab.step()
    expect(entityExists(lab.world, zone)).toBe(true)
    expect(inner(lab.physics).collision.contacts.activeCount).toBe(bodies.length)
    lab.run(1)
    for (const body of bodies) check('it is held', lab.y(body), 0.5, 0.01)
  })
})

describe('OneWay', () => {
  /** A platform at height 0 that is open from below. */
  function platform(lab: Lab): number {
    return lab.add(box(3, 0.1), 0, 0, { kind: 'static', oneWay: { x: 0, y: 1 } })
  }

  test('holds what falls on it, at any speed', () => {
    for (const vy of [0, -5, -40, -300]) {
      for (const shape of [circle(0.2), box(0.3, 0.2)]) {
        const lab = new Lab()
        platform(lab)
        const body = lab.add(shape, 0, 2, { vy })
        lab.run(2)
        check(`what came from above at ${-vy} m/s`, lab.y(body), 0.3, 0.02)
      }
    }
  })

  test('holds what falls on it, from any height', () => {
    for (let height = 0.2; height < 8; height += 0.3) {
      for (const size of [0.1, 0.25, 0.5]) {
        const lab = new Lab()
        platform(lab)
        const disc = lab.add(circle(size), -1, 0.1 + size + height)
        const crate = lab.add(box(size, size), 1, 0.1 + size + height)
        lab.run(2)
        check(`disc of ${size} m that fell ${height.toFixed(1)} m`, lab.y(disc), 0.1 + size, 0.02)
        check(`box of ${size} m that fell ${height.toFixed(1)} m`, lab.y(crate), 0.1 + size, 0.02)
      }
    }
  })

  test('lets through what comes from below, at any speed, and catches it when it falls back', () => {
    for (const vy of [7, 12, 30, 100]) {
      const lab = new Lab()
      platform(lab)
      const body = lab.add(box(0.3, 0.2), 0, -2, { vy })
      let loss = 0
      lab.run(0.25, () => {
        loss = Math.max(loss, Math.abs(lab.vy(body) - (vy - G * lab.time)))
      })
      checkBelow(`speed lost on the way up at ${vy} m/s`, loss, 1e-9)
      lab.run((2 * vy) / G + 1)
      check(`what jumped through at ${vy} m/s`, lab.y(body), 0.3, 0.02)
    }
  })

  test('a jump that ends inside the platform falls back, without a jolt', () => {
    const lab = new Lab()
    platform(lab)
    const body = lab.add(box(0.3, 0.4), 0, -2, { vy: Math.sqrt(2 * G * 2.1) })
    let jolt = 0
    let v = lab.vy(body)
    lab.run(1.5, () => {
      jolt = Math.max(jolt, Math.abs(lab.vy(body) - v + G / 60))
      v = lab.vy(body)
    })
    checkBelow('jolt of what turns back inside', jolt, 1e-9)
    expect(lab.y(body)).toBeLessThan(-1)
  })

  test('turns with its body, and lets pass from the side', () => {
    const lab = new Lab({ gravity: {} })
    lab.add(box(3, 0.1), 0, 0, { kind: 'static', angle: Math.PI / 2, oneWay: { x: 0, y: 1 } })
    const against = lab.add(circle(0.2), -2, 0, { vx: 5 })
    const along = lab.add(circle(0.2), 2, 1, { vx: -5 })
    lab.run(1.5)
    expect(lab.x(against)).toBeLessThan(-0.2)
    expect(lab.x(along)).toBeLessThan(-3)
  })

  test('carries when it moves, as any platform', () => {
    const lab = new Lab()
    lab.add(box(3, 0.1), 0, 0, { kind: 'kinematic', vx: 1, vy: 1, oneWay: { x: 0, y: 1 } })
    const body = lab.add(box(0.2, 0.2), 0, 0.3)
    lab.run(2)
    check('height on a rising platform', lab.y(body), 2.3, 0.02)
    check('speed on a gliding platform', lab.vx(body), 1, 1e-6)
  })

  test('added to a platform that something rests on', () => {
    const lab = new Lab()
    const shelf = lab.add(box(3, 0.1), 0, 0, { kind: 'static' })
    const body = lab.add(box(0.3, 0.2), 0, 0.3)
    lab.run(2)
    addComponent(lab.world, shelf, lab.c.OneWay)
    wake(lab.world, body)
    lab.run(1)
    check('it still rests', lab.y(body), 0.3, 0.01)
    const jumper = lab.add(box(0.3, 0.2), 1.5, -2, { vy: 10 })
    lab.run(3)
    check('and others can jump through', lab.y(jumper), 0.3, 0.02)
  })
})
