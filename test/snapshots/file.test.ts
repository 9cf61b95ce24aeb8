import { addComponent, addComponents, addEntity, createRelation, createWorld, Pair, Prefab, query, registerComponents, removeEntity, set, type World } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { addPhysics, box, chain, createSnapshots, diffWorlds, hashWorld, polygon, rect, spawnBody, stepPhysics, type PhysicsOptions } from '../../src/index.ts'
import { plainKernel } from '../../src/no-wasm.ts'
import { KeptEntities, componentNames } from '../../src/snapshots/bitecs-entities.ts'
import { crc32 } from '../../src/snapshots/bytes.ts'
import { SOAK } from '../support/soak.ts'
import { differences, fingerprint } from './fingerprint.ts'

const points = (...pairs: [number, number][]) => pairs.map(([x, y]) => ({ x, y }))

/** A small world, made in the same way each time; the second one has other entities before the file comes. */
function makeWorld(options: PhysicsOptions = {}, bodies = 2) {
  const world = createWorld()
  const Enemy = {}
  const Health = { value: new Float64Array(32) }
  const physics = addPhysics(world, { capacity: 16, ...options })
  registerComponents(world, [Enemy, Health])
  query(world, [Enemy])
  const { Position, Shape, Static } = physics.components
  for (let i = 0; i < bodies; i++) {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x: 0.1 * i, y: 3 * i }), set(Shape, i === 0 ? chain(points([8, 0], [0, 0], [-8, 0])) : polygon(points([0, 0], [1, 0], [0, 1 + i]))), Enemy, Health)
    if (i === 0) addComponent(world, entity, Static)
    Health.value[entity] = 10 + i
  }
  return { world, physics, Enemy, Health, snapshots: createSnapshots(world, { slots: 2, stores: [Health] }) }
}

function run(world: World, steps: number): void {
  for (let i = 0; i < steps; i++) stepPhysics(world, 1 / 60)
}

describe('a file', () => {
  it('goes on to the bit where a wall goes that squeezed something, before the first step', () => {
    const made = (): World => {
      const world = createWorld()
      addPhysics(world)
      return world
    }
    const [one, other] = [made(), made()]
    spawnBody(one, { shape: rect(20, 2), y: -1, type: 'static' })
    const walls = [-0.75, 0.75].map((x) => spawnBody(one, { shape: rect(1, 4), x, y: 2, type: 'static' }))
    spawnBody(one, { shape: box(0.5, 0.5), y: 0.5 })
    // How hard things press in longer substeps was known to who had stepped alone.
    for (let i = 0; i < 5; i++) stepPhysics(one, 1 / 15)
    const snapshots = createSnapshots(one)
    snapshots.save()
    const loaded = createSnapshots(other)
    loaded.fromBytes(0, snapshots.toBytes())
    loaded.restore()
    for (const world of [one, other]) {
      removeEntity(world, walls[1]!)
      stepPhysics(world, 1 / 15)
    }
    expect(diffWorlds(one, other)?.text).toBeUndefined()
  })

  it('goes on in a world that was made for it, to the bit', () => {
    const one = makeWorld({}, 12)
    run(one.world, 50)
    removeEntity(one.world, 5)
    one.snapshots.save()
    const bytes = one.snapshots.toBytes()
    for (const options of [{}, { broadPhase: BROAD_PHASES.grid, kernel: plainKernel, capacity: 4000 }]) {
      const other = makeWorld(options, 3)
      run(other.world, 7)
      other.snapshots.fromBytes(1, bytes)
      other.snapshots.restore(1)
      one.snapshots.restore()
      for (let i = 0; i < 30; i++) {
        expect(differences(fingerprint(one.world), fingerprint(other.world))).toEqual([])
        run(one.world, 1)
        run(other.world, 1)
      }
      expect(other.Health.value).toEqual(one.Health.value)
      expect([...query(other.world, [other.Enemy])]).toEqual([...query(one.world, [one.Enemy])])
      expect(addEntity(other.world)).toBe(5)
    }
  })

  it('knows where a chain goes on, whose links were not made yet', () => {
    const land = (file: boolean): number => {
      const makeChains = () => {
        const made = makeWorld({}, 0)
        const { Position, Shape, Static } = made.physics.components
        const [left, right] = [points([-8, 0], [0, 0]), points([0, 0], [8, 4])]
        for (const shape of [chain(left, { after: right[1]! }), chain(right, { before: left[0]! })]) {
          addComponents(made.world, addEntity(made.world), set(Position, { x: 0, y: 0 }), set(Shape, shape), Static)
        }
        const box1 = addEntity(made.world)
        addComponents(made.world, box1, set(Position, { x: -3, y: 0.5 }), set(Shape, box(0.5, 0.5)), set(made.physics.components.Velocity, { x: 6 }))
        return made
      }
      const one = makeChains()
      one.snapshots.save()
      const other = file ? makeChains() : one
      if (file) other.snapshots.fromBytes(0, one.snapshots.toBytes())
      other.snapshots.restore()
      run(other.world, 60)
      return hashWorld(other.world)
    }
    expect(land(true)).toBe(land(false))
  })

  it('fits whenever the snapshots were made that it comes from', () => {
    const one = makeWorld({}, 6)
    const other = makeWorld({}, 6)
    for (let steps = 0; steps < 4; steps++) {
      const late = createSnapshots(one.world, { stores: [one.Health] })
      late.save()
      other.snapshots.fromBytes(0, late.toBytes())
      other.snapshots.restore(0)
      run(one.world, 1)
      run(other.world, 1)
      expect(differences(fingerprint(one.world), fingerprint(other.world))).toEqual([])
    }
  })

  it('of a scene with joints and parts goes on in another', () => {
    const scene = findScene('ragdolls')!.create({ count: 4 })
    const [one, other] = [buildScene(scene), buildScene({ ...scene, bodies: [], joints: [] })]
    for (let i = 0; i < 40; i++) one.step()
    const [from, to] = [createSnapshots(one.world), createSnapshots(other.world)]
    from.save()
    to.fromBytes(0, from.toBytes())
    to.restore()
    for (let i = 0; i < 30; i++) {
      run(one.world, 1)
      run(other.world, 1)
      expect(hashWorld(other.world)).toBe(hashWorld(one.world))
    }
  })

  it('may come as a Buffer of Node, somewhere in a larger one', () => {
    const one = makeWorld({}, 12)
    run(one.world, 20)
    one.snapshots.save()
    const bytes = Buffer.concat([Buffer.from('before'), one.snapshots.toBytes()]).subarray(6)
    const other = makeWorld()
    other.snapshots.fromBytes(0, bytes)
    other.snapshots.restore()
    expect(differences(fingerprint(one.world), fingerprint(other.world))).toEqual([])
  })

  it('and the slot that it came from give equal files', () => {
    const { world, snapshots } = makeWorld()
    run(world, 20)
    snapshots.save()
    const bytes = snapshots.toBytes()
    snapshots.fromBytes(1, bytes)
    expect(snapshots.toBytes(1)).toEqual(bytes)
  })
})

/** Gives a file that was changed the checksum that it should have. */
function sealed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint32(12, crc32(bytes, 16, bytes.length, crc32(bytes, 0, 12)), true)
  return bytes
}

describe('what is refused, with slot and world as they were', () => {
  const { world, snapshots } = makeWorld()
  run(world, 30)
  snapshots.save()
  const bytes = snapshots.toBytes()
  const before = fingerprint(world)

  const refuse = (file: Uint8Array): void => {
    expect(() => snapshots.fromBytes(0, file)).toThrow('fromBytes: this file cannot be used: ')
  }

  it('every file that ends early', () => {
    for (let length = 0; length < bytes.length; length += SOAK || length < 64 ? 1 : 5) refuse(bytes.subarray(0, length))
    refuse(Uint8Array.of(...bytes, 0))
    expect(differences(before, fingerprint(world))).toEqual([])
  })

  it('every file with a flipped bit', () => {
    const copy = bytes.slice()
    for (let at = 0; at < bytes.length; at++) {
      for (const bit of SOAK || at < 64 ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8]) {
        copy[at]! ^= 1 << bit
        let message = ''
        try {
          snapshots.fromBytes(0, copy)
        } catch (error) {
          message = (error as Error).message
        }
        if (!message.startsWith('fromBytes: this file cannot be used: ')) expect.unreachable(`byte ${at}, bit ${bit}: ${message}`)
        copy[at]! ^= 1 << bit
      }
    }
    snapshots.restore()
    expect(differences(before, fingerprint(world))).toEqual([])
  })

  it('lengths that cannot be, even where the checksum agrees: at once, and without the memory that they ask for', () => {
    let slowest = 0
    for (let at = 16; at + 4 <= Math.min(bytes.length, SOAK ? Infinity : 1200); at += 4) {
      const copy = bytes.slice()
      new DataView(copy.buffer).setUint32(at, 0xfffffff0, true)
      const file = sealed(copy)
      const start = process.cpuUsage()
      try {
        // What is a number and no length may be anything.
        snapshots.fromBytes(1, file)
      } catch (error) {
        expect((error as Error).message).toMatch(/^fromBytes: this file cannot be used: /)
      }
      const { user, system } = process.cpuUsage(start)
      slowest = Math.max(slowest, user + system)
    }
    // Microseconds of the processor. A loop of so many takes seconds.
    expect(slowest).toBeLessThan(1_000_000)
  })

  it('more entities alive than there are: at once', () => {
    const kept = new KeptEntities()
    const start = process.cpuUsage()
    kept.takeIds(Uint32Array.of(1, 2), 0xfffffff0)
    const { user, system } = process.cpuUsage(start)
    expect(kept.isSound).toBe(false)
    expect(user + system).toBeLessThan(1_000_000)
  })

  it('a file of another world says what is different', () => {
    const messageOf = (other: World, options = {}): string => {
      try {
        createSnapshots(other, options).fromBytes(0, bytes)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    const bare = createWorld()
    addPhysics(bare)
    expect(messageOf(bare, { stores: [{ value: new Float64Array(1) }] })).toMatch(/component \d+ of its world is one of yours, and of this world none\. Register the same components/)
    const big = makeWorld({ lengthUnit: 100 })
    expect(messageOf(big.world, { stores: [big.Health] })).toContain('the same lengthUnit')
    const same = makeWorld()
    expect(messageOf(same.world)).toContain('its stores are others')
    expect(() => snapshots.fromBytes(0, 'file' as never)).toThrow('the bytes must be a Uint8Array')
    expect(() => createSnapshots(world).toBytes()).toThrow('toBytes: nothing was saved in slot 0')
  })

  it('gives no component a bit', () => {
    const one = makeWorld()
    // The one that is used by nobody but who spawns from it.
    addComponent(one.world, addEntity(one.world), Prefab)
    one.snapshots.save()
    const other = makeWorld()
    const used = (): number => componentNames(other.world, {}).length
    const first = used()
    expect(() => createSnapshots(other.world).fromBytes(0, one.snapshots.toBytes())).toThrow('its stores are others')
    expect(used()).toBe(first)
    other.snapshots.fromBytes(0, one.snapshots.toBytes())
    expect(used()).toBe(first + 1)
  })

  it('a world with relations', () => {
    const { world: related, physics } = makeWorld()
    const ChildOf = createRelation()
    addComponent(related, 1, Pair(ChildOf, 2))
    addComponents(related, addEntity(related), set(physics.components.Position, { x: 9, y: 9 }), set(physics.components.Shape, box(1, 1)))
    const own = createSnapshots(related)
    own.save()
    expect(() => own.toBytes()).toThrow('toBytes: the world has relations')
    own.restore()
  })
})
