import { addComponent, hasComponent, removeComponent, removeEntity } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { box, circle, distanceJoint, revoluteJoint } from '../../src/index.ts'
import { JointBunches, isHeldUp } from '../../src/solver/joint-bunches.ts'
import { JointEnds } from '../../src/solver/joint-ends.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

const BODIES = 8

const heldUp = ({ heads, marks }: JointBunches, index: number): string => (isHeldUp(marks[heads[index]!]!) ? 'held' : 'free')

/** A world in which bunches are asked for in each step: something heavy hangs on something light. */
class Bunched extends JointWorld {
  readonly ground = this.add(box(0.1, 0.1), 0, 0, this.components.Static)
  readonly bodies = Array.from({ length: BODIES }, (_, i) => this.add(circle(0.2), 2 * i, 5))
  joints: number[] = []

  constructor() {
    super({ gravity: { x: 0, y: 0 }, allowSleep: false })
    const heavy = this.heavy(circle(0.2), -9, 0, 1000)
    this.joint(revoluteJoint(this.add(circle(0.2), -8, 0), heavy, { x: -8.5, y: 0 }))
  }

  /** Links two of the bodies, or one and the ground. */
  link(one: number, two: number): void {
    const a = this.bodies[one]!
    const b = one === two ? this.ground : this.bodies[two]!
    this.joints.push(this.joint(revoluteJoint(a, b, { x: this.x(a), y: this.y(a) })))
  }

  unlink(which: number): void {
    const [joint] = this.joints.splice(which % (this.joints.length || 1), 1)
    if (joint !== undefined) removeEntity(this.world, joint)
  }

  /** What is known of each body, and of the ends of each joint, and what is found anew. */
  compare(): { known: string[]; found: string[] } {
    const { solver, bodies, joints } = inner(this.physics)
    const ends = new JointEnds()
    ends.read(bodies, joints, 0)
    const anew = new JointBunches()
    anew.find(bodies, joints, ends)
    const say = (from: JointBunches, at: JointEnds) => [
      ...this.bodies.filter((body) => bodies.awakeIndex[body]! >= 0).map((body) => `${body} ${from.isTree(bodies, body)} ${from.isLooped(bodies, body)} ${heldUp(from, bodies.awakeIndex[body]!)}`),
      ...Array.from({ length: joints.count }, (_, i) => `${at.places[2 * i]} ${at.places[2 * i + 1]} ${at.held[i]}`),
    ]
    const { graph } = solver.burdens as unknown as { graph: { joints: { bunches: JointBunches; ends: JointEnds } } }
    graph.joints.ends.readIdle(bodies, joints)
    return { known: say(graph.joints.bunches, graph.joints.ends), found: say(anew, ends) }
  }
}

const call = fc.oneof(
  fc.record({ do: fc.constant('link' as const), one: fc.nat(BODIES - 1), two: fc.nat(BODIES - 1) }),
  fc.record({ do: fc.constant('unlink' as const), one: fc.nat(20) }),
  fc.record({ do: fc.constant('switch' as const), one: fc.nat(20) }),
  fc.record({ do: fc.constant('static' as const), one: fc.nat(BODIES - 1) }),
  fc.record({ do: fc.constant('kinematic' as const), one: fc.nat(BODIES - 1) }),
  fc.record({ do: fc.constant('disable' as const), one: fc.nat(BODIES - 1) }),
  fc.record({ do: fc.constant('step' as const), one: fc.nat(3) }),
)

test('what joints hold together is known as it is, whatever came or went', () => {
  fc.assert(fc.property(fc.array(call, { minLength: 5, maxLength: 40 }), (calls) => {
    const t = new Bunched()
    const { Disabled, Joint, Kinematic, Static } = t.components
    for (const next of calls) {
      const joint = t.joints[next.one % (t.joints.length || 1)]
      const body = t.bodies[next.one % BODIES]!
      if (next.do === 'link') t.link(next.one, next.two)
      if (next.do === 'unlink') t.unlink(next.one)
      if (next.do === 'switch' && joint !== undefined) Joint.enabled[joint] = 1 - Joint.enabled[joint]!
      if (next.do === 'static' || next.do === 'kinematic') {
        const tag = next.do === 'static' ? Static : Kinematic
        if (hasComponent(t.world, body, tag)) removeComponent(t.world, body, tag)
        else {
          removeComponent(t.world, body, next.do === 'static' ? Kinematic : Static)
          addComponent(t.world, body, tag)
        }
      }
      if (next.do === 'disable') {
        if (hasComponent(t.world, body, Disabled)) removeComponent(t.world, body, Disabled)
        else addComponent(t.world, body, Disabled)
      }
      t.step()
      const { known, found } = t.compare()
      expect(known).toEqual(found)
    }
  }), { numRuns: 60 })
})

test('a rope holds where it is taut, and not where it hangs loose, from step to step', () => {
  const t = new Bunched()
  const [middle, one, two] = t.bodies as [number, number, number]
  const put = (body: number, x: number, y: number): void => {
    t.components.Position.x[body] = x
    t.components.Position.y[body] = y
  }
  put(one, 1.6, 5)
  put(two, 0, 6.6)
  for (const body of [one, two]) t.joint(revoluteJoint(middle, body, { x: 0, y: 5 }))
  t.joint(distanceJoint(one, two, { limit: { lower: 0, upper: 3 } }))
  const looped = (): boolean => {
    t.step()
    const { known, found } = t.compare()
    expect(known).toEqual(found)
    return known[0]!.split(' ')[2] === 'true'
  }
  expect(looped()).toBe(false)
  put(two, -1.42, 5)
  expect(looped()).toBe(true)
  put(two, 0, 6.6)
  expect(looped()).toBe(false)
})

test('what hangs by a rope on a body that is disabled is held up no longer once it hangs loose', () => {
  const t = new Bunched()
  const [body, gone] = t.bodies as [number, number]
  t.joint(distanceJoint(gone, body, { limit: { lower: 0, upper: 2 } }))
  t.step()
  addComponent(t.world, gone, t.components.Disabled)
  const isHeld = (): boolean => {
    t.step()
    const { known, found } = t.compare()
    expect(known).toEqual(found)
    return known[0]!.endsWith('held')
  }
  expect(isHeld()).toBe(true)
  t.components.Position.x[body] = 1
  expect(isHeld()).toBe(false)
})
