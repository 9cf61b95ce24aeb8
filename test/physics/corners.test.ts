/** What comes at a lone shape corner first is held there: corners graze each other only where one goes past the other. */
import { expect, test } from 'vitest'
import { measureOverlaps } from '../../bench/harness/overlaps.ts'
import type { BodyData } from '../../examples/scenes/types.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import { whole } from '../support/soak.ts'

const ngon = (n: number, r: number): { x: number; y: number }[] =>
  Array.from({ length: n }, (_, i) => ({ x: r * Math.cos((2 * Math.PI * i) / n), y: r * Math.sin((2 * Math.PI * i) / n) }))

const FIXED = {
  hexagon: { type: 'polygon', points: ngon(6, 1) },
  box: { type: 'box', halfWidth: 1, halfHeight: 1 },
} as const

const MOVERS = {
  box: { type: 'box', halfWidth: 0.4, halfHeight: 0.3 },
  plank: { type: 'box', halfWidth: 0.8, halfHeight: 0.1 },
  triangle: { type: 'polygon', points: ngon(3, 0.4) },
  heptagon: { type: 'polygon', points: ngon(7, 0.35) },
} as const

/** A mover that comes from the left, and how deep it is in the fixed shape when its first hit is over. What turns after that is not looked at. */
function meet(shape: BodyData['shape'], fixed: BodyData['shape'], random: () => number, hz: number): number {
  const speed = 0.5 + 9.5 * random()
  const bodies: BodyData[] = [
    { x: 0, y: 0, angle: 6 * random(), kind: 'static', shape: fixed },
    { x: -2.6, y: 2 * random() - 1, vx: speed, vy: speed * (random() - 0.5), angle: 6 * random(), shape, restitution: 1 },
  ]
  const scene = {
    name: 'corners', title: '', category: '', description: '', lookFor: '', gravity: { x: 0, y: 0 }, bodies,
    view: { x: 0, y: 0, width: 1, height: 1 }, settings: { allowSleep: false },
  }
  const built = buildScene(scene, { dt: 1 / hz })
  const { Position, Rotation } = built.physics.components
  for (let step = 0; step < (5 / speed) * hz; step++) {
    built.step()
    const poses = Float64Array.from([...built.entities].flatMap((e) => [Position.x[e]!, Position.y[e]!, Math.cos(Rotation.angle[e]!), Math.sin(Rotation.angle[e]!)]))
    const depth = measureOverlaps(bodies, poses).maxPenetration
    if (depth > 0.0005 || built.physics.components.Velocity.angular[built.entities[1]!] !== 0) return depth
  }
  return 0
}

test.each(Object.entries(FIXED))('nothing comes more than 5 mm into a %s before it is held', (_, fixed) => {
  const random = createRandom(5)
  for (const [name, shape] of Object.entries(MOVERS)) {
    for (let i = 0; i < whole([400], [15])[0]!; i++) {
      for (const hz of [60, 120]) expect(meet(shape, fixed, random, hz), `${name} ${i}, ${hz} Hz`).toBeLessThan(0.005)
    }
  }
})
