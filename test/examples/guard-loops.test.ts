import { afterEach, expect, test, vi } from 'vitest'
import { Allowance, GUARD } from '../../site/runner/allowance.ts'
import { guardLoops } from '../../site/runner/guard-loops.ts'

/** Runs the body of a function, guarded, and gives what it returns. */
function run(body: string, mayGoOn: () => void): unknown {
  return new Function(GUARD, guardLoops(body))(mayGoOn)
}

const programs: Record<string, { body: string; result: unknown; asked: number }> = {
  'a loop with a block': { body: 'let n = 0; for (let i = 0; i < 5; i++) { n += i }\nreturn n', result: 10, asked: 5 },
  'loops without blocks, in each other': { body: 'let n = 0\nfor (const a of [1, 2]) for (const b in [7, 8]) if (b > 0) n += a; else while (n % 2) n++\nreturn n', result: 4, asked: 7 },
  'do, with a comment before its body': { body: 'let n = 0\ndo /* c */ n++\nwhile (n < 3)\nreturn n', result: 3, asked: 3 },
  'empty bodies': { body: 'let n = 0; while (n++ < 3);\nfor (; n < 9; n++) {}\nreturn n', result: 9, asked: 3 + 5 },
  'labels': { body: 'let n = 0\na: for (;;) for (;;) { if (++n < 4) continue a; break a }\nreturn n', result: 4, asked: 8 },
  'an arrow that ends where the loop does': { body: 'let f, i = 0\nwhile (i++ < 2) f = (x) => x + i\nreturn f(1)', result: 4, asked: 3 },
  'arrows that give objects and arrows': { body: 'const f = (a) => (b) => ({ c: a + b })\nreturn f(1)(2).c', result: 3, asked: 2 },
  'arrows as defaults, and in a choice': { body: 'const f = ({ g = () => 2 }) => g() > 1 ? () => 1 : () => 2\nreturn f({})()', result: 1, asked: 3 },
  'functions, methods, getters, constructors': {
    body: 'class A { v = 1 }\nclass B extends A { constructor() { super(); this.v++ } get w() { return this.v } m() { return this.w } static s() { return 1 } }\nfunction* g() { yield new B().m() }\nreturn [...g()][0] + B.s() + { m() { return 1 } }.m()',
    result: 4, asked: 6,
  },
  'what a loop does after it': { body: 'let n = 0\nfor (;;) try { if (++n > 2) break } catch {} finally { n += 0 }\nreturn n', result: 3, asked: 3 },
}

test.each(Object.entries(programs))('%s: does what it does without, and asks in every turn', (_, { body, result, asked }) => {
  let questions = 0
  expect(run(body, () => { questions++ })).toBe(result)
  expect(questions).toBe(asked)
  expect(new Function(body)()).toBe(result)
  expect(guardLoops(body).split('\n')).toHaveLength(body.split('\n').length)
})

test('what cannot be read is left as it is', () => {
  for (const body of ['for (;;', 'while () {}', 'const a = = 3\nfor (;;) {}']) expect(guardLoops(body)).toBe(body)
})

afterEach(() => { vi.restoreAllMocks() })

test('its seconds in one go are all there is; the next go has its own; once over, it stays over', () => {
  let now = 5000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const allowance = new Allowance(1)
  const askOften = (): void => { for (let i = 0; i < 100; i++) allowance.ask() }
  askOften()
  for (let go = 0; go < 3; go++) {
    allowance.begin()
    now += 999
    expect(askOften).not.toThrow()
  }
  now += 2
  expect(askOften).toThrow('It was stopped: for 1 s')
  allowance.begin()
  expect(allowance.ask).toThrow('It was stopped')
})

test('endless loops end, even those that catch what is thrown', () => {
  const endless = ['for (;;);', 'while (true) { try { while (true) {} } catch {} }', 'const f = (n) => n === 0 ? 0 : f(n - 1) + f(n - 1)\nf(60)', 'function* g() { while (true) yield 1 }\n[...g()]']
  let now = 0
  // A clock that runs on with every look at it.
  vi.spyOn(performance, 'now').mockImplementation(() => now++)
  for (const body of endless) {
    const allowance = new Allowance(1)
    allowance.begin()
    expect(() => run(body, allowance.ask), body).toThrow('It was stopped')
  }
})
