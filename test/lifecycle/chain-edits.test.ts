import { addComponent, set } from 'bitecs'
import { expect, test } from 'vitest'
import { type BroadPhase, type FatBoxes, chain, circle, isSleeping, markChanged, quadtree } from '../../src/index.ts'
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
      region: (box, out) => (log.push('region'), real.region(box, out)),
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
