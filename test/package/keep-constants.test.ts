import { describe, expect, it } from 'vitest'
import { keepConstants } from '../../build/keep-constants.ts'

describe('keepConstants', () => {
  it('makes constants of arrays, and of nothing else', () => {
    expect(keepConstants('var a = 1, b = new Float64Array(4), c = [], d = Float64Array.of(1, 2), e = new Map();')).toBe(
      'var a = 1;const b = new Float64Array(4);var c = [];const d = Float64Array.of(1, 2);var e = new Map();',
    )
  })

  it('leaves what is replaced anywhere, however that is written', () => {
    const writes = ['a = larger(a)', '[a] = x', '({ k: a } = x)', '({ ...a } = x)', 'for (a of x) ;', '[b, ...[a]] = x', 'b[a = c] = 1', '({ k: a = 1 } = x)']
    for (const write of writes) {
      const source = `var a = new Int32Array(4);\nfunction f(x) { ${write}; }`
      expect(keepConstants(source), write).toBe(source)
    }
  })

  it('sees that a place in an array is no other array', () => {
    expect(keepConstants('var a = new Int32Array(4);\nfunction f() { a[0] = 1; a[1]++; }')).toContain('const a')
  })

  it('leaves declarations within functions and the text around them', () => {
    const source = 'import { x } from "./x.js";\nfunction f() { var a = new Int32Array(4); return a; }\nexport { f };\n//# sourceMappingURL=x\n'
    expect(keepConstants(source)).toBe(source)
  })
})
