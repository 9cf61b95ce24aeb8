import { PairBuffer } from '../../src/quadtree/index.ts'
import type { Ask, Frames } from '../broadphase/protocol.ts'
import type { Subject, SubjectEntry } from '../broadphase/subject.ts'
import { subjects } from '../broadphase/subjects.ts'
import { BoxWorld } from '../../examples/scenes/box-worlds.ts'

/** One structure in a process of its own: makes worlds, runs frames, tells their times and pairs. */

/** Frames that every structure takes before it is measured, however slow it is. */
const CHECKED_FRAMES = 4

/** Frames shorter than this many milliseconds are timed many at once: reading the clock is not little beside them. */
const SHORT_MS = 0.05
const TOGETHER = 64

let entry: SubjectEntry
let world: BoxWorld
let subject: Subject
/** Milliseconds of moving the boxes of one frame, measured alone: taken off where frames are timed together. */
let moveMs = 0
const pairs = new PairBuffer(1024)

function runFrame(): number {
  world.move()
  pairs.clear()
  const start = performance.now()
  subject.findPairs(pairs)
  return performance.now() - start
}

function runTogether(): number {
  const start = performance.now()
  for (let i = 0; i < TOGETHER; i++) {
    world.move()
    pairs.clear()
    subject.findPairs(pairs)
  }
  return Math.max(1e-5, (performance.now() - start) / TOGETHER - moveMs)
}

/** An even number of whole rounds of motion, so that the world is as it was. */
function costOfMoving(): number {
  const costs = Float64Array.from({ length: 40 }, () => {
    const start = performance.now()
    for (let i = 0; i < 80; i++) world.move()
    return (performance.now() - start) / 80
  }).sort()
  return costs[20]!
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

function runFrames(count: number, short: boolean): Frames {
  const times: number[] = []
  if (short) for (let i = 0; i < count; i += TOGETHER) times.push(runTogether())
  else for (let i = 0; i < count; i++) times.push(runFrame())
  return { times, pairs: pairs.count, checksum: checksum() }
}

async function answer(ask: Ask): Promise<Frames | null> {
  if (ask.do === 'frames') return runFrames(ask.count, ask.expectedMs < SHORT_MS)
  if (ask.do === 'load') {
    const found = subjects.find(({ name }) => name === ask.subject)
    if (found === undefined) throw new Error(`no broad phase is called ${ask.subject}`)
    entry = found
    await entry.load?.()
    return null
  }
  world = new BoxWorld(ask.world, ask.count)
  subject = entry.create(world)
  // All are compared as of this frame; the rest of the warming takes as many as fit.
  const { pairs: count, checksum: sum, times } = runFrames(CHECKED_FRAMES, false)
  const until = performance.now() + ask.warmMs
  const more: number[] = []
  while (performance.now() < until) more.push(runFrame())
  if (ask.count <= 1000) moveMs = costOfMoving()
  return { times: [...times, ...more], pairs: count, checksum: sum }
}

process.on('message', (ask: Ask) => {
  answer(ask).then(
    (reply) => process.send?.({ reply }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack ?? error.message : String(error) }),
  )
})
