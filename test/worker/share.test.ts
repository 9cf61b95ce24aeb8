import { addComponents, addEntity, createWorld, query, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../examples/scenes/random.ts'
import { addPhysics, box, circle, createSnapshots, createStepper, getPhysics, removePhysics, setVelocity, stepPhysics } from '../../src/index.ts'
import { type Port, type WorldShare, type WorldView, createWorldView, shareWorld } from '../../src/worker/index.ts'

/** Two sides as on two threads: messages are cloned, buffers change hands, and nothing arrives before it is fetched. */
class Line {
  readonly toPage: unknown[] = []
  readonly toWorker: unknown[] = []
  readonly workerPort: Port = { postMessage: (message, transfer) => this.toPage.push(structuredClone(message, { transfer })) }
  readonly pagePort: Port = { postMessage: (message, transfer) => this.toWorker.push(structuredClone(message, { transfer })) }
}

interface Named {
  readonly Position: { x: Float64Array; y: Float64Array }
  readonly Rotation: { angle: Float64Array }
  readonly Health: { points: Uint16Array }
}

/** Balls that rain into a box, and go again: begins, ends, hits, sleepers, and ids that are used again. */
function makeRain(shared: boolean, capacity: number) {
  const world = createWorld()
  const physics = addPhysics(world, { capacity, hitThreshold: 3 })
  const { Position, Rotation, Shape, Static, Velocity } = physics.components
  const Health = { points: new Uint16Array(4096) }
  for (const [x, y, w, h] of [[0, -1, 10, 1], [-11, 10, 1, 12], [11, 10, 1, 12]] as const) {
    addComponents(world, addEntity(world), set(Position, { x, y }), set(Shape, box(w, h)), Static)
  }
  // Where no ball comes: it sleeps soon.
  addComponents(world, addEntity(world), set(Position, { x: -11, y: 22.5 }), set(Shape, box(0.5, 0.5)), Velocity)
  const random = createRandom(3)
  const balls: number[] = []
  const line = new Line()
  const share = shareWorld(world, { port: line.workerPort, shared, stores: { Position, Rotation, Health } })
  const step = (): void => {
    if (random() < 0.4) {
      const ball = addEntity(world)
      addComponents(world, ball, set(Position, { x: 16 * random() - 8, y: 12 }), set(Shape, circle(0.2 + 0.3 * random())), Velocity)
      setVelocity(world, ball, 6 * random() - 3, -5)
      balls.push(ball)
    }
    if (balls.length > 0 && random() < 0.1) removeEntity(world, balls.splice(Math.floor(random() * balls.length), 1)[0]!)
    for (const ball of balls) Health.points[ball] = Math.floor(random() * 65536)
    stepPhysics(world, 1 / 60)
  }
  return { world, physics, share, step, line, random, Health }
}

type Events = WorldView['events']

/** All that the events of a frame say, a text each. */
function textsOf(events: { readonly [K in keyof Events]: object }): string[] {
  return Object.entries(events).flatMap(([name, buffer]) => {
    const { count } = buffer as { count: number }
    const arrays = Object.entries(buffer).filter(([, array]) => ArrayBuffer.isView(array)) as [string, Float64Array][]
    arrays.sort(([a], [b]) => (a < b ? -1 : 1))
    return Array.from({ length: count }, (_, i) => `${name} ${arrays.map(([key, array]) => `${key}=${array[i]}`).join(' ')}`)
  })
}

describe.each([['over shared memory', true], ['with frames that are sent', false]])('a world of another thread, %s', (_, shared) => {
  it('shows each frame whole and each event once, whoever is late, and while it grows', () => {
    const { world, physics, share, step, line, random, Health } = makeRain(shared, 8)
    const view = createWorldView<Named>(line.pagePort)
    const { Position, Rotation } = physics.components
    const frames: string[] = []
    const happened = new Map<string, string[]>()
    const seen = new Map<string, string[]>()
    const note = (log: Map<string, string[]>, texts: string[]): void => texts.forEach((text) => {
      const kind = text.split(' ')[0]!
      if (!log.has(kind)) log.set(kind, [])
      log.get(kind)!.push(text)
    })
    let updates = 0
    let refused = 0
    let layouts = 0
    const look = (): void => {
      for (const message of line.toPage.splice(0)) {
        layouts += (message as { bitecsPhysics: string }).bitecsPhysics === 'layout' ? 1 : 0
        expect(view.receive(message)).toBe(true)
      }
      if (!view.update()) return
      updates++
      const state = [...view.entities.subarray(0, view.count)].map((id) =>
        `${id}:${view.stores.Position.x[id]},${view.stores.Position.y[id]},${view.stores.Rotation.angle[id]},${view.stores.Health.points[id]}`)
      expect(state.join(' ')).toBe(frames[view.frame])
      note(seen, textsOf(view.events))
      expect(view.update()).toBe(false)
      expect(textsOf(view.events)).toEqual([])
    }
    for (let i = 0; i < 500; i++) {
      step()
      note(happened, textsOf(physics.events as unknown as Events))
      const state = [...query(world, [Position])].map((id) => `${id}:${Position.x[id]},${Position.y[id]},${Rotation.angle[id]},${Health.points[id]}`)
      frames.push(state.join(' '))
      if (random() < 0.5) line.toWorker.splice(0).forEach((message) => expect(share.receive(message)).toBe(true))
      if (!share.publish()) {
        // Nobody sees it.
        frames.pop()
        refused++
      }
      // Long pauses, too.
      if (i % 200 < 150 && random() < 0.6) look()
    }
    for (let i = 0; i < 3; i++) {
      look()
      line.toWorker.splice(0).forEach((message) => share.receive(message))
      stepPhysics(world, 1 / 60)
      note(happened, textsOf(physics.events as unknown as Events))
      frames.push([...query(world, [Position])].map((id) => `${id}:${Position.x[id]},${Position.y[id]},${Rotation.angle[id]},${Health.points[id]}`).join(' '))
      expect(share.publish()).toBe(true)
    }
    look()
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(happened))
    expect([...happened.keys()].length).toBeGreaterThan(3)
    expect(updates).toBeGreaterThan(100)
    expect(layouts).toBeGreaterThan(2)
    expect(refused > 0).toBe(!shared)
    expect(Object.values(view.events).every(({ lost }) => lost === 0)).toBe(true)
  })

  it('loses the oldest events where nobody looks for long, and says how many', () => {
    const { physics, share, line, world } = makeRain(shared, 8)
    const view = createWorldView(line.pagePort)
    const { sleep } = physics.events
    let total = 0
    // As many as a long pause brings, made up: real ones would take a minute.
    for (let i = 0; i < 3; i++) {
      stepPhysics(world, 1 / 60)
      for (let k = 0; k < 30_000; k++) sleep.push(total++)
      share.publish()
    }
    for (let i = 0; i < 3; i++) {
      line.toPage.splice(0).forEach((message) => view.receive(message))
      view.update()
      if (view.events.sleep.count > 30_000) break
      line.toWorker.splice(0).forEach((message) => share.receive(message))
      stepPhysics(world, 1 / 60)
      share.publish()
    }
    expect(view.events.sleep.lost + view.events.sleep.count).toBeGreaterThanOrEqual(total)
    expect(view.events.sleep.count).toBe(65_536)
    expect(view.events.sleep.entities[65_535]).toBe(total - 1)
  })
})

describe('sharing a world', () => {
  const world = createWorld()
  const { components, systems } = addPhysics(world)
  const port: Port = { postMessage: () => undefined }

  it('refuses what cannot be used', () => {
    expect(() => shareWorld(createWorld(), { port })).toThrow(/^shareWorld: /)
    expect(() => shareWorld(world, { port: {} as Port })).toThrow('shareWorld: the port has no postMessage. Give self in a worker, or parentPort of node:worker_threads.')
    expect(() => shareWorld(world, { port, store: {} } as never)).toThrow("shareWorld: there is no option 'store'. The options are port, stores, shared.")
    expect(() => shareWorld(world, { port, stores: { Names: { text: [] } } })).toThrow('shareWorld: the store Names has no typed arrays. Only such columns can be shared.')
    expect(() => createWorldView(null as never)).toThrow('createWorldView: the port has no postMessage. Give the Worker.')
  })

  it('leaves messages of others alone', () => {
    const share = shareWorld(world, { port })
    const view = createWorldView(port)
    for (const message of [null, undefined, 5, 'frame', {}, { bitecsPhysics: 'else' }]) {
      expect(share.receive(message)).toBe(false)
      expect(view.receive(message)).toBe(false)
    }
    expect(view.update()).toBe(false)
    expect([view.count, view.frame]).toEqual([0, -1])
  })

  it('refuses to publish what would be half a step', () => {
    const share = shareWorld(world, { port })
    systems.push({ name: 'Early', run: () => void share.publish() })
    expect(() => stepPhysics(world, 1 / 60)).toThrow('publish: the world is in the midst of a step. Call it after stepPhysics.')
    systems.pop()
    const Health = { points: new Float32Array(8) as unknown }
    const other = shareWorld(world, { port, stores: { Position: components.Position, Health } })
    other.publish()
    Health.points = [1]
    expect(() => other.publish()).toThrow('publish: Health.points is no typed array any more.')
  })

  it('says which headers are missing where a page has no shared memory', () => {
    const isolated = Object.getOwnPropertyDescriptor(globalThis, 'crossOriginIsolated')
    Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false, configurable: true })
    try {
      expect(() => shareWorld(world, { port, shared: true })).toThrow(/Cross-Origin-Opener-Policy: same-origin/)
      const share: WorldShare = shareWorld(world, { port })
      expect(share.shared).toBe(false)
    } finally {
      if (isolated === undefined) delete (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated
      else Object.defineProperty(globalThis, 'crossOriginIsolated', isolated)
    }
    expect(shareWorld(world, { port }).shared).toBe(true)
  })
})

describe.each([true, false])('events (shared memory: %s)', (shared) => {
  /** Plays so many rounds, in which bodies come and go between steps and between a step and its frame. */
  const play = (advance: (world: ReturnType<typeof makeRain>) => void, { keepEvents = false } = {}): string[][] => {
    const rain = makeRain(shared, 64)
    const { world, physics, line, random } = rain
    physics.settings.keepEvents = keepEvents
    const view = createWorldView(line.pagePort)
    const { Position, Shape } = physics.components
    const seen: string[] = []
    const happened: string[] = []
    const buffers = Object.values(physics.events) as { count: number; push: (...values: number[]) => void }[]
    // What is pushed is what happens: one id or two, and then more.
    buffers.forEach((buffer, kind) => {
      const push = buffer.push.bind(buffer)
      buffer.push = (...values) => {
        happened.push(`${kind} ${values.slice(0, 2).join(' ')}`)
        push(...values)
      }
    })
    const look = (): void => {
      line.toPage.splice(0).forEach((message) => view.receive(message))
      if (view.update()) seen.push(...Object.values(view.events).flatMap((one, kind) => {
        const { count, a, b, sensor, visitor, entities } = one as { count: number } & { readonly [id in 'a' | 'b' | 'sensor' | 'visitor' | 'entities']?: Uint32Array }
        return Array.from({ length: count }, (_, i) => `${kind} ${[a, b, sensor, visitor, entities].flatMap((ids) => ids?.[i] ?? []).join(' ')}`)
      }))
      line.toWorker.splice(0).forEach((message) => rain.share.receive(message))
    }
    for (let i = 0; i < 300; i++) {
      advance(rain)
      if (random() < 0.3) removeEntity(world, query(world, [Position, Shape])[4] ?? 0)
      if (random() < 0.3) look()
    }
    for (let i = 0; i < 3; i++) {
      stepPhysics(world, 1 / 60)
      rain.share.publish()
      look()
    }
    return [seen.sort(), happened.sort()]
  }

  const spawn = ({ world, physics, random }: ReturnType<typeof makeRain>): void => {
    const { Position, Shape, Velocity } = physics.components
    if (random() < 0.4) addComponents(world, addEntity(world), set(Position, { x: random() - 0.5, y: 1 }), set(Shape, circle(0.3)), Velocity)
  }

  it('between the steps are seen once, where a frame is published of every step and all others are taken in', () => {
    let stepper: ReturnType<typeof createStepper> | undefined
    const [seen, happened] = play((rain) => {
      stepper ??= createStepper(rain.world)
      spawn(rain)
      stepper.advance(1 / 200)
      if (rain.random() < 0.2) removeEntity(rain.world, query(rain.world, [rain.physics.components.Position])[4] ?? 0)
      if (stepper.steps > 0) rain.share.publish()
      else rain.share.collect()
    })
    expect(happened!.length).toBeGreaterThan(100)
    expect(seen).toEqual(happened)
  })

  it('that are kept are seen once', () => {
    const [seen, happened] = play((rain) => {
      spawn(rain)
      for (let i = 0; i < 3; i++) stepPhysics(rain.world, 1 / 60)
      rain.share.publish()
    }, { keepEvents: true })
    expect(happened!.length).toBeGreaterThan(100)
    expect(seen).toEqual(happened)
  })

  it('of a state that was put back are seen again', () => {
    const { world, line, share, step } = makeRain(shared, 64)
    const view = createWorldView(line.pagePort)
    const snapshots = createSnapshots(world)
    const round = (): number => {
      share.publish()
      line.toPage.splice(0).forEach((message) => view.receive(message))
      view.update()
      line.toWorker.splice(0).forEach((message) => share.receive(message))
      return view.events.contactBegin.count
    }
    let count = 0
    while (count === 0) {
      snapshots.save()
      step()
      count = round()
    }
    for (let again = 0; again < 2; again++) {
      snapshots.restore()
      expect(round()).toBe(0)
      stepPhysics(world, 1 / 60)
      expect(round()).toBe(count)
    }
  })
})

describe('misuse', () => {
  it('physics that was taken off and added again is another one', () => {
    const again = createWorld()
    addPhysics(again)
    const share = shareWorld(again, { port: new Line().workerPort })
    expect(share.publish()).toBe(true)
    removePhysics(again)
    expect(() => share.publish()).toThrow(/^publish: this world has no physics/)
    addPhysics(again)
    expect(() => share.publish()).toThrow('publish: the physics that is shared was taken off its world. Call shareWorld again.')
    expect(() => share.collect()).toThrow('collect: the physics that is shared was taken off its world. Call shareWorld again.')
  })

  it('a store that has lost a column is named, and frames go on when it is back', () => {
    const { share, line, Health, step } = makeRain(false, 64)
    expect(share.publish()).toBe(true)
    const { points } = Health
    Reflect.deleteProperty(Health, 'points')
    expect(() => share.publish()).toThrow('publish: Health.points is no typed array any more.')
    Health.points = points
    step()
    expect(share.publish()).toBe(true)
    const view = createWorldView<Named>(line.pagePort)
    for (const message of line.toPage) view.receive(message)
    expect(view.update()).toBe(true)
    expect(view.frame).toBe(1)
  })

  it('a view that began to listen too late says so', () => {
    const { share, line, step } = makeRain(false, 64)
    for (let i = 0; i < 2; i++) {
      step()
      share.publish()
    }
    const late = createWorldView(line.pagePort)
    expect(() => late.receive(line.toPage[1])).toThrow('receive: listen to the port before the worker publishes')
  })

  it('answers about a world that come in when another one is shared on the port are none about that', () => {
    const { share, line, step } = makeRain(false, 64)
    const view = createWorldView(line.pagePort)
    const look = (): void => {
      for (const message of line.toPage.splice(0)) view.receive(message)
      view.update()
    }
    for (let i = 0; i < 2; i++) {
      step()
      share.publish()
      look()
    }
    expect(line.toWorker.length).toBe(1)
    const next = makeRain(false, 256)
    const again = shareWorld(next.world, { port: line.workerPort, shared: false })
    next.step()
    for (let i = 0; i < 3; i++) expect(again.publish()).toBe(true)
    // It has as many frames as before: all of them are on their way.
    for (const message of line.toWorker.splice(0)) expect(again.receive(message)).toBe(true)
    expect(again.publish()).toBe(false)
    look()
    for (const message of line.toWorker.splice(0)) again.receive(message)
    expect(again.publish()).toBe(true)
    look()
    expect([view.frame, view.count]).toEqual([3, 4])
  })

  it.each([true, false])('another world that is shared on the same port shows its own events (shared memory: %s)', (shared) => {
    const { world, share, line, step } = makeRain(shared, 64)
    const view = createWorldView(line.pagePort)
    const play = (one: WorldShare, advance: () => void, steps: number): number => {
      let begins = 0
      for (let i = 0; i < steps; i++) {
        advance()
        one.publish()
        for (const message of line.toPage.splice(0)) view.receive(message)
        view.update()
        for (const message of line.toWorker.splice(0)) one.receive(message)
        begins += view.events.contactBegin.count
      }
      return begins
    }
    expect(play(share, step, 200)).toBeGreaterThan(20)
    const next = createWorld()
    const { Position, Shape, Static } = addPhysics(next).components
    addComponents(next, addEntity(next), set(Position, { y: -1 }), set(Shape, box(10, 1)), Static)
    for (let i = 0; i < 3; i++) addComponents(next, addEntity(next), set(Position, { x: 3 * i, y: 1 }), set(Shape, circle(0.5)))
    const again = shareWorld(next, { port: line.workerPort, shared })
    expect(play(again, () => stepPhysics(next, 1 / 60), 60)).toBe(3)
    expect(view.count).toBe(4)
    expect(query(world, [getPhysics(world)!.components.Position]).length).toBeGreaterThan(4)
  })
})
