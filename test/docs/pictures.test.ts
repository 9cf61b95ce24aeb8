import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawJointPicture } from '../../examples/pictures/draw-picture.ts'
import { jointPictures } from '../../examples/pictures/joint-kinds.ts'
import { JointKind } from '../../src/index.ts'
import { root } from '../support/bundle.ts'

const page = readFileSync(join(root, 'docs/joints.md'), 'utf8')

test('every kind of joint has a picture in its page', () => {
  const kinds = Object.keys(JointKind).filter((name) => name !== 'None').map((name) => name.toLowerCase())
  expect(jointPictures.map(({ kind }) => kind).sort()).toEqual(kinds.sort())
  for (const kind of kinds) expect(page).toContain(`](pictures/joints/${kind}.svg)`)
})

test.each(jointPictures.map((picture) => [picture.kind, picture] as const))('%s: the picture that is checked in shows what is drawn now', (kind, picture) => {
  const drawn = drawJointPicture(picture)
  const kept = readFileSync(join(root, `docs/pictures/joints/${kind}.svg`), 'utf8')
  // The same shapes and words; numbers may differ by what a better solver changes.
  const form = (svg: string): string => svg.replace(/-?\d+(\.\d+)?/g, '0')
  expect(form(drawn)).toBe(form(kept))
  const numbers = (svg: string): number[] => (svg.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
  const [now, then] = [numbers(drawn), numbers(kept)]
  const off = now.map((value, i) => Math.abs(value - then[i]!))
  // Pixels, 50 to the meter.
  expect(Math.max(...off)).toBeLessThan(20)
  // Nothing that was meant to be in the picture has left it, and not everything stands still.
  expect(picture.blueprint.joints.length).toBeGreaterThan(0)
  expect(drawn).not.toContain('NaN')
})
