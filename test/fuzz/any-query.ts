import { anyShape } from './any-shape.ts'
import type { FilterSpec, Operation, Question, Vector } from './operations.ts'
import type { Random } from './random.ts'

/** A question of any kind, near to where things are. */
export function anyQuery(random: Random, world: number, spread: number, someSlot: () => number): Operation {
  return { world, do: 'query', question: anyQuestion(random, spread * 1.2, someSlot), filter: anyFilter(random, someSlot) }
}

function anyQuestion(random: Random, spread: number, someSlot: () => number): Question {
  const place = (): number => random.between(-spread, spread)
  const point = (): Vector => (random.chance(0.05) ? [random.between(-900, 900), 700] : [place(), place()])
  switch (random.below(9)) {
    case 0: {
      const [x, y] = point()
      return { ask: 'point', x, y }
    }
    case 1:
    case 2: {
      const [x, y] = point()
      return { ask: random.chance(0.3) ? 'view' : 'region', box: [x, y, x + random.between(0.01, 3), y + random.between(0.01, 3)] }
    }
    case 3:
      return { ask: 'shape', shape: anyShape(random, 'solid'), x: place(), y: place(), angle: random.between(-4, 4) }
    case 4:
    case 5:
      return { ask: random.pick(['ray', 'ray', 'rayAny', 'rayAll']), from: point(), to: point() }
    case 6: {
      const way: Vector = [random.between(-6, 6), random.between(0.1, 6)]
      return { ask: 'cast', shape: anyShape(random, 'solid'), x: place(), y: place(), angle: random.between(-4, 4), way }
    }
    case 7: {
      const [x, y] = point()
      return { ask: 'nearest', x, y, k: 1 + random.below(5), reach: random.chance(0.5) ? Infinity : random.between(0.1, 4) }
    }
    default:
      return { ask: 'distance', a: someSlot(), b: someSlot() }
  }
}

function anyFilter(random: Random, someSlot: () => number): FilterSpec | null {
  if (random.chance(0.5)) return null
  return {
    ...(random.chance(0.3) ? { mask: 1 + random.below(7) } : {}),
    ...(random.chance(0.2) ? { category: 1 + random.below(7) } : {}),
    ...(random.chance(0.2) ? { exclude: someSlot() } : {}),
    ...(random.chance(0.4) ? { includeSensors: random.chance(0.7) } : {}),
    ...(random.chance(0.2) ? { rest: random.below(3) } : {}),
    ...(random.chance(0.3) ? { term: random.pick(['Static', '!Static', 'Velocity', 'Material'] as const) } : {}),
  }
}
