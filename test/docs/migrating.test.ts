import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as bitecs from 'bitecs'
import { expect, test } from 'vitest'
import * as physics from '../../src/index.ts'
import { root } from '../support/bundle.ts'

const pages = readdirSync(join(root, 'docs')).filter((name) => /^from-\w+\.md$/.test(name))

/** Names of ours in the second column of a page's tables: what is called, components with their fields, tags. */
function namesOf(text: string): { calls: string[]; fields: string[]; tags: string[] } {
  const cells = text.split('\n').filter((line) => /^\| (?!---)/.test(line)).map((line) => line.replaceAll('\\|', '').split('|')[2]!)
  const code = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, inside]) => inside!)).join('\n')
  return {
    calls: [...code.matchAll(/(?<![.\w])([a-z]\w+)\(/g)].map(([, name]) => name!),
    fields: [...code.matchAll(/\b([A-Z]\w+\.\w+)\b/g)].map(([, name]) => name!),
    tags: [...code.matchAll(/(?<![.\w])([A-Z][a-z]\w+)(?![.\w])/g)].map(([, name]) => name!),
  }
}

const { components } = physics.addPhysics(bitecs.createWorld())
/** Of the examples in the tables, not of the package. */
const EXAMPLES = new Set(['Enemy', 'Spike', 'Player', 'Coin'])

test('there are four pages', () => {
  expect(pages).toEqual(['from-arcade.md', 'from-matter.md', 'from-planck.md', 'from-rapier.md'])
})

test.each(pages)('%s: every name of ours is one', (page) => {
  const { calls, fields, tags } = namesOf(readFileSync(join(root, 'docs', page), 'utf8'))
  const known = { ...bitecs, ...physics } as Record<string, unknown>
  const ofOthers = new Set(['advance'])
  expect(calls.length).toBeGreaterThan(15)
  expect(calls.filter((name) => typeof known[name] !== 'function' && !ofOthers.has(name))).toEqual([])
  expect(tags.filter((name) => !(name in components) && !EXAMPLES.has(name))).toEqual([])
  expect(fields.filter((path) => {
    const [owner, field] = path.split('.') as [string, string]
    return !(field in (Object.entries({ ...known, ...components }).find(([name]) => name === owner)?.[1] ?? {}))
  })).toEqual([])
})

test('every field of an options object is one', () => {
  // What the tables write as { … } is spelled out here once, so that the compiler reads it.
  const world = bitecs.createWorld()
  physics.addPhysics(world, { lengthUnit: 50, gravity: { x: 0, y: 300 }, allowSleep: false })
  const { circle, spawnBody } = physics
  const a = spawnBody(world, {
    shape: circle(1), x: 0, y: 0, type: 'kinematic', velocity: { x: 0, y: 0, angular: 0 }, sensor: false, bullet: false,
    material: { friction: 1, restitution: 0, density: 1, tangentSpeed: 0, frictionRule: physics.CombineRule.Max }, mass: { mass: 1 },
    motion: { linearDamping: 0, angularDamping: 0, gravityScale: 1, maxSpeed: 0, lockX: 0, lockY: 0, lockRotation: true },
    filter: { category: 1, mask: 1, group: 0 }, oneWay: { x: 0, y: -1 },
  })
  const b = spawnBody(world, { shape: circle(1), x: 9, with: [] })
  const [localA, localB] = [{ x: 0, y: 0 }, { x: 0, y: 0 }]
  const made = [
    physics.distanceJoint(a, b, { localA, localB, spring: { hertz: 1, dampingRatio: 1 }, limit: { lower: 0, upper: 1 } }),
    physics.distanceJoint(a, b, { localA, localB, spring: { stiffness: 1, damping: 1, rest: 1 } }),
    physics.distanceJoint(a, b, { from: localA, to: localB, spring: { hertz: 1, dampingRatio: 1 } }),
    physics.revoluteJoint(a, b, { x: 0, y: 0, limit: { lower: 0, upper: 1 }, motor: { speed: 1, maxTorque: 1 } }),
    physics.revoluteJoint(a, b, { localA, localB, collideConnected: true }),
    physics.prismaticJoint(a, b, { localA, localB, axis: { x: 1, y: 0 }, limit: { lower: 0, upper: 1 }, motor: { speed: 1, maxForce: 1 } }),
    physics.prismaticJoint(a, b, { x: 0, y: 0, axis: { x: 1, y: 0 } }),
    physics.weldJoint(a, b, { x: 0, y: 0 }), physics.weldJoint(a, b, { localA, localB }),
    physics.wheelJoint(a, b, { x: 0, y: 0, axis: { x: 0, y: 1 }, spring: { hertz: 1 }, motor: { speed: 1, maxTorque: 1 } }),
    physics.motorJoint(a, b, { spring: { hertz: 1, maxForce: 1 } }), physics.motorJoint(a, b, { spring: { hertz: 1 }, angularSpring: { hertz: 1 } }),
    physics.motorJoint(a, b, { motor: { maxForce: 1, maxTorque: 1 } }),
    physics.pulleyJoint(a, b, { groundA: { x: 0, y: 9 }, groundB: { x: 9, y: 9 }, ratio: 2 }), physics.gearJoint(1, 2, { ratio: 2 }),
    physics.chain([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }], { loop: true, twoSided: true }),
    physics.createStepper(world, { beforeStep: () => {}, afterStep: () => {} }),
  ]
  expect(made.every((data) => typeof data === 'object')).toBe(true)
})
