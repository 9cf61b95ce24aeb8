import { makePile } from '../../examples/scenes/piles.ts'
import type { Scene } from '../../examples/scenes/types.ts'
import { findBenchScene } from '../scenes.ts'
import type { Engine, EngineOptions, Simulation } from '../engines/engine.ts'
import { Unsupported } from '../engines/peer.ts'
import { CpuProfiler } from './cpu-profile.ts'
import { bytesPerStep } from './garbage.ts'
import { MemoryMeter } from './memory.ts'
import type { Answer, Replies, Request } from './protocol.ts'
import { judge } from './quality.ts'
import { median } from './statistics.ts'

/** Steps after which a pile is asked again whether it sleeps. */
const LOOK_EVERY = 5

/** Answers the requests of the bench until it hangs up. Runs in the worker process. */
export async function serve(engine: Engine): Promise<void> {
  // Before the engine: it wants to see the memory of WebAssembly being made.
  const meter = new MemoryMeter()
  await engine.load()
  const session = new Session(engine, meter)
  process.on('disconnect', () => process.exit())
  process.on('message', (request: Request) => {
    void session.handle(request).then(
      (reply) => send({ ok: true, reply }),
      (error: unknown) => send({ ok: false, error: describe(error) }),
    )
  })
}

/** The stack of what should not be, the message of what has to be. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof Unsupported ? `skipped: ${error.message}` : String(error.stack)
}

function send(answer: Answer): void {
  process.send?.(answer)
}

/** One engine with one scene in it. */
class Session {
  private readonly engine: Engine
  private readonly meter: MemoryMeter
  private readonly profiler = new CpuProfiler()
  private scene: Scene | null = null
  private simulation: Simulation | null = null
  private dt = 0

  constructor(engine: Engine, meter: MemoryMeter) {
    this.engine = engine
    this.meter = meter
  }

  async handle(request: Request): Promise<Replies[keyof Replies]> {
    switch (request.do) {
      case 'create': return this.create(request)
      case 'settle': return this.settle(request)
      case 'steps': return this.steps(request)
      case 'garbage': return { bytesPerStep: bytesPerStep(this.running(), request.count, request.budgetMs) }
      case 'inspect': return this.inspect()
      case 'rays': return this.rays(request.count)
      case 'startCpuProfile': return this.profiler.start()
      case 'allocations': return this.profiler.allocations(request.count, request.top, () => this.running().step())
      case 'stopCpuProfile': return this.profiler.stop(request.file, request.top)
    }
  }

  private create(request: Request & { do: 'create' }): Replies['create'] {
    const entry = findBenchScene(request.scene)
    if (entry === undefined) throw new Error(`no scene "${request.scene}"`)
    const scene = entry.create(request.size)
    // Before the memory is read: what belongs to the world before is not to be there any more.
    this.end()
    this.meter.beforeCreate()
    return this.start(scene, request.options)
  }

  private start(scene: Scene, options: EngineOptions): Replies['create'] {
    this.scene = scene
    this.dt = options.dt
    this.end()
    const start = performance.now()
    this.simulation = this.engine.create(scene, options)
    const createMs = performance.now() - start
    return { settings: this.engine.describe(options), bodies: scene.bodies.length, createMs }
  }

  private end(): void {
    this.simulation?.dispose?.()
    this.simulation = null
  }

  private settle({ pile, dt, seconds }: Request & { do: 'settle' }): Replies['settle'] {
    // Without a full collection before it: that also drops compiled code, and ours took twice as long in every pile.
    this.start(makePile(pile), { dt, sleep: undefined })
    const simulation = this.running()
    const steps = Math.round(seconds / dt)
    const cpu: number[] = []
    let restedAt = 0
    for (let step = 1; step <= steps; step++) {
      const before = process.cpuUsage()
      simulation.step()
      const { user, system } = process.cpuUsage(before)
      cpu.push((user + system) / 1000)
      // Asking a peer takes longer than a step of a pile that sleeps.
      if (step % LOOK_EVERY === 0 && simulation.countAsleep() < pile.count) restedAt = (step + LOOK_EVERY) * dt
    }
    return {
      quality: judge(this.scene!, simulation, dt),
      restedAt: restedAt > seconds ? null : restedAt,
      // Whoever falls asleep first would have the cheapest steps.
      cpu: median(cpu.slice(0, Math.round(restedAt / dt))),
    }
  }

  private steps(request: Request & { do: 'steps' }): Replies['steps'] {
    const simulation = this.running()
    const { profile } = simulation
    const totals = new Float64Array(profile?.names.length ?? 0)
    const measured = request.profile === true && profile !== undefined
    if (measured) profile.enable(true)
    const times: number[] = []
    const cpu: number[] = []
    let spent = 0
    for (let i = 0; i < request.count && spent < request.budgetMs; i++) {
      const before = process.cpuUsage()
      const start = performance.now()
      simulation.step()
      const end = performance.now()
      const after = process.cpuUsage()
      times.push(end - start)
      const used = (after.user - before.user + after.system - before.system) / 1000
      cpu.push(used)
      spent += used
      if (!measured) continue
      const timings = profile.timings()
      for (let s = 0; s < totals.length; s++) totals[s] = totals[s]! + timings[s]!
    }
    if (measured) profile.enable(false)
    const systems: Record<string, number> = {}
    if (measured) profile.names.forEach((name, s) => { systems[name] = totals[s]! / times.length })
    return { times, cpu, systems }
  }

  private inspect(): Replies['inspect'] {
    const simulation = this.running()
    const facts = simulation.facts?.() ?? {}
    return { facts, memory: this.meter.read(), quality: judge(this.scene!, simulation, this.dt) }
  }

  private rays(count: number): Replies['rays'] {
    const { castRays } = this.running()
    if (castRays === undefined) throw new Error('this engine was not taught to cast rays')
    castRays(count)
    const before = process.cpuUsage()
    const hits = castRays(count)
    const { user, system } = process.cpuUsage(before)
    return { cpuUs: (user + system) / count, hits: hits / count }
  }

  private running(): Simulation {
    if (this.simulation === null) throw new Error('no scene was created')
    return this.simulation
  }
}
