import { expect, test } from 'vitest'
import { hashWorld, maxPenetration } from '../../src/index.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { scenes } from '../../examples/scenes/index.ts'
import { SceneRun, smallScene } from '../support/scenes.ts'
import { SOAK } from '../support/soak.ts'
import { inner } from '../support/inner.ts'

test('gas: an elastic gas never gains energy, and keeps most of it for ten seconds', () => {
  const run = new SceneRun(smallScene('gas', { count: 300 }))
  run.run(1)
  const before = run.motion.energy
  let highest = 0
  run.run(599, () => {
    highest = Math.max(highest, run.motion.energy)
  })
  expect(highest / before).toBeLessThan(1.001)
  // A body that meets two others within one step loses some of it.
  expect(run.motion.energy / before).toBeGreaterThan(0.55)
})

test('gas without walls: momentum stays what it was, and angular momentum nearly', () => {
  const scene = smallScene('gas', { count: 300 })
  const run = new SceneRun({ ...scene, bodies: scene.bodies.filter((body) => body.kind !== 'static') })
  run.run(1)
  const before = run.motion
  run.run(199)
  const after = run.motion
  expect(inner(run.built.physics).stepCount).toBe(200)
  for (const key of ['x', 'y'] as const) expect(Math.abs(after[key] - before[key])).toBeLessThan(1e-5)
  // The normal of a contact is kept for a step while the bodies move on. Measured against the sum of all |r × mv|.
  expect(Math.abs(after.angular - before.angular) / before.turning).toBeLessThan(0.01)
})

test('tumbler: keeps its bodies while it turns', () => {
  const run = new SceneRun(smallScene('tumbler', { count: 120 }))
  const inside = (Math.ceil(Math.sqrt(120)) * 0.8) / 2 + 1.5
  run.run(900, () => {
    const { Rotation } = run.built.physics.components
    const turned = Rotation.angle[run.built.entities[0]!]!
    const [c, s] = [Math.cos(turned), Math.sin(turned)]
    for (const mover of run.movers) {
      const u = Math.abs(c * run.x(mover) + s * run.y(mover))
      const v = Math.abs(c * run.y(mover) - s * run.x(mover))
      if (Math.max(u, v) > inside) throw new Error(`body ${mover} left the drum`)
    }
  })
  expect(inner(run.built.physics).bodies.awakeCount).toBeGreaterThan(100)
  expect(maxPenetration(run.built.world)).toBeLessThan(0.1)
})

test('bullets: neither bullets nor planks get out of the ring', () => {
  for (const count of [48, 31]) {
    const scene = smallScene('bullets', { count })
    const walls = scene.bodies.slice(0, 24)
    const run = new SceneRun(scene)
    expect(run.movers.length).toBe(count + 12)
    let moved = 0
    run.run(600, (step) => {
      for (const mover of run.movers) {
        const outside = walls.some((wall) => {
          const [c, s] = [Math.cos(wall.angle!), Math.sin(wall.angle!)]
          return (run.x(mover) - wall.x) * c + (run.y(mover) - wall.y) * s > 0
        })
        if (outside) throw new Error(`body ${mover} is outside in step ${step}`)
        if (run.speed(mover) > 100) moved++
      }
    })
    expect(moved).toBeGreaterThan(1000)
  }
})

test('terrain: rocks roll on the tiles and never into them', () => {
  const scene = smallScene('terrain', { count: 40, statics: 2500 })
  const run = new SceneRun(scene)
  const tiles = new Set(scene.bodies.filter((body) => body.kind === 'static').map((body) => `${body.x},${body.y}`))
  run.run(500, () => {
    for (const mover of run.movers) {
      const place = `${Math.floor(run.x(mover)) + 0.5},${Math.floor(run.y(mover)) + 0.5}`
      if (tiles.has(place)) throw new Error(`rock ${mover} is inside the tile at ${place}`)
    }
  })
  expect(maxPenetration(run.built.world)).toBeLessThan(0.05)
  const fallen = run.movers.filter((mover) => run.y(mover) < scene.bodies[mover]!.y - 0.5)
  expect(fallen.length).toBeGreaterThan(10)
})

test.each(scenes.map((entry) => entry.name))('%s: two runs are equal to the last bit', (name) => {
  const options = { count: 80, base: 6, rows: 2, columns: 2, statics: 600, awake: 4 }
  const runs = [buildScene(smallScene(name, options)), buildScene(smallScene(name, options), { capacity: 16 })]
  for (let i = 0; i < (SOAK ? 240 : 30); i++) for (const run of runs) run.step()
  expect(hashWorld(runs[0]!.world)).toBe(hashWorld(runs[1]!.world))
})
