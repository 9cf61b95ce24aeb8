import { addComponent, addComponents, addEntity, entityExists, removeComponent, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { between, createRandom } from '../../examples/scenes/random.ts'
import { type DebugOptions, collectDebug, createDebugBuffers, debugText, recordQueries } from '../../src/debug/index.ts'
import {
  chain, distanceJoint, filterJoint, gearJoint, motorJoint, prismaticJoint, pulleyJoint, queryView, revoluteJoint, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { randomShape } from '../queries/random-world.ts'
import { JointWorld } from '../joints/joint-world.ts'
import { validate } from '../support/validate.ts'
import { SOAK } from '../support/soak.ts'
import { ALL } from './drawing.ts'

const options: fc.Arbitrary<DebugOptions> = fc.record(
  {
    ...Object.fromEntries(Object.keys(ALL).map((name) => [name, fc.boolean()])),
    view: fc.constantFrom({ minX: -3, minY: -3, maxX: 5, maxY: 2 }, { minX: -Infinity, minY: 0, maxX: 1, maxY: Infinity }, { minX: 0, minY: 0, maxX: 0, maxY: 0 }),
    arcs: fc.integer({ min: 4, max: 256 }), markSize: fc.constantFrom(0, 0.1, 3), forceScale: fc.constantFrom(0, 1e-9, 10), velocityScale: fc.constantFrom(0, 1),
    originX: fc.constantFrom(0, -1e6), fillOpacity: fc.constantFrom(0, 1), fullLoad: fc.constantFrom(0, 1e-9, 1e9),
  },
  { requiredKeys: [] },
)

type Call = { readonly what: number; readonly which: number; readonly seed: number }
const calls = fc.array(fc.record({ what: fc.nat(11), which: fc.nat(60), seed: fc.nat(1e6) }), { minLength: 4, maxLength: 40 })

/** Plays a call in a world, whatever comes of it. */
function play(t: JointWorld, bodies: number[], joints: number[], { what, which, seed }: Call): void {
  const random = createRandom(seed)
  const { Static, Kinematic, Sensor, Sleeping, Disabled, NeverSleep, OneWay, Mass, Velocity, Shape, Collider, Position, CollisionFilter } = t.components
  const [a, b] = [bodies[which % bodies.length]!, bodies[seed % bodies.length]!]
  const tags = [Static, Kinematic, Sensor, Sleeping, Disabled, NeverSleep, OneWay]
  switch (what) {
    case 0: case 1: {
      const body = t.add(randomShape(random), between(random, -6, 6), between(random, 0, 8), ...(seed % 3 === 0 ? [tags[which % tags.length]!] : []))
      addComponents(t.world, body, set(Mass, { mass: 1 }), set(Velocity, { x: between(random, -9, 9), y: 0, angular: between(random, -9, 9) }))
      bodies.push(body)
      return
    }
    case 2:
      bodies.push(t.add(chain([{ x: -3, y: 0 }, { x: 0, y: random() }, { x: 3, y: 0 }], { twoSided: seed % 2 === 0, loop: seed % 3 === 0 }), between(random, -4, 4), -1, Static, set(Mass, { mass: 1 })))
      return
    case 3: case 4: {
      if (a === b) return
      const limit = seed % 2 === 0 ? { limit: { lower: -0.5, upper: 0.7 } } : {}
      const spring = seed % 3 === 0 ? { spring: { hertz: 2 } } : {}
      const [f, at] = [{ ...limit, ...spring, breakForce: seed % 5 === 0 ? 10 : 1e9 }, { x: 1, y: 2 }]
      const makers = [
        () => distanceJoint(a, b, { ...spring, ...(seed % 2 === 0 && { limit: { lower: 0, upper: 4 } }) }), () => revoluteJoint(a, b, { ...f, ...at }),
        () => prismaticJoint(a, b, f), () => weldJoint(a, b, spring), () => wheelJoint(a, b, f), () => filterJoint(a, b),
        () => motorJoint(a, b, { motor: { x: 1, maxForce: 5 } }), () => pulleyJoint(a, b, { groundA: { x: -1, y: 9 }, groundB: { x: 1, y: 9 } }),
      ]
      joints.push(t.joint(makers[which % makers.length]!()))
      return
    }
    case 5: {
      // An id that went with its body may be that of another joint now.
      const able = [...new Set(joints)].filter((joint) => entityExists(t.world, joint) && [2, 3].includes(t.components.Joint.kind[joint]!))
      if (able.length > 1) joints.push(t.joint(gearJoint(able[0]!, able[1]!)))
      return
    }
    case 6: {
      const tag = tags[which % tags.length]!
      // Both of the first two would be refused.
      if (which % tags.length < 2) removeComponent(t.world, a, tags[1 - (which % tags.length)]!)
      if (seed % 2 === 0) addComponent(t.world, a, tag)
      else removeComponent(t.world, a, tag)
      return
    }
    case 7: {
      if (bodies.length < 3) return
      removeEntity(t.world, a)
      bodies.splice(bodies.indexOf(a), 1)
      return
    }
    case 8: {
      const part = addEntity(t.world)
      addComponents(t.world, part, set(Shape, randomShape(random)), set(Collider, { body: a, x: 1, y: 0.5, angle: random() }))
      return
    }
    case 9:
      addComponents(t.world, a, set(Position, { x: between(random, -6, 6), y: between(random, 0, 6) }), set(CollisionFilter, { category: seed & 3 }))
      return
    default:
      t.step(1 + (seed % 5))
  }
}

test('random worlds are drawn without an error, with finite numbers, and stay sound', () => {
  let drawn = 0
  const out = createDebugBuffers()
  fc.assert(fc.property(calls, fc.array(options, { minLength: 3, maxLength: 3 }), (list, looks) => {
    const t = new JointWorld()
    const bodies = [t.addGround(), t.ball(0, 2)]
    const joints: number[] = []
    recordQueries(t.world, true)
    list.forEach((call, i) => {
      play(t, bodies, joints, call)
      if (i % 3 === 0) queryView(t.world, -4, -4, 4, 4)
      if (i % 2 === 1) drawn += draw(t, i === list.length - 1 ? ALL : looks[i % 3]!)
    })
    t.step()
    drawn += draw(t, ALL)
    validate(t.physics, { pairs: false })
  }), { numRuns: SOAK ? 3000 : 14 })
  expect(drawn).toBeGreaterThan(5_000)

  function draw(t: JointWorld, look: DebugOptions): number {
    collectDebug(t.world, look, out)
    for (const list of [out.lines, out.triangles, out.points]) {
      const numbers = list.xy.subarray(0, 2 * list.corners * list.count)
      if (!numbers.every(Number.isFinite)) throw new Error(`a number is ${numbers.find((n) => !Number.isFinite(n))}`)
    }
    for (let i = 0; i < out.labels.count; i++) expect(debugText(out.labels, i)).toMatch(/^J?\d+$|^\d+ in$|^[\d.e+-]+ N$/)
    return out.lines.count
  }
})
