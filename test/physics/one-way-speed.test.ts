import { set } from 'bitecs'
import { expect, test } from 'vitest'
import { type ShapeData, aabb, box, capsule, circle, polygon, segment, stepPhysics } from '../../src/index.ts'
import { Random } from '../fuzz/random.ts'
import { SOAK } from '../support/soak.ts'
import { TestWorld } from '../support/worlds.ts'

const bodies = [
  circle(0.4), box(0.4, 0.4), capsule(0.3, 0.2), aabb(0.4, 0.4),
  polygon([{ x: -0.4, y: -0.4 }, { x: 0.4, y: -0.4 }, { x: 0, y: 0.5 }]),
]
const GRAVITY = 10

function platformOf(form: number, half: number): ShapeData {
  return [capsule(5 - half, half), aabb(5, half), box(5, half), segment(-5, 0, 5, 0)][form]!
}

/** A one-way platform that stands or moves up or down, and a body that comes at it at up to 45 m/s. */
function build(seed: number, up: boolean) {
  const r = new Random(seed)
  const t = new TestWorld({ gravity: { x: 0, y: -GRAVITY }, substeps: r.pick([1, 4, 4, 8]) })
  const { Static, Kinematic, OneWay, Velocity, Rotation, Material } = t.components
  const half = r.pick([0.02, 0.1, 0.3])
  const speed = r.chance(0.6) ? r.between(-3, 3) : 0
  t.add(platformOf(r.below(4), half), 0, 0, OneWay, speed === 0 ? Static : Kinematic, set(Velocity, { y: speed }))
  const far = r.between(1.2, 3) + half
  const body = t.add(
    r.pick(bodies), r.between(-2, 2), up ? -far : far, set(Rotation, { angle: r.next() * 6 }),
    set(Material, { friction: 0, restitution: r.chance(0.3) ? 0.5 : 0 }),
    set(Velocity, { x: r.between(-5, 5), y: up ? r.between(9, 53) : -r.between(1, 45), angular: r.between(-6, 6) }),
  )
  return { t, body, speed, dt: r.pick([1 / 30, 1 / 60, 1 / 120]) }
}

test('a one-way platform holds what comes from above, however fast, also while it moves', () => {
  const lost: number[] = []
  let spinning = 0
  for (let seed = 0; seed < (SOAK ? 800 : 120); seed++) {
    const { t, body, speed, dt } = build(seed, false)
    const { Position, Velocity } = t.components
    for (let i = 0; i < 0.35 / dt; i++) stepPhysics(t.world, dt)
    // What lands on a corner may leave with a spin of more than a radian a step, and sink in before it is seen again.
    const spins = Math.abs(Velocity.angular[body]!) * dt > 1
    if (spins) spinning++
    else if (Position.y[body]! < Position.y[1]! + 0.1) lost.push(seed, speed)
  }
  expect(lost).toEqual([])
  expect(spinning).toBeLessThan(SOAK ? 30 : 5)
})

test('and does nothing to what comes from below', () => {
  for (let seed = 0; seed < (SOAK ? 400 : 60); seed++) {
    const { t, body, speed, dt } = build(seed, true)
    const { Velocity } = t.components
    const vx = Velocity.x[body]!
    let vy = Velocity.y[body]!
    while (vy > speed + 0.5) {
      stepPhysics(t.world, dt)
      vy -= GRAVITY * dt
      expect(Velocity.y[body]).toBeCloseTo(vy, 6)
      expect(Velocity.x[body]).toBeCloseTo(vx, 6)
      if (t.components.Position.y[body]! > 4) break
    }
  }
})
