import { addComponent, set, setComponent } from 'bitecs'
import { expect, test } from 'vitest'
import { type BroadPhase, type FatBoxes, box, chain, circle, isSleeping, markChanged, quadtree, queryRegion } from '../../src/index.ts'
import { Lab } from '../physics/lab.ts'
import { validate } from '../support/validate.ts'
import { inner } from '../support/inner.ts'

/** The default broad phase, and a log of how it is told of changes and asked. */
function logged(log: string[]) {
  return (boxes: FatBoxes): BroadPhase => {
    const real = quadtree(boxes)
    return {
      name: 'logged',
      add: (item, fixed) => (log.push('add'), real.add(item, fixed)),
      remove: (item) => (log.push('remove'), real.remove(item)),
      update: (item) => (log.push('update'), real.update(item)),
      computePairs: (moved, out) => real.computePairs(moved, out),
      region: (bounds, out) => (log.push('region'), real.region(bounds, out)),
      ray: (ends, out) => real.ray(ends, out),
    }
  }
}

/** How often the broad phase was asked right after a change, so that it had to take that in. */
function turns(log: string[]): number {
  return log.filter((what, i) => what === 'region' && i > 0 && log[i - 1] !== 'region').length
}

const LINKS = 50

function sleepers(log: string[]): { lab: Lab; ball: number } {
  const lab = new Lab({ broadPhase: logged(log) })
  const ball = lab.add(circle(0.4), 4.5, 0.4, { sleeping: true })
  lab.step()
  return { lab, ball }
}

function addHills(lab: Lab): number {
  const points = Array.from({ length: LINKS + 1 }, (_, i) => ({ x: i, y: 0 }))
  return lab.add(chain(points), 0, 0, { kind: 'static', material: { friction: 0.5 }, filter: { category: 2 } })
}

test('a chain is taken in as a whole where bodies sleep: the broad phase is not asked between two links', () => {
  const log: string[] = []
  const { lab, ball } = sleepers(log)
  log.length = 0
  addHills(lab)
  lab.step()
  expect(log.filter((what) => what === 'add').length).toBe(LINKS)
  expect(turns(log)).toBeLessThan(3)
  expect(isSleeping(lab.world, ball)).toBe(false)
  validate(lab.physics)
})

test('a touch on a chain with a material takes no link out of the broad phase', () => {
  const log: string[] = []
  const { lab, ball } = sleepers(log)
  const hills = addHills(lab)
  lab.step(120)
  expect(isSleeping(lab.world, ball)).toBe(true)
  log.length = 0
  lab.c.Material.friction[hills] = 0.25
  markChanged(lab.world, hills)
  lab.step()
  expect(log).not.toContain('remove')
  expect(log).not.toContain('add')
  expect(turns(log)).toBeLessThan(3)
  expect(isSleeping(lab.world, ball)).toBe(false)
  const link = inner(lab.physics).bodies.firstChild[hills]!
  expect(lab.c.Material.friction[link]).toBe(0.25)
  expect(inner(lab.physics).bodies.surface[link * 4]).toBe(0.25)
  validate(lab.physics)
})

test('links follow the filter of their chain, also one that it gets later', () => {
  const lab = new Lab()
  const points = Array.from({ length: 11 }, (_, i) => ({ x: i, y: 0 }))
  const hills = lab.add(chain(points), 0, 0, { kind: 'static' })
  const ball = lab.add(circle(0.4), 4.5, 0.4)
  lab.step(120)
  expect(lab.y(ball)).toBeCloseTo(0.4, 2)
  addComponent(lab.world, hills, set(lab.c.CollisionFilter, { mask: 2 }))
  lab.step(30)
  expect(lab.y(ball)).toBeLessThan(0)
  validate(lab.physics)
})

/** Found by `npm run fuzz -- --seed 31418711 --programs 1`. The box between gave the first chain's handle back, and the second one took it. */
test('a chain that became a box and another chain between two steps has the links of the last one', () => {
  const lab = new Lab()
  const low = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }]
  const hills = lab.add(chain(low), 0, 0, { kind: 'static' })
  lab.step()
  setComponent(lab.world, hills, lab.c.Shape, box(1, 1))
  setComponent(lab.world, hills, lab.c.Shape, chain(low.map(({ x }) => ({ x: x + 10, y: 5 }))))
  expect(queryRegion(lab.world, -1, -1, 3, 1).count).toBe(0)
  expect(queryRegion(lab.world, 9, 4, 13, 6).count).toBe(2)
  const ball = lab.add(circle(0.4), 11.3, 5.5)
  lab.step(60)
  expect(lab.y(ball)).toBeCloseTo(5.4, 2)
  validate(lab.physics)
})
