import type { EntityId } from 'bitecs'
import { POSE_STRIDE, Pose } from '../bodies/body-records.ts'
import { WORK_STRIDE } from '../solver/contact-groups.ts'
import { STATE_STRIDE, State, Work } from '../solver/motion-records.ts'
import { requirePhysics } from '../state/registry.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import { type Recording, type WorldRecording, requireRecording } from './recording.ts'
import { lookOn, withImpulses } from './spies.ts'

/** What a step had come to when one of its systems had run. */
export interface Stage {
  /** The name of the system in `physics.systems`. */
  readonly system: string
  /** The substep, from 0 on; −1 for what runs once a step. */
  readonly substep: number
  /** The bodies that the step moves. */
  readonly entities: Uint32Array
  /** Their poses and velocities, at the same places as {@link entities}. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly angle: Float64Array
  readonly vx: Float64Array
  readonly vy: Float64Array
  readonly spin: Float64Array
}

/** Where a stage is from, and the impulses of all contacts; nobody else needs to read them. */
interface Origin {
  readonly recording: WorldRecording
  readonly step: number
  readonly impulses: Float64Array
}

const origins = new WeakMap<Stage, Origin>()

/**
 * Plays the step that led to where the recording is once more, and notes after each system what it had come to: from
 * UpdateAABBs over Resolve and Integrate of every substep to FinishSolve, your own systems among them. Where a step of the game
 * steps the world several times, the stages of all follow each other.
 * @returns None at the first step of the recording, and at a cut, to which no step leads.
 * @throws Error within a step, and what it throws. @throws TypeError on what is no recording.
 */
export function readStages(recording: Recording): Stage[] {
  const own = requireRecording(recording, 'readStages')
  const { at } = own
  if (at === own.first || own.kept.at(at)?.isCut === true) return []
  own.go(at - 1)
  const physics = requirePhysics(own.world, 'readStages')
  const stages: Stage[] = []
  lookOn(physics, (system, substep) => { stages.push(stageNow(own, at, physics, system, substep)) }, () => own.forward())
  return stages
}

/**
 * Shows a stage of the step that led to where the recording is: writes its poses, velocities and impulses into the world, to be
 * read, drawn and asked for. `seek` puts things right, to the same step or another.
 * @param stage One of those that `readStages` gave here. Null shows the end of the step again.
 * @throws TypeError on what is no stage or no recording. @throws Error on a stage of another step.
 */
export function showStage(recording: Recording, stage: Stage | null): void {
  const own = requireRecording(recording, 'showStage')
  const origin = originOf(own, stage)
  own.go(own.at)
  if (stage === null || origin === null) return
  own.falsify()
  const physics = requirePhysics(own.world, 'showStage')
  const { Position, Rotation, Velocity } = physics.components
  const { entities, x, y, angle, vx, vy, spin } = stage
  for (let i = 0; i < entities.length; i++) {
    const entity = entities[i]!
    // Who went in the same step has no place any more.
    if (!physics.bodies.isBody(entity)) continue
    Position.x[entity] = x[i]!
    Position.y[entity] = y[i]!
    Rotation.angle[entity] = angle[i]!
    Velocity.x[entity] = vx[i]!
    Velocity.y[entity] = vy[i]!
    Velocity.angular[entity] = spin[i]!
  }
  const { contacts } = physics.collision
  const { impulses } = origin
  contacts.impulse.set(impulses.subarray(0, Math.min(impulses.length, contacts.impulse.length)))
}

/** Null for that of none. Contacts have other numbers in other steps. */
function originOf(recording: WorldRecording, stage: Stage | null): Origin | null {
  if (stage === null) return null
  const origin = origins.get(stage)
  if (origin === undefined) throw new TypeError('showStage: that is no stage. Give one of those that readStages gave, or null.')
  if (origin.recording !== recording) throw new Error('showStage: this stage is of another recording. Read the stages of this one with readStages.')
  if (origin.step === recording.at) return origin
  throw new Error(`showStage: this stage is of the step to ${origin.step}, and the recording is at ${recording.at}. Call seek(${origin.step}) before.`)
}

function stageNow(recording: WorldRecording, step: number, physics: PhysicsWorld, system: string, substep: number): Stage {
  const { bodies } = physics
  const isSolving = physics.phase === Phase.Solving
  const count = isSolving ? physics.solver.solvedCount : bodies.awakeCount
  const column = (): Float64Array => new Float64Array(count)
  const stage = { system, substep, entities: new Uint32Array(count), x: column(), y: column(), angle: column(), vx: column(), vy: column(), spin: column() }
  for (let i = 0; i < count; i++) {
    stage.entities[i] = bodies.awake[i]!
    readComponents(physics, stage, i)
    if (isSolving) addMotion(physics, stage, i)
  }
  withImpulses(physics, (impulses) => origins.set(stage, { recording, step, impulses: Float64Array.from(impulses) }))
  return stage
}

function readComponents({ components: { Position, Rotation, Velocity } }: PhysicsWorld, stage: Stage, i: number): void {
  const entity = stage.entities[i]! as EntityId
  stage.x[i] = Position.x[entity]!
  stage.y[i] = Position.y[entity]!
  stage.angle[i] = Rotation.angle[entity]!
  stage.vx[i] = Velocity.x[entity]!
  stage.vy[i] = Velocity.y[entity]!
  stage.spin[i] = Velocity.angular[entity]!
}

/** Within the substeps bodies are where the solver has moved their centers of mass, and the components where they began. */
function addMotion({ bodies, solver: { states } }: PhysicsWorld, stage: Stage, i: number): void {
  const { state, work } = states
  const s = i * STATE_STRIDE
  const k = (i + 1) * WORK_STRIDE
  const p = stage.entities[i]! * POSE_STRIDE
  const [cos, sin] = [work[k + Work.Cos]!, work[k + Work.Sin]!]
  const [fromX, fromY] = [bodies.pose[p + Pose.FromCenterX]!, bodies.pose[p + Pose.FromCenterY]!]
  stage.x[i] = stage.x[i]! + state[s + State.MovedX]! + (cos * fromX - sin * fromY) - fromX
  stage.y[i] = stage.y[i]! + state[s + State.MovedY]! + (sin * fromX + cos * fromY) - fromY
  stage.angle[i] = stage.angle[i]! + state[s + State.Turn]!
  stage.vx[i] = work[k + Work.X]!
  stage.vy[i] = work[k + Work.Y]!
  stage.spin[i] = work[k + Work.Spin]!
}
