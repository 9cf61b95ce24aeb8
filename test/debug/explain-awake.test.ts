import { addComponent, addComponents, removeComponent, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { AwakeReason, explainAwake } from '../../src/debug/index.ts'
import { applyForce, box, distanceJoint, isSleeping, wake } from '../../src/index.ts'
import { JointWorld } from '../joints/joint-world.ts'

/** Ground and a box that rests on it, a moment before it sleeps. */
function resting(options: object = {}): { t: JointWorld; ground: number; crate: number } {
  const t = new JointWorld(options)
  const ground = t.addGround()
  const crate = t.add(box(0.5, 0.5), 0, 0.5)
  t.step(10)
  return { t, ground, crate }
}

const reasonOf = (t: JointWorld, entity: number): number => explainAwake(t.world, entity).reason

test('what is no dynamic body is told so', () => {
  const { t, ground, crate } = resting()
  expect(explainAwake(t.world, 99).text).toBe('Entity 99 is no body: it does not exist.')
  addComponent(t.world, crate, t.components.Disabled)
  expect(explainAwake(t.world, crate).text).toBe(`Entity ${crate} is no body: ${crate} is Disabled.`)
  expect(explainAwake(t.world, ground)).toMatchObject({ reason: AwakeReason.Static, awake: false })
  const lift = t.add(box(1, 1), 20, 5, t.components.Kinematic)
  t.step()
  expect(reasonOf(t, lift)).toBe(AwakeReason.Still)
  t.components.Velocity.y[lift] = 1
  t.step()
  expect(explainAwake(t.world, lift)).toMatchObject({ reason: AwakeReason.Kinematic, awake: true, speed: 1 })
  addComponent(t.world, lift, t.components.Sleeping)
  t.step()
  expect(reasonOf(t, lift)).toBe(AwakeReason.Asleep)
})

test('the time that is left is the time after which it sleeps', () => {
  const { t, crate } = resting()
  const { reason, timeLeft, text } = explainAwake(t.world, crate)
  expect(reason).toBe(AwakeReason.Waiting)
  expect(text).toMatch(/^Body \d+ is awake: it has to be quiet for 0\.\d+ s yet\.$/)
  let steps = 0
  while (!isSleeping(t.world, crate)) {
    t.step()
    steps++
  }
  expect(Math.abs(steps - timeLeft * 60)).toBeLessThan(1.001)
  expect(explainAwake(t.world, crate)).toMatchObject({ reason: AwakeReason.Asleep, awake: false, speed: 0, timeLeft: 0 })
  wake(t.world, crate)
  expect(reasonOf(t, crate)).toBe(AwakeReason.Waiting)
})

test('settings, tags, edits and forces', () => {
  const { t, crate } = resting({ allowSleep: false })
  expect(reasonOf(t, crate)).toBe(AwakeReason.SleepOff)
  t.physics.settings.allowSleep = true
  addComponent(t.world, crate, t.components.NeverSleep)
  t.step()
  expect(reasonOf(t, crate)).toBe(AwakeReason.NeverSleep)
  removeComponent(t.world, crate, t.components.NeverSleep)
  expect(reasonOf(t, crate)).toBe(AwakeReason.Written)
  t.step()
  applyForce(t.world, crate, 1, 0)
  expect(explainAwake(t.world, crate).text).toBe(`Body ${crate} is awake: a force is to act on it in the next step.`)
})

test('what moves is told with its speed, that of its farthest point', () => {
  const t = new JointWorld({ gravity: { x: 0, y: 0 } })
  const body = t.add(box(3, 4), 0, 0)
  addComponents(t.world, body, set(t.components.Velocity, { x: 0, y: 0, angular: 0.1 }))
  t.step()
  const { reason, speed, text } = explainAwake(t.world, body)
  expect(reason).toBe(AwakeReason.Moving)
  expect(speed).toBeCloseTo(0.5, 6)
  expect(text).toBe(`Body ${body} is awake: its speed is 0.5, and what rests is slower than 0.05.`)
})

test('who keeps it awake is told: a kinematic body that moves, or one of its island', () => {
  const t = new JointWorld()
  const belt = t.add(box(5, 0.5), 0, -0.5, t.components.Kinematic)
  const crate = t.add(box(0.5, 0.5), 0, 0.5)
  addComponents(t.world, belt, set(t.components.Velocity, { x: 0.01, y: 0, angular: 0 }))
  t.step(120)
  expect(explainAwake(t.world, crate)).toMatchObject({ reason: AwakeReason.Driven, other: belt })

  const u = new JointWorld()
  u.addGround()
  const quiet = u.add(box(0.5, 0.5), 0, 0.5)
  const restless = u.add(box(0.5, 0.5), 0, 1.5, u.components.NeverSleep)
  u.step(120)
  const said = explainAwake(u.world, quiet)
  expect(said).toMatchObject({ reason: AwakeReason.Mate, other: restless, awake: true })
  expect(said.text).toBe(`Body ${quiet} is awake: it hangs together with ${restless}, which is awake: it is tagged NeverSleep.`)
  // Without it the other falls asleep.
  removeEntity(u.world, restless)
  u.step(60)
  expect(reasonOf(u, quiet)).toBe(AwakeReason.Asleep)

  const v = new JointWorld({ gravity: { x: 0, y: 0 } })
  const [one, two] = [v.add(box(0.5, 0.5), 0, 0), v.add(box(0.5, 0.5), 5, 0, v.components.NeverSleep)]
  v.joint(distanceJoint(one, two))
  v.step(60)
  expect(explainAwake(v.world, one)).toMatchObject({ reason: AwakeReason.Mate, other: two })
})
