import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { ContactFlag } from '../../src/contacts/contact-record.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { randomCase } from '../kernel/random-case.ts'

test.each([['SIMD', simdKernel], ['plain', plainKernel]])('%s: islands are what can be reached through contacts that hold', (_, maker) => {
  let largest = 0
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 2, max: 60 }), fc.nat(120), fc.boolean(), (seed, colliders, count, hub) => {
    const memory = new KernelMemory(maker)
    const { bodies, contacts, islands } = randomCase({ seed, colliders, contacts: count, hub }, memory)
    memory.kernel.findIslands(bodies.awakeCount, contacts.activeCount)
    const near = new Map<number, number[]>([...bodies.awake.subarray(0, bodies.awakeCount)].map((body) => [body, []]))
    const holds = (body: number): boolean => bodies.kind[body] === BodyKind.Dynamic && near.has(body)
    for (const contact of contacts.active.subarray(0, contacts.activeCount)) {
      const [a, b] = [bodies.bodyOf[contacts.a[contact]!]!, bodies.bodyOf[contacts.b[contact]!]!]
      if (contacts.pointCount[contact] === 0 || (contacts.flags[contact]! & ContactFlag.Unsolved) !== 0 || !holds(a) || !holds(b)) continue
      near.get(a)!.push(b)
      near.get(b)!.push(a)
    }
    for (const body of near.keys()) {
      const reached = new Set([body])
      for (const one of reached) for (const other of near.get(one)!) reached.add(other)
      const root = Math.min(...reached)
      expect(islands.find(body)).toBe(root)
      expect(islands.size[root]).toBe(reached.size)
      largest = Math.max(largest, reached.size)
    }
  }), { numRuns: 100 })
  expect(largest).toBeGreaterThan(10)
})
