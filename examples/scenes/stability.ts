import { cos, sin } from '../../src/math/rotation.ts'
import { EARTH_GRAVITY, boxShape, floor, viewOf } from './parts.ts'
import { defineScene, type BodyData } from './types.ts'

export const tower = defineScene({
  name: 'tower',
  title: 'Towers without sleep',
  category: 'Stacks',
  description: 'Towers of 5, 10, 20 and 30 boxes that may not fall asleep. In many engines a tall tower leans a little '
    + 'more every second, and only sleep hides it.',
  lookFor: 'Let it run: up to 20 boxes the tops stay over the feet for good. The tower of 30 leans after half a minute, '
    + 'when what floats round off has grown in it.',
}, ({ count = 20 }) => {
  const bodies: BodyData[] = [floor(0, 0, 22, 1)]
  for (const [column, height] of [5, 10, count, 30].entries()) {
    for (let row = 0; row < height; row++) bodies.push({ x: (column - 1.5) * 7, y: row + 0.5, shape: boxShape(0.5) })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-22, -1, 22, 31, 0.04), settings: { allowSleep: false } }
})

/** Half the length and half the thickness of a card, and how far it leans. */
const CARD = 0.5
const CARD_THICKNESS = 0.02
const LEAN = 0.44

export const cardHouse = defineScene({
  name: 'card-house',
  title: 'House of cards',
  category: 'Stacks',
  description: 'Slender cards that lean on each other in five storeys, held by nothing but friction at their edges.',
  lookFor: 'It stands, and it sleeps. Take out one card.',
}, ({ base = 5 }) => {
  const bodies: BodyData[] = [{ ...floor(0, 0, 6, 0.5), friction: 0.8 }]
  // The corners of two cards that lean on each other meet over the middle of their feet.
  const reach = CARD * sin(LEAN) + CARD_THICKNESS * cos(LEAN)
  const rise = CARD * cos(LEAN) + CARD_THICKNESS * sin(LEAN)
  const pitch = 4 * reach
  const card = (x: number, y: number, angle: number, half: number): BodyData => (
    { x, y, angle, shape: boxShape(CARD_THICKNESS, half), friction: 0.8 }
  )
  for (let storey = 0; storey < base; storey++) {
    const bottom = storey * 2 * (rise + CARD_THICKNESS)
    const tents = base - storey
    for (let k = 0; k < tents; k++) {
      const x = (k - (tents - 1) / 2) * pitch
      bodies.push(card(x - reach, bottom + rise, -LEAN, CARD), card(x + reach, bottom + rise, LEAN, CARD))
      if (k + 1 < tents) bodies.push(card(x + pitch / 2, bottom + 2 * rise + CARD_THICKNESS, Math.PI / 2, pitch / 2 - 0.002))
    }
  }
  const half = (base * pitch) / 2
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-half, -0.2, half, base * 2 * rise + 0.2, 0.08) }
})

export const heavyTop = defineScene({
  name: 'heavy-top',
  title: 'Heavy on light',
  category: 'Stacks',
  description: 'Stacks of nine light boxes under one that is 1, 10, 50 and 100 times as heavy. A solver that works '
    + 'its way from contact to contact hardly hears of the weight below.',
  lookFor: 'The lowest boxes are not squeezed into the floor, and the stacks stay upright. '
    + 'Show the contacts to see how deep they go.',
}, () => {
  const bodies: BodyData[] = [floor(0, 0, 14, 1)]
  for (const [column, density] of [1, 10, 50, 100].entries()) {
    const x = (column - 1.5) * 6
    for (let row = 0; row < 9; row++) bodies.push({ x, y: row + 0.5, shape: boxShape(0.5) })
    bodies.push({ x, y: 9.5, shape: boxShape(0.5), density })
  }
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-14, -1, 14, 12, 0.04), settings: { allowSleep: false } }
})
