import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { maxPenetration, touching } from '../../src/index.ts'
import { SceneRun, smallScene } from '../support/scenes.ts'
import { SOAK } from '../support/soak.ts'

/** The scenes of real games, small: nothing gets out, what shall rest rests, what shall move moves. */

test.each([
  ['mixed-shapes', SOAK ? 250 : 120, 0.03],
  ['bouncy-mixed', SOAK ? 250 : 120, 0.03],
  ['compounds-pile', SOAK ? 80 : 40, 0.05],
] as const)('%s of %i stays in the bin and comes to rest', (name, count, deepest) => {
  const run = new SceneRun(smallScene(name, { count }))
  const wall = run.built.scene.bodies[2]!
  const half = wall.x - 2
  run.run(900, () => {
    for (const mover of run.movers) {
      if (Math.abs(run.x(mover)) < half && run.y(mover) > 0) continue
      throw new Error(`body ${mover} is at (${run.x(mover)}, ${run.y(mover)})`)
    }
  })
  expect(maxPenetration(run.built.world)).toBeLessThan(deepest)
  expect(Math.max(...run.movers.map((mover) => run.speed(mover)))).toBeLessThan(0.05)
})

test('rolling-hills: nothing gets below the chain', () => {
  const scene = smallScene('rolling-hills', { count: SOAK ? 1000 : 250 })
  const ground = scene.bodies[0]!.shape
  if (ground.type !== 'chain') throw new Error('the hills are a chain')
  const run = new SceneRun(scene)
  const { points } = ground
  expect(points.length).toBe(601)
  const pitch = points[2]!.x - points[1]!.x
  const height = (x: number): number => {
    const k = Math.min(points.length - 3, Math.max(1, 1 + Math.floor((x - points[1]!.x) / pitch)))
    const part = (x - points[k]!.x) / pitch
    return points[k]!.y * (1 - part) + points[k + 1]!.y * part
  }
  run.run(400, (step) => {
    for (const mover of run.movers) {
      if (run.y(mover) > height(run.x(mover))) continue
      throw new Error(`body ${mover} is at (${run.x(mover)}, ${run.y(mover)}) after ${step} steps, the ground at ${height(run.x(mover))}`)
    }
  })
})

test('tiled-level: what the map has stays in it, gets into no cell, and comes to rest but for what slides on the ice', () => {
  const scene = smallScene('tiled-level', {})
  const statics = scene.bodies.filter(({ kind }) => kind === 'static')
  expect(statics.length).toBeGreaterThan(50)
  const run = new SceneRun(scene)
  expect(run.movers).toHaveLength(51)
  run.run(900, () => {
    for (const mover of run.movers) {
      const [x, y] = [run.x(mover), run.y(mover)]
      const inside = statics.some(({ shape, sensor, x: cx, y: cy }) => (
        sensor !== true && shape.type === 'box' && Math.abs(x - cx) < shape.halfWidth - 0.02 && Math.abs(y - cy) < shape.halfHeight - 0.02
      ))
      if (inside || !(x > 1 && x < 63 && y > -15)) throw new Error(`body ${mover} is at (${x}, ${y})`)
    }
  })
  expect(run.movers.filter((mover) => run.speed(mover) < 0.1).length).toBeGreaterThan(40)
  expect(maxPenetration(run.built.world)).toBeLessThan(0.01)
})

test('platformer: runners run, jump and ride, and none gets into a tile or out of the level', () => {
  const scene = smallScene('platformer', { count: 60, statics: 1500 })
  expect(scene.bodies.filter(({ kind }) => kind === 'static').length).toBeGreaterThan(1400)
  const run = new SceneRun(scene)
  const tiles = new Set(scene.bodies.flatMap(({ kind, x, y }) => (kind === 'static' ? [`${Math.floor(x)},${Math.round(y)}`] : [])))
  const top = run.movers.map((mover) => run.y(mover))
  let highest = 0
  let ran = 0
  run.run(600, () => {
    run.movers.forEach((mover, i) => {
      const [x, y] = [run.x(mover), run.y(mover)]
      // The middle of a runner is 0.35 m from any wall and 0.7 m from floor and ceiling.
      if (tiles.has(`${Math.floor(x)},${Math.round(y)}`) || !(x > 0 && x < 300 && y > 0)) throw new Error(`runner ${mover} is at (${x}, ${y})`)
      if (Math.abs(run.angle(mover) - Math.PI / 2) > 1e-6) throw new Error(`runner ${mover} leans by ${run.angle(mover)}`)
      if (Math.abs(run.built.physics.components.Velocity.x[run.built.entities[mover]!]!) > 4.5) ran++
      highest = Math.max(highest, y - top[i]!)
    })
  })
  // Most of the time most of them run at full speed, and some are a storey higher than they began.
  expect(ran / (600 * run.movers.length)).toBeGreaterThan(0.6)
  expect(highest).toBeGreaterThan(4)
})

test('arena: the crowd gathers, bullets come and go, and sensors tell who comes and who leaves', () => {
  const scene = smallScene('arena', { count: 500 })
  const built = buildScene(scene)
  const { physics, entities } = built
  const walkers = scene.bodies.flatMap(({ kind, absent }, i) => (kind === undefined && absent !== true ? [i] : []))
  const bullets = scene.bodies.flatMap(({ absent }, i) => (absent === true ? [i] : []))
  const flying = (): number => bullets.filter((i) => entities[i] !== 0).length
  let [entered, left] = [0, 0]
  for (let step = 0; step < 400; step++) {
    built.step()
    entered += physics.events.sensorBegin.count
    left += physics.events.sensorEnd.count
    const { Position } = physics.components
    for (let i = 0; i < entities.length; i++) {
      if (entities[i] === 0 || (Math.abs(Position.x[entities[i]!]!) < 64.1 && Math.abs(Position.y[entities[i]!]!) < 44.1)) continue
      throw new Error(`body ${i} is at (${Position.x[entities[i]!]}, ${Position.y[entities[i]!]}) after ${step} steps`)
    }
    // Five in six steps, each for sixty steps; a rounding may put one off to the next step.
    expect(Math.abs(flying() - Math.min(50, Math.floor((5 * (step + 1)) / 6)))).toBeLessThanOrEqual(1)
  }
  expect(physics.stats.bodies).toBe(scene.bodies.length - bullets.length + flying())
  expect(entered).toBeGreaterThan(500)
  const inside = scene.bodies.reduce((sum, { sensor }, i) => sum + (sensor === true ? touching(built.world, entities[i]!).count : 0), 0)
  expect(entered - left).toBe(inside)
  const { Position } = physics.components
  const spread = (axis: 'x' | 'y'): number => {
    const values = walkers.map((i) => Position[axis][entities[i]!]!).sort((a, b) => a - b)
    return values[Math.floor(values.length * 0.9)]! - values[Math.floor(values.length * 0.1)]!
  }
  // They began 32 by 21 m wide.
  expect(spread('x')).toBeLessThan(22)
})
