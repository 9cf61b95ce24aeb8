import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { addPhysics, circle, getPhysics, spawnBody, stepPhysics } from '../../src/index.ts'
import { type Port, createWorldView, shareWorld } from '../../src/worker/index.ts'

/** A world of one ball, and the messages between both sides. */
class Ball {
  readonly world = createWorld()
  readonly toPage: unknown[] = []
  readonly toWorker: unknown[] = []
  isBroken = false
  readonly port: Port = { postMessage: (message, transfer) => {
    if (this.isBroken) throw new Error('mine')
    this.toPage.push(structuredClone(message, { transfer }))
  } }
  readonly pagePort: Port = { postMessage: (message, transfer) => void this.toWorker.push(structuredClone(message, { transfer })) }
  readonly ball: number

  constructor() {
    addPhysics(this.world, { capacity: 8 })
    this.ball = spawnBody(this.world, { shape: circle(1), y: 5 })
  }

  get y(): number {
    return getPhysics(this.world)!.components.Position.y[this.ball]!
  }

  step(): void {
    stepPhysics(this.world, 1 / 60)
  }
}

it('a share refuses options and stores that are none, and a word for shared', () => {
  const { world, port } = new Ball()
  for (const options of [undefined, null, 5]) expect(() => shareWorld(world, options as never)).toThrow(`shareWorld: the options must be an object, got ${options}.`)
  for (const stores of [5, 'all', [{ x: new Float64Array(8) }]]) {
    expect(() => shareWorld(world, { port, stores } as never)).toThrow('shareWorld: stores must be an object of stores by name, such as { Position, Health }, got ')
  }
  expect(() => shareWorld(world, { port, shared: 'no' } as never)).toThrow('shareWorld: shared must be true or false, got \'no\'.')
})

describe('messages that come in', () => {
  it('twice, because two listeners bring them, count once', () => {
    const own = new Ball()
    const share = shareWorld(own.world, { port: own.port, shared: false })
    const view = createWorldView(own.pagePort)
    for (let frame = 0; frame < 12; frame++) {
      own.step()
      expect(share.publish()).toBe(true)
      for (const message of own.toPage.splice(0)) for (let i = 0; i < 2; i++) expect(view.receive(message)).toBe(true)
      if (frame % 3 === 0) continue
      expect(view.update()).toBe(true)
      expect([view.frame, view.stores.Position.y[own.ball]]).toEqual([frame, own.y])
      for (const message of own.toWorker.splice(0)) for (let i = 0; i < 2; i++) expect(share.receive(message)).toBe(true)
    }
  })

  it('late once more, when the frame has been given away again, are passed over', () => {
    const own = new Ball()
    const share = shareWorld(own.world, { port: own.port, shared: false })
    const view = createWorldView(own.pagePort)
    const [seen, answers]: [unknown[], unknown[]] = [[], []]
    for (let frame = 0; frame < 8; frame++) {
      own.step()
      expect(share.publish()).toBe(true)
      seen.push(...own.toPage)
      for (const message of own.toPage.splice(0)) view.receive(message)
      view.update()
      answers.push(...own.toWorker)
      for (const message of own.toWorker.splice(0)) share.receive(message)
      // The first of them tells of the layout.
      for (const message of seen.slice(1)) view.receive(message)
      for (const message of answers) share.receive(message)
    }
    expect(view.stores.Position.y[own.ball]).toBe(own.y)
  })

  it('from two worlds on one port are refused', () => {
    const own = new Ball()
    const [one, two] = [shareWorld(own.world, { port: own.port, shared: false }), shareWorld(own.world, { port: own.port, shared: false })]
    const view = createWorldView(own.pagePort)
    one.publish()
    two.publish()
    one.publish()
    for (const message of own.toPage.splice(0, 4)) view.receive(message)
    expect(() => view.receive(own.toPage[0])).toThrow('receive: two worlds are shared on this port.')
  })
})

it.each([true, false])('a port that throws loses no frame and no layout, with shared memory: %s', (shared) => {
  const own = new Ball()
  const share = shareWorld(own.world, { port: own.port, shared })
  const view = createWorldView(own.pagePort)
  for (let frame = 0; frame < 8; frame++) {
    own.step()
    own.isBroken = frame % 2 === 0
    if (own.isBroken && (frame === 0 || !shared)) expect(() => share.publish()).toThrow('mine')
    own.isBroken = false
    expect(share.publish()).toBe(true)
    for (const message of own.toPage.splice(0)) view.receive(message)
    expect(view.update()).toBe(true)
    expect(view.stores.Position.y[own.ball]).toBe(own.y)
    for (const message of own.toWorker.splice(0)) share.receive(message)
  }
})

it('a layout that is forged, or of another version, is refused, and the view goes on with what it has', () => {
  const own = new Ball()
  const share = shareWorld(own.world, { port: own.port, shared: false })
  const view = createWorldView(own.pagePort)
  own.step()
  share.publish()
  const sent = own.toPage.splice(0) as { layout: Record<string, unknown>; shared: unknown }[]
  for (const message of sent) view.receive(message)
  const { layout } = sent[0]!
  const forged = [undefined, null, 5, {}, { ...layout, bytes: -1 }, { ...layout, bytes: 8 }, { ...layout, kinds: undefined }, { ...layout, stores: null },
    { ...layout, entities: { kind: 'Array', at: 0, length: 1 } }]
  for (const one of forged) {
    expect(() => view.receive({ bitecsPhysics: 'layout', layout: one, shared: null })).toThrow('receive: this layout cannot be used. Take shareWorld and createWorldView of one version.')
  }
  for (const shared of [undefined, 5, {}, { frames: 5, control: null }, { frames: [new SharedArrayBuffer(8)], control: new SharedArrayBuffer(64) }]) {
    expect(() => view.receive({ bitecsPhysics: 'layout', layout, shared })).toThrow('receive: this layout cannot be used.')
  }
  expect(view.receive({ bitecsPhysics: 'frame', layout: layout['id'] })).toBe(true)
  expect(view.update()).toBe(true)
  expect(view.stores.Position.y[own.ball]).toBe(own.y)
})
