import type { Position } from '../../components/position.ts'
import type { Rotation } from '../../components/rotation.ts'
import type { NumericArray } from '../../components/spec.ts'
import type { Extent, StateList } from '../stores/state-list.ts'

/** Places in a record of {@link PoseHistory.poses}. */
export enum Way {
  FromX = 0,
  FromY = 1,
  FromAngle = 2,
  ToX = 3,
  ToY = 4,
  ToAngle = 5,
}

export const WAY_STRIDE = 6

/** Bodies that fit before the first growth. */
const FIRST = 64

/**
 * Where the bodies that the last step moved were when it set out to move them, and where it left them. What it took in
 * before that (spawns, teleports, writes) is no part of the way. Angles are never wrapped, so that the way of an angle is
 * the turn that was made.
 */
export class PoseHistory {
  /** Bodies that were awake in the last step. */
  count = 0
  entities = new Uint32Array(FIRST)
  poses = new Float64Array(FIRST * WAY_STRIDE)

  /** Called when everything of the user was taken in, and nothing has moved yet. */
  begin(awake: Uint32Array, count: number, { x, y }: Position<NumericArray>, { angle }: Rotation<NumericArray>): void {
    if (count > this.entities.length) this.grow(count)
    const { entities, poses } = this
    for (let i = 0; i < count; i++) {
      const body = awake[i]!
      const w = i * WAY_STRIDE
      entities[i] = body
      poses[w + Way.FromX] = x[body]!
      poses[w + Way.FromY] = y[body]!
      poses[w + Way.FromAngle] = angle[body]!
    }
    this.count = count
  }

  /**
   * Called when the poses of the step were written, and nobody else had a say since.
   * @param gone Not 0 for a body that left meanwhile: its id may be another's by now.
   */
  end({ x, y }: Position<NumericArray>, { angle }: Rotation<NumericArray>, gone: Uint8Array): void {
    const { entities, poses, count } = this
    for (let i = 0; i < count; i++) {
      const body = entities[i]!
      const w = i * WAY_STRIDE
      poses[w + Way.ToX] = x[body]!
      poses[w + Way.ToY] = y[body]!
      poses[w + Way.ToAngle] = angle[body]!
      // No pose equals NaN: what stands there is drawn where it is. As a choice between two numbers it was boxed for each body.
      if (gone[body] !== 0) poses[w + Way.ToX] = NaN
    }
  }

  /**
   * Notes the way of a body that was moved after the step: from one place in `at` to another. An earlier way of it no
   * longer ends where it is.
   */
  add(body: number, at: Float64Array, from: number, to: number, { angle }: Rotation<NumericArray>): void {
    const i = this.count++
    if (this.count > this.entities.length) this.extend()
    const w = i * WAY_STRIDE
    this.entities[i] = body
    this.poses[w + Way.FromX] = at[from]!
    this.poses[w + Way.FromY] = at[from + 1]!
    this.poses[w + Way.FromAngle] = angle[body]!
    this.poses[w + Way.ToX] = at[to]!
    this.poses[w + Way.ToY] = at[to + 1]!
    this.poses[w + Way.ToAngle] = angle[body]!
  }

  private extend(): void {
    const { entities, poses } = this
    this.grow(this.count)
    this.entities.set(entities)
    this.poses.set(poses)
  }

  private grow(count: number): void {
    const room = Math.max(count, 2 * this.entities.length)
    this.entities = new Uint32Array(room)
    this.poses = new Float64Array(room * WAY_STRIDE)
  }
}

/** What was drawn between is drawn between again. There is none before somebody asks for it. */
export function listPoseHistory(list: StateList, solver: { history: PoseHistory | null }): void {
  const drawn = {
    get count() { return solver.history?.count ?? 0 },
    set count(count: number) {
      if (solver.history !== null) solver.history.count = count
    },
    get entities() { return solver.history?.entities ?? NOBODY },
    get poses() { return solver.history?.poses ?? NOWHERE },
  }
  const bodies: Extent = {
    used: () => drawn.count,
    reserve: (entries) => {
      if (entries === 0) return
      solver.history ??= new PoseHistory()
      if (solver.history.entities.length < entries) solver.history['grow'](entries)
    },
    cleared: false,
  }
  list.begin('drawn').array(drawn, 'entities', bodies).array(drawn, 'poses', bodies, WAY_STRIDE).counts(drawn, 'count')
}

const NOBODY = new Uint32Array(0)
const NOWHERE = new Float64Array(0)
