import { loadPeer } from '../engines/peer.ts'
import { pushPair, type Subject, type SubjectEntry } from './subject.ts'
import type { BoxWorld } from '../../examples/scenes/box-worlds.ts'

/**
 * The peers as a good programmer would use them: what rests is in an index of its own that is built once, what moves
 * is indexed anew in each frame (or moved within the index, where the package can), and then searched for.
 */

interface Item { minX: number; minY: number; maxX: number; maxY: number; readonly id: number }

function itemOf(world: BoxWorld, id: number): Item {
  return { minX: world.minX[id]!, minY: world.minY[id]!, maxX: world.maxX[id]!, maxY: world.maxY[id]!, id }
}

function restingIds(world: BoxWorld): number[] {
  return Array.from({ length: world.count }, (_, i) => i + 1).filter((id) => world.moves[id] === 0)
}

interface Rbush {
  clear(): Rbush
  load(items: readonly Item[]): Rbush
  search(box: Item): Item[]
}
let RbushClass: new () => Rbush

function createRbush(world: BoxWorld): Subject {
  const resting = new RbushClass().load(restingIds(world).map((id) => itemOf(world, id)))
  const moving = new RbushClass()
  const items = Array.from(world.movers, (id) => itemOf(world, id))
  const rests = items.length < world.count
  return {
    findPairs(out) {
      const { minX, minY, maxX, maxY } = world
      for (const item of items) {
        item.minX = minX[item.id]!
        item.minY = minY[item.id]!
        item.maxX = maxX[item.id]!
        item.maxY = maxY[item.id]!
      }
      moving.clear().load(items)
      for (const item of items) {
        for (const other of moving.search(item)) if (other.id > item.id) out.push(item.id, other.id)
        if (rests) for (const other of resting.search(item)) pushPair(out, item.id, other.id)
      }
    },
  }
}

interface FlatbushTree {
  add(minX: number, minY: number, maxX: number, maxY: number): number
  finish(): void
  search(minX: number, minY: number, maxX: number, maxY: number): number[]
}
let FlatbushClass: new (count: number) => FlatbushTree

function buildFlatbush(world: BoxWorld, ids: ArrayLike<number>): FlatbushTree {
  const { minX, minY, maxX, maxY } = world
  const tree = new FlatbushClass(ids.length)
  for (let i = 0; i < ids.length; i++) tree.add(minX[ids[i]!]!, minY[ids[i]!]!, maxX[ids[i]!]!, maxY[ids[i]!]!)
  tree.finish()
  return tree
}

function createFlatbush(world: BoxWorld): Subject {
  const ids = restingIds(world)
  const resting = ids.length > 0 ? buildFlatbush(world, ids) : null
  const { movers, minX, minY, maxX, maxY } = world
  return {
    findPairs(out) {
      const moving = buildFlatbush(world, movers)
      for (let i = 0; i < movers.length; i++) {
        const id = movers[i]!
        for (const k of moving.search(minX[id]!, minY[id]!, maxX[id]!, maxY[id]!)) if (k > i) out.push(id, movers[k]!)
        if (resting === null) continue
        for (const k of resting.search(minX[id]!, minY[id]!, maxX[id]!, maxY[id]!)) pushPair(out, id, ids[k]!)
      }
    },
  }
}

type BoxIntersect = {
  (boxes: readonly number[][], visit: (i: number, j: number) => void): void
  (red: readonly number[][], blue: readonly number[][], visit: (i: number, j: number) => void): void
}
let boxIntersect: BoxIntersect

function createBoxIntersect(world: BoxWorld): Subject {
  const { movers, minX, minY, maxX, maxY } = world
  const boxOf = (id: number): number[] => [minX[id]!, minY[id]!, maxX[id]!, maxY[id]!]
  const ids = restingIds(world)
  const resting = ids.map(boxOf)
  const moving = Array.from(movers, boxOf)
  return {
    findPairs(out) {
      for (let i = 0; i < movers.length; i++) {
        const box = moving[i]!
        const id = movers[i]!
        box[0] = minX[id]!
        box[1] = minY[id]!
        box[2] = maxX[id]!
        box[3] = maxY[id]!
      }
      boxIntersect(moving, (i, j) => { pushPair(out, movers[i]!, movers[j]!) })
      if (ids.length > 0) boxIntersect(moving, resting, (i, j) => { pushPair(out, movers[i]!, ids[j]!) })
    },
  }
}

interface Body2d extends Item { setPosition(x: number, y: number): unknown; userData?: number }
interface System2d {
  createBox(position: { x: number; y: number }, width: number, height: number, options: object): Body2d
  search(box: Body2d): Body2d[]
}
let System2dClass: new () => System2d

/** Its `checkAll` tests the shapes too; asked here is only for the tree under it, which it keeps up to date itself. */
function createDetectCollisions(world: BoxWorld): Subject {
  const { movers, moves, fixed, minX, minY, maxX, maxY } = world
  const system = new System2dClass()
  const bodies: Body2d[] = []
  for (let id = 1; id <= world.count; id++) {
    const place = { x: minX[id]!, y: minY[id]! }
    const options = { isStatic: fixed[id] === 1, userData: id }
    bodies[id] = system.createBox(place, maxX[id]! - minX[id]!, maxY[id]! - minY[id]!, options)
  }
  return {
    findPairs(out) {
      for (let i = 0; i < movers.length; i++) bodies[movers[i]!]!.setPosition(minX[movers[i]!]!, minY[movers[i]!]!)
      for (let i = 0; i < movers.length; i++) {
        const id = movers[i]!
        for (const other of system.search(bodies[id]!)) {
          const otherId = other.userData!
          if (otherId > id || moves[otherId] === 0) pushPair(out, id, otherId)
        }
      }
    },
  }
}

interface Vec2 { x: number; y: number }
interface Bounds2 { lowerBound: Vec2; upperBound: Vec2 }
interface DynamicTree {
  createProxy(box: Bounds2, userData: number): number
  moveProxy(proxy: number, box: Bounds2, displacement: Vec2): boolean
  query(box: Bounds2, visit: (proxy: number) => boolean): void
  getUserData(proxy: number): number
}
interface Planck {
  readonly DynamicTree: new () => DynamicTree
  readonly AABB: new (lower: Vec2, upper: Vec2) => Bounds2
  readonly Vec2: new (x: number, y: number) => Vec2
}
let planck: Planck

/** The tree keeps fat boxes, so what it reports is tested against the true ones. */
function createPlanck(world: BoxWorld): Subject {
  const { movers, moves, minX, minY, maxX, maxY } = world
  const tree = new planck.DynamicTree()
  const box = new planck.AABB(new planck.Vec2(0, 0), new planck.Vec2(0, 0))
  const still = new planck.Vec2(0, 0)
  const load = (id: number): void => {
    box.lowerBound.x = minX[id]!
    box.lowerBound.y = minY[id]!
    box.upperBound.x = maxX[id]!
    box.upperBound.y = maxY[id]!
  }
  const proxyOf = new Int32Array(world.count + 1)
  for (let id = 1; id <= world.count; id++) {
    load(id)
    proxyOf[id] = tree.createProxy(box, id)
  }
  return {
    findPairs(out) {
      for (let i = 0; i < movers.length; i++) {
        load(movers[i]!)
        tree.moveProxy(proxyOf[movers[i]!]!, box, still)
      }
      for (let i = 0; i < movers.length; i++) {
        const id = movers[i]!
        const x0 = minX[id]!, y0 = minY[id]!, x1 = maxX[id]!, y1 = maxY[id]!
        load(id)
        tree.query(box, (proxy) => {
          const other = tree.getUserData(proxy)
          if (other === id || (other < id && moves[other] === 1)) return true
          if (minX[other]! <= x1 && maxX[other]! >= x0 && minY[other]! <= y1 && maxY[other]! >= y0) pushPair(out, id, other)
          return true
        })
      }
    },
  }
}

export const peers: readonly SubjectEntry[] = [
  {
    name: 'rbush', peer: true, create: createRbush,
    load: async () => { RbushClass = (await loadPeer<{ default: typeof RbushClass }>('rbush')).default },
  },
  {
    name: 'flatbush', peer: true, create: createFlatbush,
    load: async () => { FlatbushClass = (await loadPeer<{ default: typeof FlatbushClass }>('flatbush')).default },
  },
  {
    name: 'box-intersect', peer: true, create: createBoxIntersect,
    load: async () => { boxIntersect = (await loadPeer<{ default: BoxIntersect }>('box-intersect')).default },
  },
  {
    name: 'detect-collisions', peer: true, create: createDetectCollisions,
    async load() {
      // A CommonJS package behind an ES entry: its names are sometimes on the default export.
      const loaded = await loadPeer<{ System?: typeof System2dClass; default?: { System: typeof System2dClass } }>('detect-collisions')
      System2dClass = loaded.System ?? loaded.default!.System
    },
  },
  {
    name: 'planck', peer: true, create: createPlanck,
    load: async () => { planck = await loadPeer<Planck>('planck') },
  },
]
