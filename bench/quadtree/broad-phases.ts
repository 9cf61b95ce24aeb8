// Our own broad phases beside each other, as a step uses them: boxes that left their fat box are updated, then pairs.
//   node examples/run.mjs bench/quadtree/broad-phases.ts [scene,scene ...] [count,count ...] [percent,percent ...]
import { Columns } from '../../src/stores/columns.ts'
import { BROAD_PHASES, type BroadPhaseName } from '../../examples/broad-phases.ts'
import { EntityQueue } from '../../src/stores/entity-queue.ts'
import { PairBuffer } from '../../src/quadtree/index.ts'
import { mulberry } from './scenes.ts'

const SCENES = ['uniform', 'clustered', 'mixed', 'static-heavy', 'asleep'] as const
type Scene = (typeof SCENES)[number]

const scenes = (process.argv[2] ?? SCENES.join()).split(',') as Scene[]
const counts = (process.argv[3] ?? '100,1000,10000,100000').split(',').map(Number)
const shares = (process.argv[4] ?? '2,20,100').split(',').map(Number)

/** Every broad phase that ends within reason. */
function namesFor(count: number): BroadPhaseName[] {
  if (count <= 300) return ['quadtree', 'grid', 'sweep-and-prune', 'brute-force']
  return count <= 10000 ? ['quadtree', 'grid', 'sweep-and-prune'] : ['quadtree', 'grid']
}

class World {
  readonly columns = new Columns(16)
  readonly boxes = {} as Record<'minX' | 'minY' | 'maxX' | 'maxY', Float64Array>
  readonly moved = new EntityQueue(this.columns)
  readonly next = mulberry(4711)
  private frame = 0
  /** Ids in an order that has nothing to do with where they are. */
  readonly movers: number[] = []
  readonly fixed: boolean[] = [false]

  constructor(scene: Scene, count: number) {
    const { next, boxes } = this
    for (const key of ['minX', 'minY', 'maxX', 'maxY']) this.columns.define(boxes, key, 'f64')
    this.columns.grow(1 << (33 - Math.clz32(count)))
    const size = Math.sqrt(count) * (scene === 'mixed' ? 1.9 : 1.45)
    const centers = Array.from({ length: 20 }, () => [next() * size * 6, next() * size * 6] as const)
    for (let i = 1; i <= count; i++) {
      const scale = scene === 'mixed' && i % 100 === 0 ? 20 : 1
      const [x, y] = scene === 'clustered' ? centers[i % 20]! : [0, 0]
      const span = scene === 'clustered' ? size / Math.sqrt(20) : size
      boxes.minX[i] = x + next() * span
      boxes.minY[i] = y + next() * span
      boxes.maxX[i] = boxes.minX[i]! + (0.8 + 0.4 * next()) * scale
      boxes.maxY[i] = boxes.minY[i]! + (0.8 + 0.4 * next()) * scale
      this.fixed[i] = scene === 'static-heavy' && i % 10 !== 0
      // Of the sleepers one in twenty is awake.
      if (!this.fixed[i] && (scene !== 'asleep' || i % 20 === 0)) this.movers.push(i)
    }
  }

  /** A part of the movers leaves its fat box; to and fro, so that the density stays. */
  change(share: number, sign: number): void {
    const { boxes, moved, movers } = this
    moved.clear()
    // As many each time, and others each time.
    const step = Math.max(1, Math.round(1 / share)), begin = this.frame++ % step
    for (let k = begin; k < movers.length; k += step) {
      const item = movers[k]!
      const dx = ((item * 7) % 11 - 5) * 0.06 * sign, dy = ((item * 3) % 13 - 6) * 0.05 * sign
      boxes.minX[item]! += dx
      boxes.maxX[item]! += dx
      boxes.minY[item]! += dy
      boxes.maxY[item]! += dy
      moved.add(item)
    }
  }
}

function row(scene: Scene, count: number, percent: number): void {
  const world = new World(scene, count)
  const names = namesFor(count)
  const phases = names.map((name) => BROAD_PHASES[name](world.boxes))
  for (const phase of phases) for (let i = 1; i <= count; i++) phase.add(i, world.fixed[i]!)
  const out = new PairBuffer(count * 8)
  const rounds = count >= 100000 ? 24 : count >= 10000 ? 60 : count >= 1000 ? 200 : 1000
  // Long enough that everything is compiled.
  const warm = count >= 10000 ? Math.max(6, rounds >> 2) : count >= 1000 ? 1200 : 6000
  const times = names.map(() => [] as number[])
  const found = names.map(() => 0)
  let sum = 0
  for (let round = -warm; round < rounds; round++) {
    world.change(percent / 100, (round & 1) === 0 ? 1 : -1)
    const { items, count: changed } = world.moved
    for (let turn = 0; turn < phases.length; turn++) {
      const i = (turn + round + warm) % phases.length, phase = phases[i]!
      out.clear()
      const begin = performance.now()
      for (let k = 0; k < changed; k++) phase.update(items[k]!)
      phase.computePairs(world.moved, out)
      if (round >= 0) times[i]!.push(performance.now() - begin)
      found[i] = out.count
    }
    if (round >= 0) sum += changed
  }
  const medians = times.map((list) => list.sort((a, b) => a - b)[list.length >> 1]! * 1000)
  const least = times.map((list) => list[list.length >> 4]! * 1000)
  const rival = Math.min(...least.slice(1)), rivalMedian = Math.min(...medians.slice(1))
  if (found.some((pairs) => pairs !== found[0])) throw new Error(`different pairs: ${found}`)
  const cells = names.map((name, i) => `${name} ${least[i]!.toFixed(1)}/${medians[i]!.toFixed(1)}`)
  const won = (rival / least[0]!).toFixed(2).padStart(6), wonMedian = (rivalMedian / medians[0]!).toFixed(2)
  console.log(
    `${scene.padEnd(13)}${String(count).padStart(7)}${String(percent).padStart(4)} %  best other / quadtree ${won} (median ${wonMedian})`
    + `  [us low/median: ${cells.join(', ')}; ${Math.round(sum / rounds)} moved]`,
  )
}

for (const scene of scenes) for (const count of counts) for (const share of shares) row(scene, count, share)
