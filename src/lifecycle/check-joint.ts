import { entityExists } from 'bitecs'
import { JointKind } from '../../components/joint-kind.ts'
import { jointSpec } from '../../components/joint.ts'
import { type NumericArray, fieldViolation } from '../../components/spec.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** What {@link jointViolation} looks at. */
export interface JointValues {
  kind: number
  a: number
  b: number
  rest: number
  limited: number
  lower: number
  upper: number
  springHertz: number
  stiffness: number
  damping: number
  maxForce: number
  ratio: number
}

/** Says what makes these values unusable as a joint, or returns `''`. */
export function jointViolation(physics: PhysicsWorld, joint: JointValues): string {
  const { kind, a, b } = joint
  if (kind === JointKind.None) return 'kind was never set: use set(Joint, revoluteJoint(a, b, { x, y })) or another joint'
  if (kind > JointKind.Gear) return `kind ${kind} is no kind of joint`
  const gear = kind === JointKind.Gear
  const violation = gear
    ? coupledViolation(physics, 'a', a) || coupledViolation(physics, 'b', b)
    : endViolation(physics, 'a', a) || endViolation(physics, 'b', b)
  if (violation) return violation
  if (a === b) return `a and b are both entity ${a}. A joint holds two ${gear ? 'joints' : 'bodies'} together`
  const doubled = gear || kind === JointKind.Pulley ? '' : springViolation(joint)
  if (doubled) return doubled
  if (joint.limited === 1 && joint.lower > joint.upper) return `lower is ${joint.lower}, above upper, which is ${joint.upper}`
  if ((gear || kind === JointKind.Pulley) && joint.ratio === 0) return 'ratio is 0'
  if (kind === JointKind.Pulley && joint.ratio < 0) return `ratio is ${joint.ratio}, but must be greater than 0`
  if (kind === JointKind.Pulley && joint.rest <= 0) return `the length is ${joint.rest}, but must be greater than 0`
  if (kind !== JointKind.Distance) return ''
  if (joint.limited === 1 && joint.upper < 0) return `upper is ${joint.upper}, but a length is never negative`
  const rod = joint.limited === 0 && joint.springHertz === 0 && joint.stiffness === 0 && joint.damping === 0 && joint.maxForce === 0
  if (joint.rest < 0 || (rod && joint.rest === 0)) {
    return `the length is ${joint.rest}, but must be greater than 0. Hold two points on one spot with revoluteJoint(…)`
  }
  return ''
}

/** A spring that is given twice: of what is given in hertz nobody would see the stiffness act. */
function springViolation({ springHertz, stiffness, damping }: JointValues): string {
  if (springHertz === 0 || (stiffness === 0 && damping === 0)) return ''
  const [name, value] = stiffness > 0 ? ['stiffness', stiffness] : ['damping', damping]
  return (
    `springHertz is ${springHertz} and ${name} is ${value}: a spring is given either by hertz and dampingRatio or by stiffness and damping. ` +
    'Set those of the one to 0'
  )
}

function coupledViolation({ ecs, presence, components }: PhysicsWorld, side: string, entity: number): string {
  if (entity === 0) return `${side} names no joint`
  if (!entityExists(ecs, entity)) return `${side} is entity ${entity}, which does not exist`
  const kind = presence.Joint.has(entity) ? components.Joint.kind[entity] : JointKind.None
  if (kind === JointKind.Revolute || kind === JointKind.Prismatic) return ''
  return `${side} is entity ${entity}, which is no revolute or prismatic joint. A gear couples two of these`
}

function endViolation(physics: PhysicsWorld, side: string, entity: number): string {
  const { ecs, presence } = physics
  if (entity === 0) return `${side} names no body`
  if (!entityExists(ecs, entity)) return `${side} is entity ${entity}, which does not exist`
  if (presence.Collider.has(entity)) {
    return `${side} is entity ${entity}, which is a part of body ${physics.components.Collider.body[entity]!}. Name that body`
  }
  if (!presence.Position.has(entity)) return `${side} is entity ${entity}, which is no body: it has no Position`
  return ''
}

const values: JointValues = {
  kind: 0, a: 0, b: 0, rest: 0, limited: 0, lower: 0, upper: 0, springHertz: 0, stiffness: 0, damping: 0, maxForce: 0, ratio: 1,
}
const NAMES = Object.keys(values) as (keyof JointValues)[]
const FIELDS = Object.keys(jointSpec.fields) as (keyof typeof jointSpec.fields)[]

/** @throws Error on a joint that cannot be simulated, with its entity and the cure. */
export function checkJoint(physics: PhysicsWorld, entity: number): void {
  const { Joint } = physics.stores
  for (let i = 0; i < FIELDS.length; i++) {
    const key = FIELDS[i]!
    const value = (Joint[key] as NumericArray)[entity]!
    const violation = fieldViolation(jointSpec.fields[key], value)
    if (violation === '') continue
    throw new Error(
      `bitecs-physics: Joint.${key} of entity ${entity} is ${value}, but ${violation}. ` +
        `Write a sound value to Joint.${key}[${entity}], then step again.`,
    )
  }
  for (let i = 0; i < NAMES.length; i++) values[NAMES[i]!] = Joint[NAMES[i]!][entity]!
  const gear = values.kind === JointKind.Gear
  const violation = jointViolation(physics, values) || (gear ? '' : shapeless(physics, 'a', values.a) || shapeless(physics, 'b', values.b))
  if (violation) throw new Error(`bitecs-physics: Joint of entity ${entity}: ${violation}.`)
}

/** Only a step can tell: the shape may be added after the joint. */
function shapeless({ presence, bodies }: PhysicsWorld, side: string, entity: number): string {
  if (presence.Shape.has(entity) || bodies.firstChild[entity] !== 0) return ''
  return `${side} is entity ${entity}, which is no body: it has no Shape`
}
