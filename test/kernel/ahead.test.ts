import { describe, expect, test } from 'vitest'
import { type ShapeData, box, capsule, chain, circle, hashWorld, polygon } from '../../src/index.ts'
import { ContactFlag } from '../../src/contacts/contact-record.ts'
import { AddressTable, LOOK_AHEAD, UNSEEN } from '../../src/kernel/address-table.ts'
import type { KernelMaker } from '../../src/kernel/kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { Lab } from '../physics/lab.ts'
import { random } from '../support/bowl.ts'

/**
 * Makes a kernel that has every contact looked ahead for. Of what `Kernel.collide` does not list it says that nothing is to
 * come: so a world in which all are looked at closely has to come out as one in which they are not.
 * @param listed Counts those that were listed only because of that, and the others.
 */
function aheadOfAll(listed: { more: number; usual: number }): KernelMaker {
  return (bytes) => {
    const instance = simdKernel(bytes)
    const { buffer, kernel } = instance
    const i32 = new Int32Array(buffer)
    const u8 = new Uint8Array(buffer)
    const collide = (first: number, end: number): number => {
      const active = i32[AddressTable.Active >> 2]! >> 2
      const todo = i32[AddressTable.Todo >> 2]! >> 2
      const list = i32[AddressTable.Ahead >> 2]! >> 2
      const flags = i32[AddressTable.Flags >> 2]!
      const left: number[] = []
      const ahead: number[] = []
      for (let i = first; i < end; i++) {
        const contact = i32[active + i]!
        const unfinished = kernel.collide(i, i + 1) === 1
        const usual = i32[AddressTable.AheadCount >> 2] === 1
        const may = (u8[flags + contact]! & (ContactFlag.Sensor | ContactFlag.Driven)) === 0
        if (usual) listed.usual++
        else if (may) listed.more++
        if (usual || may) ahead.push(contact)
        if (!unfinished) continue
        const before = i32[todo + 1]!
        left.push(contact, may && before !== UNSEEN ? before | LOOK_AHEAD : before)
      }
      i32.set(left, todo)
      i32.set(ahead, list)
      i32[AddressTable.AheadCount >> 2] = ahead.length
      return left.length / 2
    }
    return { ...instance, kernel: { ...kernel, collide } }
  }
}

/** In turn a triangle, a hexagon, a capsule and a box: pairs of them are collided in either order. */
function cornered(i: number, size: number): ShapeData {
  if (i % 4 === 2) return capsule(size, 0.5 * size)
  if (i % 4 === 3) return box(size, 0.4 * size)
  const corners = i % 4 === 0 ? 3 : 6
  return polygon(Array.from({ length: corners }, (_, k) => ({ x: size * Math.cos(2 * Math.PI * k / corners), y: size * Math.sin(2 * Math.PI * k / corners) })))
}

type Ground = 'tiles' | 'chain'

function addGround(lab: Lab, ground: Ground): void {
  if (ground === 'tiles') for (let i = 0; i < 12; i++) lab.add(box(1, 1), 2 * i - 11, -1, { kind: 'static' })
  else lab.add(chain(Array.from({ length: 31 }, (_, i) => ({ x: 15 - i, y: Math.sin(1.3 * i) - 1 }))), 0, 0, { kind: 'static' })
}

/** Bodies that fly through each other's ways in a box with a floor of tiles or a chain, at up to `speed`. */
function crowd(seed: number, speed: number, shape: 'circles' | 'boxes' | 'both' | 'corners', ground: Ground, options: { kernel?: KernelMaker }): Lab {
  const lab = new Lab({ gravity: { x: 0, y: -10 }, restitutionThreshold: 0.5, ...options })
  const next = random(seed)
  addGround(lab, ground)
  for (const side of [-1, 1]) lab.add(box(1, 12), side * 13, 11, { kind: 'static' })
  for (let i = 0; i < 120; i++) {
    const round = shape === 'circles' || (shape === 'both' && next() < 0.5)
    const size = 0.15 + 0.5 * next()
    const form = shape === 'corners' ? cornered(i, size) : round ? circle(size) : box(size, 0.1 + 0.4 * next())
    lab.add(form, (i % 12) * 2 - 11 + 0.4 * next(), 1.5 + Math.floor(i / 12) * 2, {
      vx: speed * (2 * next() - 1), vy: speed * (2 * next() - 1), angular: speed * (2 * next() - 1), angle: 6 * next(),
      material: { restitution: 0.5 * next() },
    })
  }
  return lab
}

describe('of a contact for which the step does not look ahead nothing is to come', () => {
  test.each([
    ['circles', 20, 'tiles'], ['boxes', 20, 'tiles'], ['both', 8, 'tiles'], ['both', 40, 'tiles'], ['corners', 20, 'tiles'],
    ['both', 20, 'chain'], ['corners', 20, 'chain'],
  ] as const)('among %s at %d m/s above %s', (shape, speed, ground) => {
    for (const seed of [1, 2]) {
      const listed = { more: 0, usual: 0 }
      const usual = crowd(seed, speed, shape, ground, {})
      const all = crowd(seed, speed, shape, ground, { kernel: aheadOfAll(listed) })
      for (let step = 0; step < 60; step++) {
        usual.step()
        all.step()
        expect(hashWorld(all.world), `seed ${seed}, step ${step}`).toBe(hashWorld(usual.world))
      }
      expect(listed.more).toBeGreaterThan(1000)
      expect(listed.usual).toBeGreaterThan(50)
    }
  })
})

test('for what flies along a chain the step does not look ahead', () => {
  for (const shape of [circle(0.2), box(0.2, 0.1), capsule(0.2, 0.1)]) {
    const listed = { more: 0, usual: 0 }
    const lab = new Lab({ gravity: { x: 0, y: 0 }, kernel: aheadOfAll(listed) })
    lab.add(chain(Array.from({ length: 31 }, (_, i) => ({ x: 30 - i, y: 30 - i }))), 0, 0, { kind: 'static' })
    // Its way is as steep as the chain, half a meter above it, and within the boxes of its links.
    lab.add(shape, 1 - Math.SQRT1_2 / 2, 1 + Math.SQRT1_2 / 2, { vx: 30, vy: 30 })
    lab.step(30)
    expect(listed.more).toBeGreaterThan(20)
    expect(listed.usual).toBe(0)
  }
})
