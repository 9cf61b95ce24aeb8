import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { diffWorlds } from '../../src/index.ts'
import { JOINT_STRIDE } from '../../src/joints/joint-record.ts'
import { makeSnapshots } from '../../src/snapshots/snapshots.ts'
import type { StateArray } from '../../src/stores/state-list.ts'
import { inner } from '../support/inner.ts'

/** What may differ between runs that go on alike, and what is looked at by pair, by joint or in turn, and not by place: see `diff.ts`. */
const LEFT_OUT = /^(drawn|joints|collision|foresight|polygons|paths|sleep|lifecycle)\.|^contacts\.|^entity\.((islands|unseen|contacts|joints)\.|bodies\.way$)/

const BY_PAIR: readonly [column: string, stride: number, name: (place: number) => string][] = [
  ['impulse', 4, (i) => ['normalImpulse', 'tangentImpulse', 'normalImpulse of the second point', 'tangentImpulse of the second point'][i]!],
  ['manifold', 8, (i) => ['normalX', 'normalY', 'x0', 'y0', 'separation0', 'x1', 'y1', 'separation1'][i]!],
  ['feature', 2, (i) => `feature${i}`],
  ['known', 8, (i) => `known${i}`],
  ['rolling', 1, () => 'rollingImpulse'],
  ['approach', 1, () => 'approachSpeed'],
  ['foreseen', 1, () => 'foreseen'],
]

function pair(name: string) {
  const scene = findScene(name)!.create({ count: 20 })
  const [one, two] = [buildScene(scene), buildScene(scene)]
  // Ragdolls fall one after the other.
  for (let i = 0; i < (name === 'ragdolls' ? 300 : 150); i++) {
    one.step()
    two.step()
  }
  expect(diffWorlds(one.world, two.world)).toBeNull()
  return { one, two }
}

/** Writes another number to a place of an array while `look` runs. */
function mutate(array: { [at: number]: number }, at: number, look: (now: number, then: number) => void): void {
  const old = array[at]!
  array[at] = old + 1
  if (Object.is(array[at], old)) array[at] = old === 7 ? 8 : 7
  try {
    look(array[at], old)
  } finally {
    array[at] = old
  }
}

describe.each(['ragdolls', 'mixed-shapes', 'bouncy-mixed'])('diffWorlds of %s', (name) => {
  it('names each element that is changed, of whichever column, and its entity', () => {
    const { one, two } = pair(name)
    const arrays = makeSnapshots(two.world, {}, 'test').context.list.arrays
      .filter((each) => !LEFT_OUT.test(each.name) && lengthOf(each) > each.stride)
    expect(arrays.length).toBeGreaterThan(50)
    // Each column once, and then any places of any of them.
    const look = (array: StateArray, part: number): void => {
      const { owner, key, stride } = array
      const isByEntity = array.name.startsWith('entity.')
      const first = isByEntity ? stride : 0
      const at = Math.min(lengthOf(array) - 1, first + Math.floor(part * (lengthOf(array) - first)))
      mutate(owner[key] as { [at: number]: number }, at, (now, then) => {
        const found = diffWorlds(one.world, two.world)
        const place = isByEntity ? (stride === 1 ? '' : `[${at % stride}]`) : `[${at}]`
        expect(found, array.name).toMatchObject({
          column: `${array.name.replace(/^entity\./, '')}${place}`, entity: isByEntity ? Math.floor(at / stride) : 0, other: 0, a: then, b: now,
        })
      })
    }
    arrays.forEach((array, i) => look(array, (i * 0.618) % 1))
    fc.assert(fc.property(fc.constantFrom(...arrays), fc.double({ min: 0, max: 1, noNaN: true }), look), { numRuns: 60 })
    expect(diffWorlds(one.world, two.world)).toBeNull()
  })

  it('names each number of a contact that decides what comes, and its pair', () => {
    const { one, two } = pair(name)
    const { contacts } = inner(two.physics).collision
    const touching = Array.from({ length: contacts.highest }, (_, i) => i + 1).filter((each) => contacts.b[each] !== 0 && contacts.pointCount[each]! > 0 && (contacts.flags[each]! & 2) === 0)
    expect(touching.length).toBeGreaterThan(3)
    // There is room for it when there is something to be kept.
    contacts.rolls.set(touching[0]!, 1, contacts.approach.length)
    contacts.rolls.set(touching[0]!, 0, contacts.approach.length)
    const arrayOf = (column: string): Float32Array => (column === 'rolling' ? Reflect.get(contacts.rolls, column) : contacts[column as 'impulse'])
    fc.assert(fc.property(fc.constantFrom(...touching), fc.constantFrom(...BY_PAIR), fc.double({ min: 0, max: 1, noNaN: true }), (contact, [column, stride, nameOf], part) => {
      const points = contacts.pointCount[contact]!
      const isUnknown = Number.isNaN(contacts.known[contact * 8]!)
      // Of one point the places of the other mean nothing; and of what is to be made anew only that.
      const used = { impulse: 2 * points, manifold: 2 + 3 * points, feature: points, known: isUnknown ? 1 : 6 + points }[column] ?? stride
      const place = Math.min(used - 1, Math.floor(part * used))
      mutate(arrayOf(column), contact * stride + place, () => {
        expect(diffWorlds(one.world, two.world)).toMatchObject({ entity: contacts.a[contact], other: contacts.b[contact], column: `contact.${nameOf(place)}` })
      })
    }), { numRuns: 60 })
    expect(diffWorlds(one.world, two.world)).toBeNull()
  })
})

it('names each number of a joint that decides what comes, and its entity', () => {
  const { one, two } = pair('ragdolls')
  const { joints } = inner(two.physics)
  const places = Array.from({ length: joints.count }, (_, i) => joints.order[i]!)
  fc.assert(fc.property(fc.constantFrom(...places), fc.constantFrom('record', 'on', 'driven', 'a', 'b'), fc.nat({ max: JOINT_STRIDE - 1 }), (place, key, k) => {
    const at = key === 'record' ? place * JOINT_STRIDE + k : place
    mutate(joints[key as 'on'], at, () => {
      const found = diffWorlds(one.world, two.world)
      // What hangs in the lists of its bodies is found by their ends.
      expect(found).toMatchObject({ entity: joints.entity[place], column: key === 'record' ? `joint.record[${k}]` : `joint.${key}` })
    })
  }), { numRuns: 100 })
  expect(diffWorlds(one.world, two.world)).toBeNull()
})

function lengthOf({ owner, key, stride, extent }: StateArray): number {
  return Math.min(extent.used() * stride, (owner[key] as { length: number }).length)
}
