import type { World } from 'bitecs'
import type { Position } from '../../components/position.ts'
import type { Rotation } from '../../components/rotation.ts'
import type { NumericArray } from '../../components/spec.ts'
import { PoseHistory, WAY_STRIDE, Way } from '../state/pose-history.ts'
import { requirePhysics } from '../state/registry.ts'
import { fitStore } from '../stores/fit-store.ts'
import { shown } from '../shown.ts'

/** Where bodies are drawn, by entity id: columns of your own, typed or plain. {@link interpolate} fills and grows them. */
export interface DrawnPoses<A extends NumericArray = NumericArray> {
  /** Where the origin of a body is drawn. Unit: length. */
  x: A
  y: A
  /** Radians, counter-clockwise, never wrapped. */
  angle: A
}

/** Columns for {@link interpolate}. They are empty until it fills them. */
export function createDrawnPoses(): DrawnPoses<Float64Array> {
  return { x: new Float64Array(0), y: new Float64Array(0), angle: new Float64Array(0) }
}

/**
 * Fills `out` with the poses to draw: for all that the last step moved a pose between the one that it had before that
 * step and the one that it has now, for everything else with a `Position` where it is. What was spawned or put somewhere
 * (`teleport`, `set(…)` or a plain write) is drawn there at once; an angle goes the way that the body has turned. The
 * simulation does not notice.
 *
 * The first call of a world lets its steps keep what this needs, 48 bytes for each awake body: it draws bodies where they
 * are.
 * @param alpha How much of a step has passed since the last one, from 0 to 1: what `stepper.advance` returns.
 * @param out Columns by entity id. Those that are too short are replaced by longer ones, or filled up.
 * @returns `out`.
 * @throws RangeError on an `alpha` outside 0 to 1.
 * @throws Error without physics. @throws TypeError when `out` lacks a column, or is what the engine simulates with.
 */
export function interpolate<P extends DrawnPoses>(world: World, alpha: number, out: P): P {
  const physics = requirePhysics(world, 'interpolate')
  if (!(typeof alpha === 'number' && alpha >= 0 && alpha <= 1)) {
    throw new RangeError(`interpolate: alpha must be from 0 to 1, got ${shown(alpha)}. Pass what stepper.advance returned.`)
  }
  const { Position, Rotation } = physics.components
  checkOut(out, Position, Rotation)
  physics.solver.history ??= new PoseHistory()
  const room = Math.max(physics.columns.capacity, Position.x.length, Position.y.length, Rotation.angle.length)
  if (out.x.length < room || out.y.length < room || out.angle.length < room) fitStore(out, room)
  copy(Position.x, out.x)
  copy(Position.y, out.y)
  copy(Rotation.angle, out.angle)
  draw(physics.solver.history, alpha, Position.x, Position.y, Rotation.angle, out)
  return out
}

/** Puts back on its way what the last step moved, and nobody has touched since. */
function draw(
  { count, entities, poses }: PoseHistory, alpha: number, x: NumericArray, y: NumericArray, angle: NumericArray, out: DrawnPoses,
): void {
  const { x: drawnX, y: drawnY, angle: drawnAngle } = out
  const left = 1 - alpha
  for (let i = 0; i < count; i++) {
    const body = entities[i]!
    const w = i * WAY_STRIDE
    const toX = poses[w + Way.ToX]!
    const toY = poses[w + Way.ToY]!
    const toAngle = poses[w + Way.ToAngle]!
    if (x[body] !== toX || y[body] !== toY || angle[body] !== toAngle) continue
    drawnX[body] = toX - (toX - poses[w + Way.FromX]!) * left
    drawnY[body] = toY - (toY - poses[w + Way.FromY]!) * left
    drawnAngle[body] = toAngle - (toAngle - poses[w + Way.FromAngle]!) * left
  }
}

/** `to` is as long as `from` or longer. */
function copy(from: NumericArray, to: NumericArray): void {
  if (ArrayBuffer.isView(to)) (to as Float64Array).set(from as Float64Array)
  else for (let i = 0; i < from.length; i++) to[i] = from[i]!
}

function checkOut(out: DrawnPoses, position: Position<NumericArray>, rotation: Rotation<NumericArray>): void {
  if (typeof out !== 'object' || out === null) {
    throw new TypeError(`interpolate: out must have the columns x, y and angle, got ${shown(out)}. Make it with createDrawnPoses().`)
  }
  if (isOneOf(position.x, out) || isOneOf(position.y, out) || isOneOf(rotation.angle, out)) {
    throw new TypeError('interpolate: out must have columns of its own: what is drawn may not be what is simulated.')
  }
  if (out.x === out.y || out.x === out.angle || out.y === out.angle) throw new TypeError('interpolate: out must have three columns: two of its names are one array.')
  if (isColumn(out.x) && isColumn(out.y) && isColumn(out.angle)) return
  throw new TypeError('interpolate: out must have the columns x, y and angle. Make it with createDrawnPoses().')
}

function isOneOf(column: NumericArray, { x, y, angle }: DrawnPoses): boolean {
  return column === x || column === y || column === angle
}

function isColumn(column: unknown): boolean {
  if (!ArrayBuffer.isView(column)) return Array.isArray(column)
  return !(column instanceof DataView || column instanceof BigInt64Array || column instanceof BigUint64Array)
}
