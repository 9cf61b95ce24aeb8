import { loadPeer } from '../engines/peer.ts'
import type { StaticWorld } from './static-world.ts'

/** Casts one ray; gives the fraction of the closest hit, 1 where there is none. */
export type CastRay = (x1: number, y1: number, x2: number, y2: number) => number

interface Vec2 { x: number; y: number }
interface Planck {
  readonly World: new (def: object) => {
    createBody(def: object): { createFixture(def: object): unknown }
    rayCast(from: Vec2, to: Vec2, visit: (fixture: unknown, point: Vec2, normal: Vec2, fraction: number) => number): void
  }
  readonly Box: new (halfWidth: number, halfHeight: number) => object
  readonly Vec2: new (x: number, y: number) => Vec2
}

/** A world of static bodies in planck, asked as its manual says: the callback shortens the ray. */
export async function planckRays(world: StaticWorld): Promise<CastRay> {
  const planck = await loadPeer<Planck>('planck')
  const physics = new planck.World({ gravity: { x: 0, y: 0 } })
  forEachBox(world, (x, y, halfWidth, halfHeight) => {
    physics.createBody({ type: 'static', position: { x, y } }).createFixture({ shape: new planck.Box(halfWidth, halfHeight) })
  })
  const from = new planck.Vec2(0, 0)
  const to = new planck.Vec2(0, 0)
  let closest = 1
  const visit = (_fixture: unknown, _point: Vec2, _normal: Vec2, fraction: number): number => {
    closest = fraction
    return fraction
  }
  return (x1, y1, x2, y2) => {
    from.x = x1
    from.y = y1
    to.x = x2
    to.y = y2
    closest = 1
    physics.rayCast(from, to, visit)
    return closest
  }
}

interface Rapier {
  init(): Promise<void>
  readonly World: new (gravity: Vec2) => {
    step(): void
    createCollider(desc: object): unknown
    castRayAndGetNormal(ray: object, most: number, solid: boolean): { timeOfImpact: number } | null
  }
  readonly ColliderDesc: { cuboid(halfWidth: number, halfHeight: number): { setTranslation(x: number, y: number): object } }
  readonly Ray: new (origin: Vec2, direction: Vec2) => { origin: Vec2; dir: Vec2 }
}

/** Colliders without bodies in Rapier's world, asked with one ray that is used again. */
export async function rapierRays(world: StaticWorld, packageName: string): Promise<CastRay> {
  const loaded = await loadPeer<Rapier & { default?: Rapier }>(packageName)
  const rapier = loaded.World === undefined && loaded.default !== undefined ? loaded.default : loaded
  await rapier.init()
  const physics = new rapier.World({ x: 0, y: 0 })
  forEachBox(world, (x, y, halfWidth, halfHeight) => {
    physics.createCollider(rapier.ColliderDesc.cuboid(halfWidth, halfHeight).setTranslation(x, y))
  })
  // Its tree is made in a step.
  physics.step()
  const ray = new rapier.Ray({ x: 0, y: 0 }, { x: 1, y: 0 })
  return (x1, y1, x2, y2) => {
    ray.origin.x = x1
    ray.origin.y = y1
    ray.dir.x = x2 - x1
    ray.dir.y = y2 - y1
    const hit = physics.castRayAndGetNormal(ray, 1, true)
    return hit === null ? 1 : hit.timeOfImpact
  }
}

/** Visits center and half sizes of every box. */
export function forEachBox(
  { count, minX, minY, maxX, maxY }: StaticWorld,
  visit: (x: number, y: number, halfWidth: number, halfHeight: number) => void,
): void {
  for (let id = 1; id <= count; id++) {
    const [x0, y0, x1, y1] = [minX[id]!, minY[id]!, maxX[id]!, maxY[id]!]
    visit((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2)
  }
}
