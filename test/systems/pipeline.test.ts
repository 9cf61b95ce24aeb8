import { describe, expect, test } from 'vitest'
import { type System, createPipeline, hashWorld } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

const nothing = (name: string, perSubstep?: boolean): System => ({ name, run() {}, ...(perSubstep === undefined ? {} : { perSubstep }) })

/** The stages by name; what is no stage is a system of the user, per substep where it begins with '~'. */
function list(names: string): System[] {
  const stages = createPipeline()
  return names.split(' ').map((name) => (
    stages.find((stage) => stage.name === name) ?? nothing(name, name.startsWith('~'))
  ))
}

function falling(systems: System[], options = {}): TestWorld {
  const t = new TestWorld({ gravity: { x: 0, y: -10 }, ...options })
  t.ball(0, 0)
  t.physics.systems.splice(0, 99, ...systems)
  return t
}

describe('a list of systems', () => {
  test.each([
    ['UpdateAABBs BroadPhase NarrowPhase PrepareSolve Resolve Mine Integrate FinishSolve', /'Mine' runs once a step.*perSubstep: true/],
    ['UpdateAABBs BroadPhase NarrowPhase PrepareSolve ~A Mine Resolve Integrate FinishSolve', /'Mine' runs once a step/],
    ['UpdateAABBs BroadPhase ~A NarrowPhase PrepareSolve Resolve Integrate FinishSolve', /'~A' is perSubstep and stands apart/],
    ['UpdateAABBs BroadPhase NarrowPhase PrepareSolve Resolve Integrate FinishSolve ~A', /'~A' is perSubstep and stands apart/],
    ['UpdateAABBs BroadPhase NarrowPhase PrepareSolve Resolve Integrate Mine ~A FinishSolve', /'~A' is perSubstep and stands apart/],
    ['UpdateAABBs BroadPhase NarrowPhase Resolve Integrate FinishSolve', /PrepareSolve is missing/],
    ['UpdateAABBs BroadPhase NarrowPhase PrepareSolve Resolve Integrate', /FinishSolve is missing/],
    ['UpdateAABBs NarrowPhase BroadPhase PrepareSolve Resolve Integrate FinishSolve', /NarrowPhase comes before BroadPhase/],
    ['UpdateAABBs BroadPhase NarrowPhase PrepareSolve Integrate Resolve FinishSolve', /Integrate comes before Resolve/],
    ['UpdateAABBs BroadPhase NarrowPhase PrepareSolve Resolve Resolve Integrate FinishSolve', /Resolve stands in it twice/],
    ['UpdateAABBs BroadPhase NarrowPhase PrepareSolve Resolve Integrate FinishSolve UpdateAABBs', /UpdateAABBs stands in it twice/],
    ['Mine', /UpdateAABBs is missing/],
  ])('%s is refused', (names, message) => {
    const t = falling(list(names))
    const before = hashWorld(t.world)
    expect(() => t.step()).toThrow(message)
    expect(() => t.step()).toThrow(/physics\.systems cannot work.*createPipeline\(\)/)
    expect(hashWorld(t.world)).toBe(before)
    t.physics.systems.splice(0, 99, ...createPipeline())
    t.step(60)
    expect(t.components.Position.y[1]).toBeCloseTo(-5 * (1 + 1 / 240), 9)
  })

  test('a stage that lost its perSubstep is refused', () => {
    const systems = createPipeline().map((system) => (system.name === 'Integrate' ? { name: 'Integrate', run: system.run } : system))
    expect(() => falling(systems).step()).toThrow(/perSubstep of Integrate was changed/)
  })

  test('systems of the user may stand everywhere else, and change nothing by being there', () => {
    const t = falling(list('A UpdateAABBs B BroadPhase C NarrowPhase D PrepareSolve E ~F Resolve ~G Integrate ~H I FinishSolve J'))
    const plain = falling(createPipeline())
    t.step(60)
    plain.step(60)
    expect(hashWorld(t.world)).toBe(hashWorld(plain.world))
    // ½ g t (t + h) with substeps h.
    expect(t.components.Position.y[1]).toBeCloseTo(-5 * (1 + 1 / 240), 9)
  })

  test('one that is changed in a step counts from the next one on', () => {
    const t = falling(createPipeline())
    const seen: string[] = []
    const late: System = { name: 'Late', perSubstep: true, run: () => seen.push('late') }
    t.physics.systems.unshift({ name: 'Change', run: () => {
      seen.push('step')
      if (seen.length === 1) t.physics.systems.splice(6, 0, late)
    } })
    t.step()
    expect(seen).toEqual(['step'])
    t.step()
    expect(seen).toEqual(['step', 'step', 'late', 'late', 'late', 'late'])
  })
})

describe('the number of substeps is taken when solving begins', () => {
  test.each([[1], [3], [64]])('%i, set between two substeps, hold from the next step on', (wanted) => {
    const t = falling(createPipeline())
    let calls = 0
    t.physics.systems.splice(5, 0, { name: 'Raise', perSubstep: true, run: () => {
      calls++
      t.physics.settings.substeps = wanted
    } })
    t.step()
    expect(calls).toBe(4)
    expect(t.components.Position.y[1]).toBeCloseTo(-5 / 60 * (1 / 60 + 1 / 240), 12)
    t.step()
    expect(calls).toBe(4 + wanted)
  })

  test('and what a system of the step made of it, if that can be used', () => {
    const t = falling(createPipeline())
    let calls = 0
    const settings = [8, 0, 2]
    t.physics.systems.unshift({ name: 'Set', run: () => void (t.physics.settings.substeps = settings.shift()!) })
    t.physics.systems.splice(6, 0, { name: 'Count', perSubstep: true, run: () => void calls++ })
    t.step()
    expect(calls).toBe(8)
    const before = hashWorld(t.world)
    expect(() => t.step()).toThrow(/substeps must be a whole number/)
    expect([calls, hashWorld(t.world)]).toEqual([8, before])
    t.physics.settings.substeps = 4
    t.step()
    expect(calls).toBe(10)
  })
})
