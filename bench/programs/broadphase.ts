import { PairBuffer } from '../../src/quadtree/index.ts'
import type { Ask, Frames } from '../broadphase/protocol.ts'
import type { Subject, SubjectEntry } from '../broadphase/subject.ts'
import { subjects } from '../broadphase/subjects.ts'
import { BoxWorld } from '../broadphase/worlds.ts'

/** One structure in a process of its own: makes worlds, runs frames, tells their times and pairs. */

/** Frames that every structure takes before it is measured, however slow it is. */
const WARM_FRAMES = 3

let entry: SubjectEntry
let world: BoxWorld
let subject: Subject
let frame = 0
const pairs = new PairBuffer(1024)
const clockMs = costOfClock()

/** Milliseconds that reading the clock twice takes: not little beside a frame of eight boxes. */
function costOfClock(): number {
  const costs = Float64Array.from({ length: 2001 }, () => {
    const start = performance.now()
    return performance.now() - start
  }).sort()
  return costs[1000]!
}

function runFrame(): number {
  world.move()
  pairs.clear()
  const start = performance.now()
  subject.findPairs(pairs)
  const took = performance.now() - start - clockMs
  frame++
  return Math.max(took, 1e-6)
}

/** Adds up a mixed number for each pair, whose order then makes no difference. */
function checksum(): number {
  let sum = 0
  for (let i = 0; i < pairs.count; i++) {
    let mixed = Math.imul(pairs.a[i]!, 0x9e3779b1) ^ Math.imul(pairs.b[i]!, 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
    sum = (sum + (mixed ^ (mixed >>> 13))) | 0
  }
  return sum
}

function runFrames(count: number): Frames {
  const times: number[] = []
  for (let i = 0; i < count; i++) times.push(runFrame())
  return { times, pairs: pairs.count, checksum: checksum(), frame }
}

async function answer(ask: Ask): Promise<Frames | null> {
  if (ask.do === 'frames') return runFrames(ask.count)
  if (ask.do === 'load') {
    const found = subjects.find(({ name }) => name === ask.subject)
    if (found === undefined) throw new Error(`no broad phase is called ${ask.subject}`)
    entry = found
    await entry.load?.()
    return null
  }
  world = new BoxWorld(ask.world, ask.count)
  subject = entry.create(world)
  frame = 0
  const until = performance.now() + ask.warmMs
  const times: number[] = []
  while (times.length < WARM_FRAMES || performance.now() < until) times.push(runFrame())
  return { times, pairs: pairs.count, checksum: checksum(), frame }
}

process.on('message', (ask: Ask) => {
  answer(ask).then(
    (reply) => process.send?.({ reply }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack ?? error.message : String(error) }),
  )
})
