import { Session, type HeapProfiler, type Profiler } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
import type { AllocationsReply, CpuProfileReply, Hotspot } from './protocol.ts'

/** Microseconds between two samples. */
const INTERVAL = 200

/** What sampling and timing themselves do. */
const OWN_WORK: readonly string[] = ['(idle)', '(program)', 'dispatch', 'cpuUsage', 'hrtime', 'now', 'writeUtf8String', 'post', 'steps']

/** Bytes between two samples of the heap. */
const HEAP_INTERVAL = 512

/** Samples this process and sums the samples by function. */
export class CpuProfiler {
  private readonly session = new Session()

  async start(): Promise<null> {
    this.session.connect()
    await this.session.post('Profiler.enable')
    await this.session.post('Profiler.setSamplingInterval', { interval: INTERVAL })
    await this.session.post('Profiler.start')
    return null
  }

  async allocations(count: number, top: number, step: () => void): Promise<AllocationsReply> {
    this.session.connect()
    await this.session.post('HeapProfiler.startSampling', {
      samplingInterval: HEAP_INTERVAL,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    })
    for (let i = 0; i < count; i++) step()
    const { profile } = await this.session.post('HeapProfiler.stopSampling')
    this.session.disconnect()
    return { places: selfSizes(profile.head, count).slice(0, top) }
  }

  async stop(file: string, top: number): Promise<CpuProfileReply> {
    const { profile } = await this.session.post('Profiler.stop')
    this.session.disconnect()
    writeFileSync(file, JSON.stringify(profile))
    return { hotspots: selfTimes(profile).slice(0, top) }
  }
}

type HeapNode = HeapProfiler.SamplingHeapProfileNode

/** Sums the samples by function. */
function selfSizes(head: HeapNode, count: number): AllocationsReply['places'][number][] {
  const sizes = new Map<string, { name: string; place: string; bytesPerStep: number }>()
  const open: HeapNode[] = [head]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...node.children)
    if (node.selfSize === 0) continue
    const { functionName, lineNumber, url } = node.callFrame
    // The profiler's own objects and Node's are no business of the step.
    if (url.startsWith('node:') || functionName === '(root)') continue
    const place = `line ${lineNumber + 1}`
    const entry = sizes.get(functionName + place) ?? { name: functionName || '(anonymous)', place, bytesPerStep: 0 }
    entry.bytesPerStep += node.selfSize / count
    sizes.set(functionName + place, entry)
  }
  return [...sizes.values()].sort((a, b) => b.bytesPerStep - a.bytesPerStep)
}

function selfTimes(profile: Profiler.Profile): Hotspot[] {
  const weights = new Map<number, number>()
  const { samples = [], timeDeltas = [] } = profile
  samples.forEach((id, i) => weights.set(id, (weights.get(id) ?? 0) + (timeDeltas[i] ?? 0)))
  const byFunction = new Map<string, { name: string; place: string; time: number }>()
  let total = 0
  for (const { id, callFrame } of profile.nodes) {
    const time = weights.get(id) ?? 0
    const name = callFrame.functionName === '' ? '(anonymous)' : callFrame.functionName
    if (time === 0 || OWN_WORK.includes(name)) continue
    const place = callFrame.url === '' ? '' : `line ${callFrame.lineNumber + 1}`
    const key = `${name} ${place}`
    const entry = byFunction.get(key) ?? { name, place, time: 0 }
    entry.time += time
    total += time
    byFunction.set(key, entry)
  }
  return [...byFunction.values()]
    .sort((a, b) => b.time - a.time)
    .map(({ name, place, time }) => ({ name, place, share: time / total }))
}
