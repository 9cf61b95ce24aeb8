import type { EntityId, World } from 'bitecs'
import { exists } from '../exists.ts'
import { shown } from '../shown.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { Pause } from '../bodies/body-records.ts'
import { TIME_TO_SLEEP } from '../constants.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import { kindOf } from '../lifecycle/sync.ts'
import { type Query, ask } from '../queries/state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { findIslands, islandOf } from './islands.ts'
import { whyNoCollider } from './why-no-collider.ts'

/** Why a body is awake, or is not. */
export const AwakeReason = {
  /** It does not exist, or is no body. */
  NoBody: 0,
  /** Static bodies are neither. */
  Static: 1,
  /** It sleeps. */
  Asleep: 2,
  /** It is kinematic and stands still, which costs nothing. */
  Still: 3,
  /** It is kinematic and moves. */
  Kinematic: 4,
  /** `settings.allowSleep` is false. */
  SleepOff: 5,
  /** It is tagged `NeverSleep`. */
  NeverSleep: 6,
  /** It was set, announced or pushed by a force since the last step. */
  Written: 7,
  /** It is faster than what rests: `speed` tells how fast. */
  Moving: 8,
  /** It touches, or is jointed to, a kinematic body that moves: `other`. */
  Driven: 9,
  /** It has not been quiet for long enough: `timeLeft` tells how long it takes yet. */
  Waiting: 10,
  /** It has, but something that it hangs together with has not: `other`. */
  Mate: 11,
} as const

export type AwakeReason = (typeof AwakeReason)[keyof typeof AwakeReason]

/** What {@link explainAwake} found out. */
export interface AwakeExplanation {
  readonly reason: AwakeReason
  /** The same as a sentence. */
  readonly text: string
  /** Whether it is simulated. */
  readonly awake: boolean
  /** How fast its fastest point may be, length/s; 0 for what does not move. What rests is slower than 0.05 m/s. */
  readonly speed: number
  /** How long it has to be quiet yet until it may sleep, seconds. */
  readonly timeLeft: number
  /** The other body that it is about, or 0. */
  readonly other: EntityId
}

/**
 * Why a body is awake, or why it is not: the first thing that keeps it from falling asleep. A child collider stands for its body.
 * @throws Error when the world has no physics.
 */
export function explainAwake(world: World, entity: EntityId): AwakeExplanation {
  return ask(world, 'explainAwake', null, explain, entity, null)
}

function explain({ physics }: Query, entity: EntityId): AwakeExplanation {
  const { bodies, ecs } = physics!
  const body = typeof entity !== 'number' ? 0 : bodies.isBody(entity) ? entity : (bodies.bodyOf[entity] ?? 0)
  if (body === 0) {
    const why = exists(ecs, entity) ? whyNoCollider(physics!, entity) : 'it does not exist'
    return answer(physics!, 0, AwakeReason.NoBody, `Entity ${shown(entity)} is no body: ${why}.`)
  }
  if (kindOf(physics!, body) !== BodyKind.Dynamic) return explainDriver(physics!, body)
  const [reason, why, other] = judge(physics!, body)
  const state = reason === AwakeReason.Asleep ? 'sleeps' : 'is awake'
  return answer(physics!, body, reason, `Body ${body} ${state}: ${why}.`, other)
}

function explainDriver(physics: PhysicsWorld, body: number): AwakeExplanation {
  if (kindOf(physics, body) === BodyKind.Static) {
    return answer(physics, body, AwakeReason.Static, `Body ${body} is Static: it neither sleeps nor wakes.`)
  }
  const { bodies } = physics
  if (bodies.isAwake(body)) return answer(physics, body, AwakeReason.Kinematic, `Body ${body} is awake: it is Kinematic and moves.`)
  if (bodies.paused[body] === Pause.Told) return answer(physics, body, AwakeReason.Asleep, `Body ${body} sleeps: it was tagged Sleeping.`)
  return answer(physics, body, AwakeReason.Still, `Body ${body} is Kinematic and stands still.`)
}

/** What keeps a dynamic body awake, why, and who else has to do with it. */
function judge(physics: PhysicsWorld, body: number): readonly [AwakeReason, string, number] {
  const { bodies, lifecycle, presence, settings } = physics
  if (lifecycle.dirty.flag[body] !== 0) return [AwakeReason.Written, 'it changed since the last step, which wakes it', 0]
  if (lifecycle.forced.flag[body] !== 0 && !bearsCharacter(physics, body)) return [AwakeReason.Written, 'a force is to act on it in the next step', 0]
  if (!bodies.isAwake(body)) return [AwakeReason.Asleep, 'everything that it hangs together with was quiet, or it was tagged Sleeping', 0]
  if (!settings.allowSleep) return [AwakeReason.SleepOff, 'settings.allowSleep is false', 0]
  if (presence.NeverSleep.has(body)) return [AwakeReason.NeverSleep, 'it is tagged NeverSleep', 0]
  const speed = speedOf(physics, body)
  const { sleepSpeed } = physics.tolerances
  if (speed >= sleepSpeed) return [AwakeReason.Moving, `its speed is ${round(speed)}, and what rests is slower than ${round(sleepSpeed)}`, 0]
  const driver = driverOf(physics, body)
  if (driver !== 0) return [AwakeReason.Driven, `it touches or is jointed to ${driver}, which is Kinematic and moves`, driver]
  const left = TIME_TO_SLEEP - bodies.quietTime[body]!
  if (left > 0) return [AwakeReason.Waiting, `it has to be quiet for ${round(left)} s yet`, 0]
  findIslands(physics)
  const mate = liveliest(physics, body)
  if (mate === body) return [AwakeReason.Waiting, 'it has been quiet for long enough, and the next step lets it sleep', 0]
  const [, why] = judge(physics, mate)
  return [AwakeReason.Mate, `it hangs together with ${mate}, which is awake: ${why}`, mate]
}

/** Whether a character stands on it, whose load keeps nothing awake. */
function bearsCharacter({ lifecycle: { kinematics }, components: { CharacterState: state }, presence }: PhysicsWorld, body: number): boolean {
  for (let i = 0; i < kinematics.count; i++) {
    const one = kinematics.items[i]!
    if (presence.CharacterState.has(one) && state.ground[one] === body) return true
  }
  return false
}

/** The body of an island that was quiet for the shortest time. */
function liveliest({ bodies }: PhysicsWorld, body: number): number {
  const island = islandOf(body)
  let least = body
  for (let i = 0; i < bodies.awakeCount; i++) {
    const other = bodies.awake[i]!
    if (bodies.kind[other] !== BodyKind.Dynamic || islandOf(other) !== island) continue
    if (bodies.quietTime[other]! < bodies.quietTime[least]!) least = other
  }
  return least
}

/** A moving kinematic body that keeps another one awake, or 0. */
function driverOf({ bodies, joints, collision: { contacts } }: PhysicsWorld, body: number): number {
  const drives = (other: number): boolean => bodies.kind[other] === BodyKind.Kinematic && bodies.isAwake(other)
  for (let edge = joints.first(body); edge !== 0; edge = joints.next[edge]!) {
    if (drives(joints.otherOf(edge))) return joints.otherOf(edge)
  }
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      if ((contacts.flags[edge >>> 1]! & ContactFlag.Unsolved) !== 0 || contacts.pointCount[edge >>> 1] === 0) continue
      const other = bodies.bodyOf[contacts.otherOf(edge)]!
      if (drives(other)) return other
    }
  }
  return 0
}

/** As the step measures it: of the center of mass, and of the farthest point around it. */
function speedOf({ bodies, components: { Velocity } }: PhysicsWorld, body: number): number {
  const x = Velocity.x[body]!
  const y = Velocity.y[body]!
  return Math.sqrt(x * x + y * y) + Math.abs(Velocity.angular[body]!) * bodies.extent[body]!
}

function answer(physics: PhysicsWorld, body: number, reason: AwakeReason, text: string, other = 0): AwakeExplanation {
  const { bodies } = physics
  const dynamic = body !== 0 && kindOf(physics, body) === BodyKind.Dynamic
  const awake = body !== 0 && bodies.isAwake(body)
  const moves = body !== 0 && kindOf(physics, body) !== BodyKind.Static
  const timeLeft = dynamic && awake ? Math.max(0, TIME_TO_SLEEP - bodies.quietTime[body]!) : 0
  return { reason, text, awake, speed: moves ? speedOf(physics, body) : 0, timeLeft, other }
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)))
}
