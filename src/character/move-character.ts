import { type EntityId, type World, addComponent } from 'bitecs'
import { exists } from '../exists.ts'
import { enterStep, leaveStep } from '../../systems/within-step.ts'
import { PlatformLeave } from '../../components/character.ts'
import { MOST_LARGE_STEP, MOST_NUMBER } from '../../components/limits.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { syncBodies } from '../lifecycle/sync.ts'
import { moving, refuseWithinMove } from '../state/moving.ts'
import { requirePhysics } from '../state/registry.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import { bearDown, findBegan, noteFormer } from './bear.ts'
import { standBetween, standsAlready } from './between.ts'
import { carry, findCarry, holdOn, rideAlong } from './carry.ts'
import { castProbe, probeWay } from './cast.ts'
import { around, beginRegion, extendRegion, gatherObstacles, growRegion } from './gather.ts'
import { ground, marks, move, wall } from './move.ts'
import { loadParts } from './parts.ts'
import { place } from './place.ts'
import { Gait, Hit, MARK_STRIDE, Mark, Move } from './records.ts'
import { separate } from './separate.ts'
import { loadSettings } from './settings.ts'
import { land, slide } from './slide.ts'
import { snapDown } from './step.ts'
import { dropAlong, layAlong, sideOf } from './vectors.ts'
import { shown } from '../shown.ts'

/** Of a length unit a second: who moves up faster has left the ground. */
const LEAVES = 1e-6

/** Skins that it goes down to get through a one-way platform. */
const SINKS = 3

/** The velocity that is asked for, and seconds. */
const given = new Float64Array(3)

/**
 * Moves a character: a `Kinematic` body with a `Character`. Call it once for each after `stepPhysics`, with the velocity
 * that it shall have, gravity included, since nothing else pulls it down:
 *
 * `moveCharacter(world, hero, speed, CharacterState.vy[hero] - 9.81 * dt, dt)`
 *
 * It is taken along by what carries it, goes up to what is in its way and along it, over steps, and down with the ground.
 * What came of it stands in `CharacterState`: whether it is grounded, on what, and the velocity that it is left with. On
 * the ground a velocity that leads up is a jump, and one that leads down is its weight. The same state and the same
 * arguments give the same move.
 * @param vx, vy Velocity, length/s: on the ground against the ground.
 * @param dt Seconds, as the step before was long. 0 does nothing.
 * @throws Error when the entity is no kinematic body or has no `Character`, from inside a step of its world, and from a hook that
 * another move calls.
 * @throws RangeError on a number that is not finite, a velocity above 10¹², a negative `dt` and one above 60.
 */
export function moveCharacter(world: World, entity: EntityId, vx: number, vy: number, dt: number): void {
  refuseWithinMove('moveCharacter')
  // An array would make numbers of anything.
  given[0] = typeof vx === 'number' ? vx : NaN
  given[1] = typeof vy === 'number' ? vy : NaN
  given[2] = typeof dt === 'number' ? dt : NaN
  run(world, entity)
}

/** A hook or a broad phase of another world, within a step of that, may move it. */
function run(world: World, body: EntityId): void {
  const physics = requirePhysics(world, 'moveCharacter')
  // The masks of bitECS take 7n for 7.
  if (typeof body !== 'number') throw new Error(`moveCharacter: entity ${shown(body)} does not exist.`)
  const putBack = enterStep()
  moving.physics = physics
  try {
    runMove(physics, world, body)
  } finally {
    moving.physics = null
    leaveStep(putBack)
  }
}

/**
 * What every move passes through is written out here, on purpose: V8 does not inline a function of more than 460 bytes of
 * bytecode, and it inlines `moveCharacter`, whose numbers would be boxed else, only as long as that has not swallowed a long
 * one itself. test/character/memory.test.ts fails when that is lost.
 */
function runMove(physics: PhysicsWorld, world: World, body: EntityId): void {
  const { presence, components, bodies } = physics
  const { Position, CharacterState: state } = components
  if (physics.phase !== Phase.Idle) throw new Error('moveCharacter: the world is stepping. Call it after stepPhysics.')
  if (!presence.Character.has(body)) {
    // Who does not exist has none either; asking that of each takes 4 % of a move.
    if (!exists(world, body)) throw new Error(`moveCharacter: entity ${shown(body)} does not exist.`)
    throw new Error(`moveCharacter: entity ${body} has no Character. Add one with addComponent(world, entity, Character).`)
  }
  syncBodies(physics)
  if (!bodies.isBody(body) || bodies.kind[body] !== BodyKind.Kinematic) {
    throw new Error(
      `moveCharacter: entity ${body} is no kinematic body. A character has a Position, a Shape and the tag Kinematic.`,
    )
  }
  if (!(Math.abs(given[0]!) <= MOST_NUMBER && Math.abs(given[1]!) <= MOST_NUMBER && given[2]! >= 0 && given[2]! <= MOST_LARGE_STEP)) throw badNumbers(body)
  if (given[2] === 0) return
  if (!presence.CharacterState.has(body)) addComponent(world, body, components.CharacterState)
  move[Move.X] = Position.x[body]!
  move[Move.Y] = Position.y[body]!
  move[Move.VX] = given[0]!
  move[Move.VY] = given[1]!
  move[Move.Time] = given[2]!
  move[Move.Fall] = 0
  // A call of `fill` costs as much as the measuring of a gap.
  for (let k = 0; k < MARK_STRIDE; k++) marks[k] = 0
  marks[Mark.Ground] = -1
  wall[Hit.NormalX] = 0
  wall[Hit.NormalY] = 0
  ground[Hit.NormalX] = state.groundNormalX[body]!
  ground[Hit.NormalY] = state.groundNormalY[body]!
  loadSettings(physics, body)
  loadParts(physics, body)
  decideGait(physics, body)
  findCarry(physics, body)
  setOut(physics, body)
  look(physics, body)
  carry(physics, body)
  separate(physics, body)
  landOnPlatform(physics, body)
  sink(physics, body)
  slide(physics, body)
  conclude(physics, body)
}

function badNumbers(body: number): RangeError {
  return new RangeError(
    `moveCharacter: the velocity must be at most ${MOST_NUMBER} and dt from 0 to ${MOST_LARGE_STEP} seconds; entity ${body} was given ` +
      `(${given[0]}, ${given[1]}) and ${given[2]}.`,
  )
}

/** Whether it goes, flies, jumps or floats. */
function decideGait(physics: PhysicsWorld, body: number): void {
  const { Character, CharacterState: state } = physics.components
  if (Character.floating[body] === 1) {
    marks[Mark.Gait] = Gait.Float
    return
  }
  marks[Mark.Gait] = Gait.Fly
  findRise()
  const rise = move[Move.Rise]!
  const rises = rise > LEAVES * physics.settings.lengthUnit
  // One that is made shortly after it went over an edge is a jump, too.
  if (rises) state.jumped[body] = 1
  if (state.grounded[body] === 0) return
  if (rises) {
    jump(physics, body)
    return
  }
  marks[Mark.Gait] = Gait.Walk
  move[Move.Fall] = Math.max(0, -rise)
}

function findRise(): void {
  move[Move.Rise] = move[Move.VX]! * move[Move.UpX]! + move[Move.VY]! * move[Move.UpY]!
}

/** It leaves the ground by itself, with what the ground gives it along. */
function jump(physics: PhysicsWorld, body: number): void {
  const nx = ground[Hit.NormalX]!
  const ny = ground[Hit.NormalY]!
  // Who runs uphill faster than the jump is high would run on: the jump comes on top of the climb.
  if (move[Move.VX]! * nx + move[Move.VY]! * ny <= 0) {
    const up = nx * move[Move.UpX]! + ny * move[Move.UpY]!
    const level = move[Move.VX]! * move[Move.RightX]! + move[Move.VY]! * move[Move.RightY]!
    const climb = up > 0 ? (-level * (nx * move[Move.RightX]! + ny * move[Move.RightY]!)) / up : 0
    move[Move.VX] = move[Move.VX]! + climb * move[Move.UpX]!
    move[Move.VY] = move[Move.VY]! + climb * move[Move.UpY]!
  }
  leavePlatform(physics, body)
}

/** Gives it the velocity of the ground that it leaves, as far as it wants that. */
function leavePlatform(physics: PhysicsWorld, body: number): void {
  const { Character, CharacterState: state } = physics.components
  const mode = Character.platformLeave[body]
  if (mode === PlatformLeave.Drop) return
  const belt = state.beltSpeed[body]!
  const x = state.groundVelocityX[body]! + belt * state.groundNormalY[body]!
  const y = state.groundVelocityY[body]! - belt * state.groundNormalX[body]!
  const rise = x * move[Move.UpX]! + y * move[Move.UpY]!
  const less = mode === PlatformLeave.AddUpward && rise < 0 ? rise : 0
  move[Move.VX] = move[Move.VX]! + x - less * move[Move.UpX]!
  move[Move.VY] = move[Move.VY]! + y - less * move[Move.UpY]!
}

/** The way that it is to go. */
function setOut(physics: PhysicsWorld, body: number): void {
  const { Character } = physics.components
  const time = move[Move.Time]!
  move[Move.WayX] = move[Move.VX]! * time
  move[Move.WayY] = move[Move.VY]! * time
  move[Move.Side] = sideOf(Move.VX)
  if (marks[Mark.Gait] === Gait.Walk) goOnFoot(Character.constantSpeed[body] === 1, Character.stopOnSlope[body] === 1)
}

/** On foot it goes along the ground, and its weight only takes it down a slope where it is let. */
function goOnFoot(constantSpeed: boolean, stops: boolean): void {
  const time = move[Move.Time]!
  const tx = ground[Hit.NormalY]!
  const ty = -ground[Hit.NormalX]!
  const slips = stops ? 0 : -move[Move.Fall]! * (tx * move[Move.UpX]! + ty * move[Move.UpY]!)
  dropAlong(Move.VX, Move.UpX)
  dropAlong(Move.WayX, Move.UpX)
  layAlong(Move.WayX, ground, constantSpeed)
  if (slips === 0) return
  move[Move.VX] = move[Move.VX]! + slips * tx
  move[Move.VY] = move[Move.VY]! + slips * ty
  move[Move.WayX] = move[Move.WayX]! + slips * tx * time
  move[Move.WayY] = move[Move.WayY]! + slips * ty * time
}

/** Finds all that it may meet. */
function look(physics: PhysicsWorld, body: number): void {
  const x = move[Move.WayX]!
  const y = move[Move.WayY]!
  const length = Math.sqrt(x * x + y * y)
  const walks = marks[Mark.Gait] === Gait.Walk
  beginRegion()
  extendRegion(Move.CarryX)
  extendRegion(Move.WayX)
  // Where its way may bend to.
  const floats = marks[Mark.Gait] === Gait.Float
  around[0] = length + (walks ? move[Move.StepHeight]! : 0)
  around[1] = length + (walks ? move[Move.Snap]! : move[Move.Skin]!)
  around[2] = floats ? length : !walks ? 0.5 * length + move[Move.Corner]! : length === 0 ? 0 : move[Move.StepWidth]!
  growRegion()
  gatherObstacles(physics, body)
}

/** A platform caught it in the air. */
function landOnPlatform(physics: PhysicsWorld, body: number): void {
  const { CharacterState: state, Character } = physics.components
  if (marks[Mark.Gait] !== Gait.Walk || state.grounded[body] === 1) return
  dropAlong(Move.VX, Move.UpX)
  dropAlong(Move.WayX, Move.UpX)
  layAlong(Move.WayX, ground, Character.constantSpeed[body] === 1)
}

/** Lets it down through the one-way platform that it stands on: below its face the platform lets it pass. */
function sink(physics: PhysicsWorld, body: number): void {
  const { Character } = physics.components
  if (marks[Mark.Gait] !== Gait.Walk || Character.dropThrough[body] === 0) return
  const depth = SINKS * move[Move.Skin]!
  probeWay[0] = -depth * move[Move.UpX]!
  probeWay[1] = -depth * move[Move.UpY]!
  if (castProbe(physics, false) >= 0) return
  move[Move.X] = move[Move.X]! + probeWay[0]!
  move[Move.Y] = move[Move.Y]! + probeWay[1]!
  marks[Mark.Gait] = Gait.Fly
}

/** Says on what it stands now, and writes all that the move has come to. */
function conclude(physics: PhysicsWorld, body: number): void {
  const { CharacterState: state } = physics.components
  const before = state.grounded[body]!
  const stands = findGround(physics)
  if (stands) {
    // It ended its way exactly there.
    if (marks[Mark.Gait] === Gait.Fly) land(ground)
    // Before its ground takes on how it goes now.
    noteFormer(physics, body)
    holdOn(physics, body)
    findBegan(physics, body)
    state.jumped[body] = 0
    bearDown(physics, body)
    findRise()
    if (move[Move.Rise]! > 0 || physics.components.Character.stopOnSlope[body] === 1) dropAlong(Move.VX, Move.UpX)
  } else {
    if (before === 1 && state.jumped[body] === 0) leavePlatform(physics, body)
    state.ground[body] = 0
    state.beltSpeed[body] = 0
    state.load[body] = 0
    state.groundVelocityX[body] = 0
    state.groundVelocityY[body] = 0
  }
  state.grounded[body] = stands ? 1 : 0
  state.groundNormalX[body] = stands ? ground[Hit.NormalX]! : 0
  state.groundNormalY[body] = stands ? ground[Hit.NormalY]! : 0
  state.airTime[body] = stands ? 0 : state.airTime[body]! + move[Move.Time]!
  state.onWall[body] = marks[Mark.OnWall]!
  state.onCeiling[body] = marks[Mark.OnCeiling]!
  state.squeezed[body] = marks[Mark.Squeezed]!
  state.wallNormalX[body] = marks[Mark.OnWall] === 1 ? wall[Hit.NormalX]! : 0
  state.wallNormalY[body] = marks[Mark.OnWall] === 1 ? wall[Hit.NormalY]! : 0
  state.vx[body] = move[Move.VX]!
  state.vy[body] = move[Move.VY]!
  place(physics, body)
  rideAlong(physics, body)
}

function findGround(physics: PhysicsWorld): boolean {
  const skin = move[Move.Skin]!
  if (marks[Mark.Gait] === Gait.Float) return false
  if (marks[Mark.Gait] === Gait.Walk) {
    move[Move.Depth] = Math.max(move[Move.Snap]!, 0.5 * skin)
    if (marks[Mark.Stepping] === 1 && marks[Mark.Ground]! >= 0) return true
    return standsAlready(physics) || snapDown(physics) || standBetween(physics)
  }
  findRise()
  if (move[Move.Rise]! > LEAVES * physics.settings.lengthUnit) return false
  move[Move.Side] = 0
  move[Move.Depth] = 0.5 * skin
  return standsAlready(physics) || snapDown(physics) || standBetween(physics)
}
