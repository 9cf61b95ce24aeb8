import { expect, test } from 'vitest'
import { markPure } from '../../build/mark-pure.ts'

test('calls at the top of a module are marked, those within functions are not', () => {
  const source = 'const a = new Float64Array(3), b = [f(g())];\nfunction h() { return f(); }\nnameBroadPhases({});\n'
  expect(markPure(source)).toBe(
    'const a = /* @__PURE__ */ new Float64Array(3), b = [/* @__PURE__ */ f(/* @__PURE__ */ g())];\n' +
      'function h() { return f(); }\n/* @__PURE__ */ nameBroadPhases({});\n',
  )
})

test.each(['const a = new Float64Array(3);\na.fill(1);', 'for (let i = 0; i < 3; i++) f(i);', '{ new Map(); }'])(
  'a call that is there for its effect is refused: %s',
  (source) => expect(() => markPure(source)).toThrow(/has an effect that bundlers would lose/),
)

test.each([
  ['const A = 1 / 16, B = 2 ** 50, C = A * 3 - 1;', 'const A = 0.0625, B = 1125899906842624, C = (-0.8125);'],
  ['const Kind = { None: 0, Last: 9 };\nconst most = { most: Kind.Last, at: Math.PI };', 'const Kind = { None: 0, Last: 9 };\nconst most = { most: 9, at: 3.141592653589793 };'],
  ['const A = 8;\nconst one = new Float64Array(A * 2);', 'const A = 8;\nconst one = /* @__PURE__ */ new Float64Array(16);'],
])('numbers at the top of a module are computed: %s', (source, folded) => expect(markPure(source)).toBe(folded))

test.each([
  'let a = 1;\nfunction f() { a = 2; return a * 2; }\nconst b = a * 2;',
  'const o = { a: 1 };\nfunction f() { o.a++; }\nconst b = o.a;',
  'const a = 2;\nclass C { x = a * 2; }\nfunction f() { return a * 2; }',
  'const a = 3 ** 40, b = 1 / 0, c = 0 * -1, d = other * 2, e = Math.pow, f = "1" + 2;',
])('what is no number for certain, or is computed later, stays: %s', (source) => expect(markPure(source)).toBe(source))
