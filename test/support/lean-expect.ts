/**
 * Each `expect` of Vitest copies all that it knows of the test, to count itself: 9 of 16 µs, and tests that look at each step
 * of a hundred bodies make a million of them. Here it finds what it knows in a prototype, and copies its count alone.
 */
import { beforeEach, expect } from 'vitest'

/** Where `@vitest/expect` keeps it; what is not there stays as it is. */
const states = (globalThis as { [key: symbol]: unknown })[Symbol.for('matchers-object')]

beforeEach(() => {
  if (!(states instanceof WeakMap)) return
  const known = {}
  for (let state: unknown = states.get(expect); state instanceof Object && state !== Object.prototype; state = Object.getPrototypeOf(state)) {
    Object.defineProperties(known, { ...Object.getOwnPropertyDescriptors(state), ...Object.getOwnPropertyDescriptors(known) })
  }
  states.set(expect, Object.create(known))
})
