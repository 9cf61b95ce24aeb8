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
