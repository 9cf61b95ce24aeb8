import type { ShapeSpec, Vector } from './operations.ts'
import type { Random } from './random.ts'

/** A shape of any kind; `solid` ones have an area, chains are only for bodies. */
export function anyShape(random: Random, what: 'any' | 'noChain' | 'solid'): ShapeSpec {
  const size = random.chance(0.1) ? random.between(1, 3) : random.between(0.1, 0.8)
  const kinds = what === 'solid' ? 6 : what === 'noChain' ? 7 : 8
  switch (random.below(kinds)) {
    case 0:
      return { type: 'circle', radius: size }
    case 1:
      return { type: 'box', halfWidth: size, halfHeight: random.between(0.05, 1) * size + 0.02, radius: 0 }
    case 2:
      return { type: 'box', halfWidth: size, halfHeight: random.between(0.3, 1) * size, radius: random.between(0.01, 0.2) }
    case 3:
      return { type: 'aabb', halfWidth: size, halfHeight: random.between(0.3, 1) * size + 0.02, radius: random.chance(0.2) ? 0.05 : 0 }
    case 4:
      return { type: 'capsule', halfLength: size, radius: random.between(0.05, 0.5), axis: random.chance(0.4) ? 'y' : 'x' }
    case 5:
      return anyPolygon(random, size)
    case 6:
      return { type: 'segment', points: [[-size, random.between(-0.2, 0.2)], [size, random.between(-0.2, 0.2)]] }
    default:
      return anyChain(random, size)
  }
}

/** Points of a circle or an ellipse at different angles: always convex. */
function anyPolygon(random: Random, size: number): ShapeSpec {
  const count = 3 + random.below(6)
  const flatness = random.between(0.05, 1)
  const start = random.between(0, 6)
  const points = Array.from({ length: count }, (_, i): Vector => {
    const angle = start + ((i + random.between(-0.3, 0.3)) * 2 * Math.PI) / count
    return [thousandths(size * Math.cos(angle)), thousandths(size * flatness * Math.sin(angle))]
  })
  return { type: 'polygon', points, radius: random.chance(0.3) ? random.between(0.01, 0.2) : 0 }
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** A hilly floor from left to right, or a room seen from the inside. */
function anyChain(random: Random, size: number): ShapeSpec {
  if (random.chance(0.25)) {
    const wide = 4 * size
    return { type: 'chain', points: [[-wide, -wide], [wide, -wide], [wide, wide], [-wide, wide]], loop: true }
  }
  const points = Array.from({ length: 2 + random.below(5) }, (_, i): Vector => [thousandths(i * 2 * size), random.between(-0.4, 0.4)])
  return { type: 'chain', points, loop: false }
}
