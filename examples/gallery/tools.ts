import { explode } from '../../src/index.ts'
import type { BodyData, ViewData } from '../scenes/types.ts'
import type { Grab } from './grab.ts'
import type { Hand } from './pointer.ts'
import type { Simulation } from './simulation.ts'

/** What a pointer on the scene can do. */
export const TOOLS = [
  { name: 'drag', title: 'Drag', text: 'pull and throw bodies' },
  { name: 'spawn', title: 'Spawn', text: 'put a body where you press' },
  { name: 'explode', title: 'Explode', text: 'set off a charge where you press' },
] as const
export type ToolName = (typeof TOOLS)[number]['name']

/** Bodies that can be spawned before the first of them comes again. */
const SPARES = 100
/** Of the height of the view: half the size of a spawned body, and how far a charge reaches. */
const SPARE_SIZE = 1 / 45
const REACH = 1 / 5
/** Newton-seconds a meter of outline, for each meter of the reach. */
const STRENGTH = 3

/** Bodies of four shapes that stand by to be spawned, of a size that fits the view. */
export function spareBodies({ x, y, height }: ViewData): BodyData[] {
  const half = Math.max(0.15, Math.min(0.6, height * SPARE_SIZE))
  const shapes: BodyData['shape'][] = [
    { type: 'circle', radius: half },
    { type: 'box', halfWidth: half, halfHeight: half },
    { type: 'capsule', halfLength: half * 0.7, radius: half * 0.6 },
    { type: 'polygon', points: [{ x: -half, y: -half * 0.8 }, { x: half, y: -half * 0.8 }, { x: 0, y: half * 1.2 }] },
  ]
  return Array.from({ length: SPARES }, (_, i) => ({ x, y, shape: shapes[i % shapes.length]!, absent: true }))
}

/** A charge that went off, as it is shown for a moment. */
export interface Flash {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Milliseconds of the page. */
  readonly start: number
}

/** The tool in use, as the pointer holds it. */
export class Toolbox implements Hand {
  tool: ToolName = 'drag'
  flash: Flash | null = null

  constructor(private readonly simulation: Simulation, private readonly grab: Grab) {}

  get active(): boolean {
    return this.tool !== 'drag' || this.grab.active
  }

  take(x: number, y: number, reach: number): void {
    if (this.tool === 'drag') this.grab.take(x, y, reach)
    else if (this.tool === 'spawn') this.simulation.spawn(x, y)
    else this.detonate(x, y)
  }

  moveTo(x: number, y: number): void {
    this.grab.moveTo(x, y)
  }

  release(): void {
    this.grab.release()
  }

  private detonate(x: number, y: number): void {
    const { scene, world } = this.simulation.built
    const radius = Math.min(12, (scene.start ?? scene.view).height * REACH)
    explode(world, x, y, { radius: radius / 4, falloff: radius, impulse: radius * STRENGTH })
    this.flash = { x, y, radius, start: performance.now() }
  }
}
