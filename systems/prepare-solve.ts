import { BodyKind } from '../src/bodies/body-kind.ts'
import { POSE_STRIDE, Trait } from '../src/bodies/bodies.ts'
import { ISLAND_REFRESH, MAX_TURN_PER_SUBSTEP, ROCKING_DAMPING } from '../src/constants.ts'
import { AddressTable } from '../src/kernel/address-table.ts'
import { letGo } from '../src/contact-rules/let-go.ts'
import { scaleImpulses } from '../src/contact-rules/scale-impulses.ts'
import { checkStageLength, settingsViolation } from '../src/settings.ts'
import { limitToFloats } from '../src/solver/body-states.ts'
import { WORK_STRIDE } from '../src/solver/contact-groups.ts'
import { Lock } from '../src/solver/lock.ts'
import { Drive, DRIVE_STRIDE, State, STATE_STRIDE, Work } from '../src/solver/motion-records.ts'
import { finishRows, prepareContacts } from '../src/solver/prepare-contacts.ts'
import { setRates } from '../src/solver/rates.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'
import { Phase, type PhysicsWorld } from '../src/state/world.ts'
import { checkValues } from '../src/lifecycle/check.ts'
import { flagForeseen, prepareForeseen } from '../src/continuous/foreseen.ts'
import { updateMass } from '../src/caches/mass.ts'
import { Force, FORCE_STRIDE, Pose } from '../src/bodies/body-records.ts'

/**
 * Fourth system: copies what is solved into the solver's working set. From here to FinishSolve the lists of bodies and
 * contacts stand still, and so does the number of substeps.
 * @throws RangeError on settings that a system of the user made unusable.
 */
export function prepareSolve(face: Physics, dt: number): void {
  const physics = innerOf(face)
  checkStageLength(dt, 'PrepareSolve')
  const { bodies, components, settings, stores } = physics
  const { states, rows, burdens } = physics.solver
  const { contacts } = physics.collision
  const { islands } = physics.sleep
  const violation = settingsViolation(settings)
  if (violation) throw new RangeError(`PrepareSolve: ${violation}`)
  if (physics.phase !== Phase.Solving) physics.phaseOutside = physics.phase
  physics.solver.substep = 0
  physics.solver.substeps = settings.substeps
  if (bodies.awakeCount + contacts.activeCount === 0) {
    rest(physics)
    return
  }
  // First: it may replace the memory.
  states.reserve(bodies.awakeCount, bodies.awake.length)
  states.time[0] = dt / settings.substeps
  setLengths(physics, dt)
  // The mean time of the pushes is half a substep before the middle of the step: they come before the moves.
  states.memory.f64[AddressTable.Lead >> 3] = dt - 0.5 * states.time[0]!
  states.memory.f64[AddressTable.SleepSpeed >> 3] = physics.tolerances.sleepSpeed
  states.memory.f64[AddressTable.Threshold >> 3] = settings.restitutionThreshold
  states.memory.f64[AddressTable.RockingLeft >> 3] = settings.allowSleep ? 1 / (1 + ROCKING_DAMPING * dt) : 1
  // The narrow phase writes it only where there are contacts.
  states.memory.f64[AddressTable.Slop >> 3] = physics.tolerances.linearSlop
  gatherStates(physics)
  physics.phase = Phase.Solving
  physics.solver.solvedCount = bodies.awakeCount
  physics.solver.history?.begin(bodies.awake, bodies.awakeCount, components.Position, components.Rotation)
  if (bodies.awakeCount > 0) {
    physics.solver.softness.update(states.time, physics.solver.substeps)
    setRates(states, physics.solver.softness, settings.lengthUnit)
  }
  applyForces(physics)
  if (physics.stepCount % ISLAND_REFRESH === 0) islands.refresh(states.memory.kernel, bodies, contacts, physics.joints)
  if (bodies.awakeCount > 0) states.memory.kernel.findJolts(bodies.awakeCount, contacts.activeCount)
  physics.solver.joints.pack(physics.joints, bodies.awakeCount)
  if (bodies.awakeCount > 0) scaleImpulses(physics)
  if (bodies.awakeCount > 0) burdens.raise(bodies, contacts, physics.joints, physics.solver.joints, states, settings.gravity)
  try {
    letGo(physics)
    physics.solver.joints.prepare(states, physics.solver.softness, settings.lengthUnit)
    flagForeseen(physics.collision, true)
    prepareContacts(rows, contacts, bodies, physics.solver.softness, stores.Material)
    prepareForeseen(physics)
    finishRows(rows, contacts, bodies)
    if (rows.impacts.count > 0) physics.solver.joints.reserveImpacts(physics.joints, bodies.awakeCount)
    findBound(physics)
  } finally {
    burdens.lower(bodies)
  }
}

/** Tells the kernel how long the step and its substeps are, and how fast things may be. */
function setLengths({ solver: { states }, tolerances }: PhysicsWorld, dt: number): void {
  const { f64 } = states.memory
  // Seldom: what is worked out in a function that runs once a step is garbage.
  if (f64[AddressTable.StepTime >> 3] === dt && f64[AddressTable.SubstepTime >> 3] === states.time[0]) return
  f64[AddressTable.StepTime >> 3] = dt
  f64[AddressTable.SubstepTime >> 3] = states.time[0]!
  f64[AddressTable.StepRate >> 3] = 1 / dt
  f64[AddressTable.BeyondSquared >> 3] = tolerances.maxSpeed * tolerances.maxSpeed * (1 + 1e-6)
  f64[AddressTable.BeyondAngular >> 3] = (MAX_TURN_PER_SUBSTEP / states.time[0]!) * (1 + 1e-6)
}

/** Nothing moves and nothing touches what does: forces are forgotten, and there are no rows. */
function rest(physics: PhysicsWorld): void {
  const { bodies, solver } = physics
  physics.phase = Phase.Solving
  solver.solvedCount = 0
  solver.boundCount = 0
  solver.atOnce = solver.isPlain && physics.phaseOutside === Phase.Stepping
  solver.history?.begin(bodies.awake, 0, physics.components.Position, physics.components.Rotation)
  applyForces(physics)
  if (physics.stepCount % ISLAND_REFRESH === 0) physics.sleep.islands.refresh(solver.states.memory.kernel, bodies, physics.collision.contacts, physics.joints)
  solver.joints.pack(physics.joints, 0)
  solver.rows.rest()
}

/** Copies the velocities of the awake bodies into the working set, and what drives them. */
function gatherStates(physics: PhysicsWorld): void {
  const { bodies, settings, tolerances } = physics
  const { states, motions } = physics.solver
  const { awakeCount } = bodies
  if (awakeCount === 0) return
  const { memory } = states
  const { f64 } = memory
  f64[AddressTable.GravityX >> 3] = settings.gravity.x
  f64[AddressTable.GravityY >> 3] = settings.gravity.y
  f64[AddressTable.MaxSquared >> 3] = tolerances.maxSpeed * tolerances.maxSpeed
  f64[AddressTable.MaxAngular >> 3] = MAX_TURN_PER_SUBSTEP / states.time[0]!
  motions.showVelocities(bodies, physics.components)
  const special = memory.kernel.gather(0, awakeCount)
  for (let n = 0; n < special; n++) gatherSpecial(physics, states.listed[n]!)
}

/** Finds on which bodies the substeps have to work, and whether all substeps are one call. */
function findBound({ phaseOutside, solver }: PhysicsWorld): void {
  const { states, joints, isPlain, solvedCount } = solver
  // Who calls the systems one by one may do something in between.
  const spares = isPlain && phaseOutside === Phase.Stepping
  solver.atOnce = spares && states.lockedCount === 0
  solver.boundCount = states.memory.kernel.listBound(solvedCount, spares ? 1 : 0, joints.isBusy ? 1 : 0)
}

/** What the kernel leaves: a `Motion`, and a velocity that is no number. */
function gatherSpecial(physics: PhysicsWorld, index: number): void {
  const { bodies, components } = physics
  const { states } = physics.solver
  const { state, work } = states
  const { x, y, angular } = components.Velocity
  const body = bodies.awake[index]!
  // What woke in this step was not looked at before: no NaN or infinity may come into the solver.
  const sum = x[body]! + y[body]! + angular[body]!
  if (sum - sum !== 0) checkValues(physics, body)
  if (bodies.kind[body] !== BodyKind.Dynamic || (bodies.traits[body]! & Trait.Motion) === 0) return
  applyMotion(physics, body, index)
  const s = index * STATE_STRIDE
  const k = (index + 1) * WORK_STRIDE
  work[k + Work.X] = state[s + State.X]!
  work[k + Work.Y] = state[s + State.Y]!
  work[k + Work.Spin] = state[s + State.W]!
}

/** What a `Motion` changes about a body. */
function applyMotion(physics: PhysicsWorld, body: number, index: number): void {
  const { states } = physics.solver
  const h = states.time[0]!
  const { Motion } = physics.components
  const { state, drive } = states
  const d = index * DRIVE_STRIDE
  const s = index * STATE_STRIDE
  const scale = Motion.gravityScale[body]!
  drive[d + Drive.X] = drive[d + Drive.X]! * scale
  drive[d + Drive.Y] = drive[d + Drive.Y]! * scale
  // Decay is integrated implicitly, so that no damping is too strong for a substep.
  drive[d + Drive.Left] = 1 / (1 + h * Motion.linearDamping[body]!)
  drive[d + Drive.AngularLeft] = 1 / (1 + h * Motion.angularDamping[body]!)
  const maxSpeed = Motion.maxSpeed[body]!
  const maxAngular = Motion.maxAngularSpeed[body]!
  if (maxSpeed > 0) drive[d + Drive.MaxSquared] = Math.min(drive[d + Drive.MaxSquared]!, maxSpeed * maxSpeed)
  if (maxAngular > 0) drive[d + Drive.MaxAngular] = Math.min(drive[d + Drive.MaxAngular]!, maxAngular)
  const axes = (Motion.lockX[body] === 1 ? Lock.X : 0) | (Motion.lockY[body] === 1 ? Lock.Y : 0)
  // The inverse inertia was made from the lock as it was: a plain write to it is noticed here.
  const turns = physics.bodies.pose[body * POSE_STRIDE + Pose.InverseInertia] !== 0
  if ((Motion.lockRotation[body] === 1) === turns) updateMass(physics, body)
  if (Motion.lockRotation[body] === 1) state[s + State.W] = 0
  if (axes === 0) return
  states.lockAxes(index, axes)
  if ((axes & Lock.X) !== 0) {
    state[s + State.X] = 0
    drive[d + Drive.X] = 0
  }
  if ((axes & Lock.Y) !== 0) {
    state[s + State.Y] = 0
    drive[d + Drive.Y] = 0
  }
}

/** Adds the forces of this step to what drives the bodies. What is applied from now on is for the next step. */
function applyForces(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { forced, force } = physics.lifecycle
  const { states, burdens } = physics.solver
  burdens.forces = 0
  if (forced.count === 0) return
  forced.compact()
  const { drive } = states
  const { pose, awakeIndex } = bodies
  const { Motion } = physics.components
  for (let i = 0; i < forced.count; i++) {
    const body = forced.items[i]!
    const f = body * FORCE_STRIDE
    const d = awakeIndex[body]! * DRIVE_STRIDE
    if (d >= 0) {
      const inverseMass = pose[body * POSE_STRIDE + Pose.InverseMass]!
      const free = (bodies.traits[body]! & Trait.Motion) === 0
      if (free || Motion.lockX[body] === 0) drive[d + Drive.X] = drive[d + Drive.X]! + force[f + Force.X]! * inverseMass
      if (free || Motion.lockY[body] === 0) drive[d + Drive.Y] = drive[d + Drive.Y]! + force[f + Force.Y]! * inverseMass
      drive[d + Drive.Angular] = drive[d + Drive.Angular]! + force[f + Force.Torque]! * pose[body * POSE_STRIDE + Pose.InverseInertia]!
      limitToFloats(drive, d)
    }
  }
  burdens.forces = physics.lifecycle.acting.take(forced, force)
}
