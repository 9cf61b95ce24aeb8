import type { BodyData, DriveApi, PointData, Scene } from '../../examples/scenes/types.ts'

/**
 * Loads a package that only the bench installs. The specifier is not seen by compiler and bundler, so the project
 * is checked and built without its peers.
 */
export async function loadPeer<T>(name: string): Promise<T> {
  const loaded = await import(name) as { default?: unknown }
  return loaded as T
}

/** A scene has something that an engine is not set up for: no fault of anybody. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported'
}

/** What only some scenes use, and not every peer is set up for. */
const EXTRAS = ['oneWay', 'motion', 'rollingResistance', 'tangentSpeed', 'parts', 'absent', 'field'] as const
type Extra = (typeof EXTRAS)[number]

/** @throws Unsupported when a scene has something that would be left out silently. `able`: what this engine can do of it. */
function refuseExtras(scene: Scene, able: readonly Extra[]): void {
  for (const body of scene.bodies) {
    const extra = EXTRAS.find((key) => body[key] !== undefined && !able.includes(key))
    if (body.motion?.maxSpeed !== undefined) throw new Unsupported('no peer has a limit of the speed of one body')
    if (body.filter?.group !== undefined) throw new Unsupported('no peer is set up for groups of bodies')
    if (extra !== undefined) throw new Unsupported(`bodies of "${scene.name}" have "${extra}", which this engine is not set up for`)
  }
}

/** Poses of all bodies of a scene: x, y, cosine, sine. What peers are read back into in each step. */
export class PoseBuffer {
  readonly data: Float64Array

  constructor(scene: Scene, able: readonly Extra[] = []) {
    refuseExtras(scene, able)
    this.data = new Float64Array(scene.bodies.length * 4)
    scene.bodies.forEach((body, i) => {
      const { angle = 0, absent = false } = body
      if (absent) this.clear(i)
      else this.data.set([body.x, body.y, Math.cos(angle), Math.sin(angle)], i * 4)
    })
  }

  /** The body is not in the world. */
  clear(body: number): void {
    this.data.fill(NaN, body * 4, body * 4 + 4)
  }

  read(body: number, out: Float64Array): void {
    for (let k = 0; k < 4; k++) out[k] = this.data[body * 4 + k]!
  }
}

/** As {@link PoseBuffer}, for engines that count angles: x, y, angle. */
export class AngleBuffer {
  readonly data: Float64Array

  constructor(scene: Scene) {
    refuseExtras(scene, [])
    this.data = new Float64Array(scene.bodies.length * 3)
    scene.bodies.forEach(({ x, y, angle = 0 }, i) => this.data.set([x, y, angle], i * 3))
  }

  read(body: number, out: Float64Array): void {
    const angle = this.data[body * 3 + 2]!
    out[0] = this.data[body * 3]!
    out[1] = this.data[body * 3 + 1]!
    out[2] = Math.cos(angle)
    out[3] = Math.sin(angle)
  }
}

/** For an engine that is only set up to let scenes set velocities. */
export function onlyVelocities(setVelocity: DriveApi['setVelocity']): DriveApi {
  const refuse = (): never => { throw new Unsupported('this engine is not set up for what the scene does to its bodies') }
  return { setVelocity, push: refuse, read: refuse, spawn: refuse, despawn: refuse, explode: refuse, walk: refuse, setMotor: refuse, held: () => false }
}

export function isDynamic(body: BodyData): boolean {
  return body.kind === undefined
}

/** Bodies may only have the shapes that every peer knows. */
export function unsupported(body: BodyData): Unsupported {
  return new Unsupported(`no way to make a ${body.shape.type} in this engine`)
}

/** The value that some body names, where the engine has one for all; undefined when none does. */
export function commonValue(scene: Scene, key: 'friction' | 'restitution'): number | undefined {
  return scene.bodies.find((body) => body[key] !== undefined)?.[key]
}

/** Whether anything in the scene only feels. */
export function usesSensors(scene: Scene): boolean {
  return scene.bodies.some((body) => body.sensor === true || body.parts?.some((part) => part.sensor === true))
}

/** An open chain with one more link at each end, straight on: the neighbors that its ends do not have. */
export function extendChain(points: readonly PointData[]): PointData[] {
  const beyond = (end: PointData, before: PointData): PointData => ({ x: 2 * end.x - before.x, y: 2 * end.y - before.y })
  return [beyond(points[0]!, points[1]!), ...points, beyond(points.at(-1)!, points.at(-2)!)]
}
