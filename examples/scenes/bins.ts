import { EARTH_GRAVITY, bin, boxShape, circleShape, enclosure, viewOf } from './parts.ts'
import { between, createRandom, type Random } from './random.ts'
import { defineScene, type BodyData, type ShapeData } from './types.ts'

const WALL = 4

/** Rows of loosely placed bodies above the floor of a bin, each jittered a little. */
function pushRain(
  bodies: BodyData[], count: number, columns: number, pitch: number, bottom: number,
  random: Random, make: (random: Random) => { shape: ShapeData; angle: number },
): void {
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / columns)
    const column = i % columns
    const { shape, angle } = make(random)
    bodies.push({
      x: (column - (columns - 1) / 2) * pitch + between(random, -0.05, 0.05),
      y: bottom + (row + 0.5) * pitch,
      angle,
      shape,
    })
  }
}

/** Columns of a field of `count` places that is about `aspect` times as wide as it is high. */
function columnsOf(count: number, aspect: number): number {
  return Math.max(1, Math.round(Math.sqrt(count * aspect)))
}

export const circleBin = defineScene({
  name: 'circle-bin',
  title: 'Bin of circles',
  category: 'Piles',
  description: 'Five thousand circles of slightly different sizes are dropped into a bin, where they slosh, '
    + 'settle and come to rest.',
  lookFor: 'The colors are layers of where each circle began: the splash at the start mixes them at the walls. '
    + 'Later nothing creeps, nothing hums, and the pile falls asleep.',
}, ({ count = 5000, seed = 11 }) => {
  const random = createRandom(seed)
  const pitch = 1.06
  const columns = columnsOf(count, 1.5)
  const width = columns * pitch + 0.6
  const height = Math.ceil(count / columns) * pitch + 4
  const bodies = bin(width, height + 6, WALL)
  pushRain(bodies, count, columns, pitch, 1, random, (source) => (
    { shape: circleShape(between(source, 0.36, 0.48)), angle: 0 }
  ))
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-width / 2 - WALL, -WALL, width / 2 + WALL, height) }
})

export const boxBin = defineScene({
  name: 'box-bin',
  title: 'Bin of boxes',
  category: 'Piles',
  description: 'Five thousand boxes, turned at random, tumble into a bin. Flat sides have to find each other, '
    + 'which takes two contact points a pair and friction that holds.',
  lookFor: 'Boxes wedge into arches that carry the rows above. Grab one deep in the pile and pull: '
    + 'the arch over it gives way.',
}, ({ count = 5000, seed = 12 }) => {
  const random = createRandom(seed)
  const pitch = 1.3
  const columns = columnsOf(count, 1.5)
  const width = columns * pitch + 0.6
  const height = Math.ceil(count / columns) * pitch + 4
  const bodies = bin(width, height + 6, WALL)
  pushRain(bodies, count, columns, pitch, 1, random, (source) => (
    {
      shape: boxShape(between(source, 0.28, 0.46), between(source, 0.28, 0.46)),
      angle: between(source, 0, 2 * Math.PI),
    }
  ))
  return { gravity: EARTH_GRAVITY, bodies, view: viewOf(-width / 2 - WALL, -WALL, width / 2 + WALL, height) }
})

export const mixedSizes = defineScene({
  name: 'mixed-sizes',
  title: 'Mixed sizes',
  category: 'Piles',
  description: 'Ten thousand circles, one in a hundred of them twenty times larger than the rest. '
    + 'A uniform grid has no good cell size here; a tree keeps each size on a level of its own.',
  lookFor: 'Switch on the tree layer: the large circles sit in coarse nodes, the small ones in fine nodes. '
    + 'The heavy ones come to rest on gravel 400 times lighter than they are.',
  opening: { count: 4000 },
}, ({ count = 10000, seed = 13 }) => {
  const random = createRandom(seed)
  const small = 0.15
  const large = small * 20
  const cell = 8
  const largeCount = Math.max(1, Math.round(count / 100))
  const columns = columnsOf(largeCount, 1.4)
  const width = columns * cell
  const rows = Math.ceil(largeCount / columns)
  const bodies = bin(width, rows * cell + 8, WALL)
  let remaining = count - largeCount
  for (let i = 0; i < largeCount; i++) {
    const x = ((i % columns) - (columns - 1) / 2) * cell
    const y = (Math.floor(i / columns) + 0.5) * cell
    bodies.push({ x, y, shape: circleShape(large) })
    const share = Math.ceil(remaining / (largeCount - i))
    remaining -= pushGravel(bodies, x, y, cell, large + 2 * small, small, share, random)
  }
  return {
    gravity: EARTH_GRAVITY,
    bodies,
    view: viewOf(-width / 2 - WALL, -WALL, width / 2 + WALL, rows * cell),
  }
})

/** Small circles in the corners of a cell, outside of the large circle in its middle. */
function pushGravel(
  bodies: BodyData[], x: number, y: number, cell: number, clearance: number, radius: number,
  count: number, random: Random,
): number {
  const sites: number[] = []
  const perSide = Math.floor(cell / (radius * 2.6))
  const pitch = cell / perSide
  for (let i = 0; i < perSide * perSide; i++) {
    const dx = ((i % perSide) + 0.5) * pitch - cell / 2
    const dy = (Math.floor(i / perSide) + 0.5) * pitch - cell / 2
    if (dx * dx + dy * dy > clearance * clearance) sites.push(i)
  }
  const placed = Math.min(count, sites.length)
  for (let k = 0; k < placed; k++) {
    const pick = k + Math.floor(random() * (sites.length - k))
    const site = sites[pick]
    sites[pick] = sites[k]
    bodies.push({
      x: x + ((site % perSide) + 0.5) * pitch - cell / 2 + between(random, -0.02, 0.02),
      y: y + (Math.floor(site / perSide) + 0.5) * pitch - cell / 2,
      shape: circleShape(radius),
    })
  }
  return placed
}

export const pileUp = defineScene({
  name: 'pile-up',
  title: 'Pile-up',
  category: 'Piles',
  description: 'Two thousand circles are born at one and the same spot of a closed box. Each one overlaps every '
    + 'other: two million pairs, the worst that can happen to a tree and to a solver.',
  lookFor: 'The first steps take seconds, because all of those pairs are really there. Then the knot bursts, '
    + 'nothing gets through the walls, and what is left is an ordinary heap.',
  opening: { count: 300 },
}, ({ count = 2000, seed = 14 }) => {
  const random = createRandom(seed)
  const radius = 0.25
  const width = Math.max(12, Math.sqrt(count) * 1.3)
  const height = width * 0.62
  const bodies = enclosure(width, height, WALL)
  // Not the very same point: two circles with one center have no direction to part in.
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: between(random, -0.001, 0.001),
      y: between(random, -0.001, 0.001),
      shape: circleShape(radius),
    })
  }
  return {
    gravity: EARTH_GRAVITY,
    bodies,
    view: viewOf(-width / 2 - WALL, -height / 2 - WALL, width / 2 + WALL, height / 2 + WALL, 0),
  }
})
