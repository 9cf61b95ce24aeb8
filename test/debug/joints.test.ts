import { addComponent, addComponents, removeEntity } from 'bitecs'
import { expect, test } from 'vitest'
import { DebugLabel, debugColors, debugText, rgba } from '../../src/debug/index.ts'
import {
  box, distanceJoint, filterJoint, gearJoint, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { JointWorld } from '../joints/joint-world.ts'
import { NOTHING, colorsOf, drawingOf, listOf } from './drawing.ts'

const OPTIONS = { ...NOTHING, joints: true, markSize: 1, arcs: 4 }

/** Two bodies at (0, 0) and (4, 0) of which the first is static; no gravity. */
function pair(): { t: JointWorld; a: number; b: number } {
  const t = new JointWorld({ gravity: { x: 0, y: 0 } })
  const a = t.add(box(0.5, 0.5), 0, 0, t.components.Static)
  const b = t.add(box(0.5, 0.5), 4, 0)
  return { t, a, b }
}

/** The lines of a color, rounded. */
function linesOf(t: JointWorld, color?: number): string[] {
  const { lines } = drawingOf(t, OPTIONS)
  const colors = colorsOf(lines)
  return listOf(lines).filter((_, i) => color === undefined || colors[i] === color)
    .map((row) => row.map((n) => (Math.round(n * 1e4) + 0) / 1e4 + 0).join(' '))
}

const idle = debugColors.loads[0]!
const { limit, jointArm, jointIdle } = debugColors

test('a rod is a line between its anchors; a rope has ticks where it ends; a spring is a zigzag', () => {
  const { t, a, b } = pair()
  const rod = t.joint(distanceJoint(a, b))
  t.step()
  expect(linesOf(t)).toEqual(['0 0 4 0'])
  expect(listOf(drawingOf(t, OPTIONS).points)).toEqual([[0, 0], [4, 0]])
  removeEntity(t.world, rod)
  t.joint(distanceJoint(a, b, { limit: { lower: 1, upper: 6 } }))
  t.step()
  expect(linesOf(t, limit)).toEqual(['1 0.5 1 -0.5', '6 0.5 6 -0.5'])
  expect(linesOf(t, idle)).toEqual(['0 0 4 0'])
})

test('a spring is a zigzag from anchor to anchor', () => {
  const { t, a, b } = pair()
  t.joint(distanceJoint(a, b, { spring: { hertz: 1 } }))
  t.step()
  const lines = linesOf(t)
  expect(lines.length).toBe(8)
  expect([lines[0]!.startsWith('0 0 '), lines[7]!.endsWith(' 4 0')]).toEqual([true, true])
})

test('a hinge is a ring with a hand, the angles of its limits, and arms to what moves', () => {
  const { t, a, b } = pair()
  t.joint(revoluteJoint(a, b, { x: 2, y: 0, limit: { lower: -Math.PI / 2, upper: Math.PI / 2 } }))
  t.step()
  expect(linesOf(t, limit)).toEqual(['2 0 2 -2', '2 0 2 2'])
  expect(linesOf(t, idle)).toEqual(['2.5 0 2 0.5', '2 0.5 1.5 0', '1.5 0 2 -0.5', '2 -0.5 2.5 0', '2 0 3 0'])
  expect(linesOf(t, jointArm)).toEqual(['2 0 4 0'])
})

test('a slide is a rail with ends and a square; a wheel a rail and two rings', () => {
  const { t, a, b } = pair()
  const slide = t.joint(prismaticJoint(a, b, { x: 0, y: 0, axis: { x: 1, y: 0 }, limit: { lower: -1, upper: 5 } }))
  t.step()
  expect(linesOf(t, jointArm)).toEqual(['-1 0 5 0'])
  expect(linesOf(t, limit).length).toBe(2)
  expect(linesOf(t, idle)).toContain('0 0 0 0')
  expect(linesOf(t, idle).length).toBe(5)
  removeEntity(t.world, slide)
  t.joint(wheelJoint(a, b, { x: 4, y: 0, axis: { x: 0, y: 1 } }))
  t.step()
  expect(linesOf(t, jointArm)).toEqual(['4 -4 4 4'])
  expect(linesOf(t, idle).length).toBe(1 + 4 + 4)
})

test('a weld is a square with arms, a motor shows where it drives, a filter is a faint line', () => {
  const { t, a, b } = pair()
  const weld = t.joint(weldJoint(a, b, { x: 2, y: 0 }))
  t.step()
  expect(linesOf(t, idle)).toEqual(['1.5 -0.5 2.5 -0.5', '2.5 -0.5 2.5 0.5', '2.5 0.5 1.5 0.5', '1.5 0.5 1.5 -0.5'])
  expect(linesOf(t, jointArm)).toEqual(['2 0 4 0'])
  removeEntity(t.world, weld)
  const motor = t.joint(motorJoint(a, b, { x: 4, y: 0, motor: { x: 0, y: 5, maxForce: 1e-9 } }))
  t.step()
  expect(linesOf(t, idle)[1]).toBe('4 0 4 0.5')
  removeEntity(t.world, motor)
  t.joint(filterJoint(a, b))
  t.step()
  expect(linesOf(t, jointIdle)).toEqual(['0 0 4 0'])
})

test('a pulley is its rope over two wheels; a gear a line between two hinges', () => {
  const { t, a, b } = pair()
  const c = t.add(box(0.5, 0.5), 8, 0)
  const pulley = t.joint(pulleyJoint(b, c, { groundA: { x: 4, y: 3 }, groundB: { x: 8, y: 3 } }))
  t.step()
  expect(linesOf(t, idle).slice(0, 3)).toEqual(['4 0 4 3', '4 3 8 3', '8 3 8 0'])
  expect(linesOf(t, idle).length).toBe(3 + 8)
  removeEntity(t.world, pulley)
  const one = t.joint(revoluteJoint(a, b))
  const two = t.joint(revoluteJoint(a, c))
  const gear = t.joint(gearJoint(one, two))
  t.step()
  expect(linesOf(t, idle)).toContain('4 0 8 0')
  const { labels } = drawingOf(t, { ...OPTIONS, ids: true })
  const ids = Array.from({ length: labels.count }, (_, i) => debugText(labels, i))
  expect(ids).toEqual(['1', '2', '3', `J${one}`, `J${two}`, `J${gear}`])
  expect(labels.codes[3]).toBe(DebugLabel.Joint)
})

test('joints are colored by what they carry: beside what breaks them, or beside the largest force', () => {
  const t = new JointWorld({ allowSleep: false })
  const ground = t.add(box(0.5, 0.5), 0, 5, t.components.Static)
  const hang = (x: number, mass: number, breakForce?: number) =>
    t.joint(distanceJoint(ground, t.heavy(box(0.2, 0.2), x, 2, mass), { from: { x, y: 5 }, ...(breakForce && { breakForce }) }))
  hang(0, 1)
  hang(2, 100)
  hang(4, 100, 1001)
  t.step(60)
  const loads = Array.from({ length: 8 }, (_, i) => rgba(i, 0, 0))
  const draw = (options: object) => drawingOf(t, { ...OPTIONS, numbers: true, colors: { loads }, ...options })
  // 10 N of 1,000 is a tenth in the root; the others are at the end of their scales.
  expect(colorsOf(draw({}).lines)).toEqual([loads[0], loads[7], loads[7]])
  expect(colorsOf(draw({ fullLoad: 10_000 }).lines)).toEqual([loads[0], loads[2], loads[7]])
  const { labels, mostLoad } = draw({})
  expect(mostLoad).toBeCloseTo(1000, 1)
  expect(Array.from({ length: 3 }, (_, i) => debugText(labels, i))).toEqual(['10 N', '1000 N', '1000 N'])
})

test('joints that no step has seen, and those that are off, are drawn as idle; those without bodies are not', () => {
  const { t, a, b } = pair()
  t.step()
  const joint = t.joint(distanceJoint(a, b))
  expect(linesOf(t, jointIdle)).toEqual(['0 0 4 0'])
  t.step()
  expect(linesOf(t, idle)).toEqual(['0 0 4 0'])
  addComponent(t.world, joint, t.components.Disabled)
  t.step()
  expect(linesOf(t, jointIdle)).toEqual(['0 0 4 0'])
  addComponents(t.world, b, t.components.Disabled)
  expect(linesOf(t)).toEqual([])
  t.step()
  expect(linesOf(t)).toEqual([])
})
