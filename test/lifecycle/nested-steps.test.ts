import { expect, test } from 'vitest'
import { createSnapshots, hashWorld, box, quadtree, wake, type BroadPhase, type BroadPhaseFactory, type Physics } from '../../src/index.ts'
import { buildScene, type BuiltScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { inner } from '../support/inner.ts'
import { TestWorld } from '../support/worlds.ts'

const SCENES = [
  ['bouncy-mixed', 60], ['bullets', 60], ['mixed-shapes', 30], ['one-way', 60], ['elevators', 40], ['platformer', 40], ['blast', 10],
] as const

/** Steps worlds of many kinds in turns, whenever the world that is looked at asks its user. */
function others(): () => void {
  const worlds: BuiltScene[] = ['bullets', 'bouncy-mixed', 'elevators', 'one-way'].map((name) => buildScene(findScene(name)!.create({ count: 60 })))
  // A crowd on one spot.
  const crowd = new TestWorld()
  for (let i = 0; i < 60; i++) crowd.ball(0, 0)
  let calls = 0
  let busy = false
  return () => {
    if (busy || calls++ % 13 !== 0) return
    busy = true
    const place = (calls / 13 | 0) % (worlds.length + 1)
    if (place < worlds.length) worlds[place]!.step()
    else crowd.step()
    busy = false
  }
}

function ask(physics: Physics, act: () => void): void {
  const answer = () => {
    act()
    return true
  }
  physics.hooks.filterPair = answer
  physics.hooks.preSolve = (contact) => {
    const before = Object.values(contact).join()
    act()
    if (Object.values(contact).join() !== before) throw new Error(`${before} became ${Object.values(contact).join()} within the hook`)
    return true
  }
}

/** A broad phase of the user, which does something else in between. */
function interrupted(act: () => void): BroadPhaseFactory {
  return (boxes) => {
    const made = quadtree(boxes)
    const one: BroadPhase = {
      name: 'interrupted',
      add: (item, fixed) => made.add(item, fixed),
      remove: (item) => made.remove(item),
      update: (item) => made.update(item),
      computePairs(moved, out) {
        act()
        made.computePairs(moved, out)
        act()
      },
      region(region, out) {
        act()
        made.region(region, out)
        act()
      },
      ray: (ends, out) => made.ray(ends, out),
    }
    return one
  }
}

function play(built: BuiltScene, steps: number): number[] {
  return Array.from({ length: steps }, () => {
    built.step()
    return hashWorld(built.world)
  })
}

test.each(SCENES)('other worlds that are stepped by the hooks, systems and broad phase of one change nothing in it: %s', (name, steps) => {
  const make = (act: () => void) => {
    const built = buildScene(findScene(name)!.create({ count: 60 }), { broadPhase: interrupted(act) })
    ask(built.physics, act)
    for (let i = built.physics.systems.length; i >= 0; i--) {
      // Resolve and Integrate run once a substep, and so does what stands between them.
      built.physics.systems.splice(i, 0, { name: `between ${i}`, run: act, perSubstep: i === 5 })
    }
    return play(built, steps)
  }
  expect(make(others())).toEqual(make(() => {}))
})

/** A ball that touches the ground, and two bodies that were made asleep, one in the other. The hook wakes one of them. */
function sleepers() {
  const t = new TestWorld({ capacity: 16 })
  t.addGround()
  t.ball(10, 0.49)
  const [one, two] = [0, 0.8].map((x) => t.add(box(0.5, 0.5), x, 0.49, t.components.Sleeping)) as [number, number]
  const { woken, contacts } = inner(t.physics).collision
  t.physics.hooks.preSolve = () => {
    wake(t.world, one)
    return true
  }
  return { t, one, woken, met: () => contacts.find(one, two) !== 0 }
}

test('what a hook wakes meets its neighbors in the same step, whatever left the queue before and however large that is', () => {
  for (let holes = 0; holes < 70; holes++) {
    const { t, one, woken, met } = sleepers()
    t.physics.systems.splice(2, 0, {
      name: 'Holes',
      run() {
        for (let i = 0; i < holes; i++) {
          woken.add(one)
          woken.remove(one)
        }
      },
    })
    t.step()
    expect([holes, met()]).toEqual([holes, true])
  }
})

test('a restored world in which a hook wakes bodies goes on as it went on, whatever the capacities of its queues', () => {
  const went = (capacity: number) => {
    const { t, woken } = sleepers()
    const { preSolve } = t.physics.hooks
    t.physics.hooks.preSolve = () => true
    const snapshots = createSnapshots(t.world)
    t.step(2)
    snapshots.save()
    if (capacity > 0) {
      t.step(3)
      // What grows while the world goes on stays so large when it is restored.
      for (let id = 0; id < capacity; id++) t.ball(100 + 3 * id, 5)
      t.step(3)
      snapshots.restore()
      woken.items = new Uint32Array(Math.max(capacity, woken.count))
    }
    t.physics.hooks.preSolve = preSolve
    return Array.from({ length: 20 }, () => {
      t.step()
      return hashWorld(t.world)
    })
  }
  const straight = went(0)
  for (const capacity of [1, 2, 3, 5, 8, 16, 33, 64, 200]) expect(went(capacity)).toEqual(straight)
})
