import { describe, expect, it } from 'vitest'
import { FAILURES } from '../../examples/characters/index.ts'
import { FEET } from '../../examples/characters/lab.ts'
import { OurLab } from '../../examples/characters/our-lab.ts'

describe.each(FAILURES)('known failure $number: $name', ({ measured, most, unit, measure }) => {
  it.each(FEET)(`is none of a %s: ${measured}, at most ${most} ${unit}`, (foot) => {
    expect(measure((gravity) => new OurLab(gravity), foot)).toBeLessThanOrEqual(most)
  })
})

it('has a scene for each of the twenty', () => {
  expect(FAILURES.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})
