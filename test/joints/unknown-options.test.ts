import { expect, it } from 'vitest'
import {
  distanceJoint, filterJoint, gearJoint, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint, weldJoint, wheelJoint,
} from '../../src/index.ts'

const BUILDERS = { distanceJoint, gearJoint, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint, weldJoint, wheelJoint }
const needed = { groundA: { x: 0, y: 0 }, groundB: { x: 1, y: 0 } }

it.each(Object.entries(BUILDERS))('%s refuses an option that it does not have, and takes the common ones', (name, build) => {
  const required = name === 'pulleyJoint' ? needed : {}
  const make = (options: object) => () => (build as (a: number, b: number, options: object) => unknown)(1, 2, { ...required, ...options })
  expect(make({ lowerAngel: 1 })).toThrow(`${name}: there is no option 'lowerAngel'. The options are `)
  expect(make({ type: name })).toThrow(`${name}: there is no option 'type'.`)
  expect(() => (build as (a: number, b: number, options: object | null) => unknown)(1, 2, null)).toThrow(`${name}: `)
  expect(make({ collideConnected: true, enabled: false, hertz: 10, dampingRatio: 1, breakForce: 3, breakTorque: 4, removeBroken: true })).not.toThrow()
})

it('a motor without its strength would do nothing', () => {
  expect(() => revoluteJoint(1, 2, { motor: { speed: 5 } as never })).toThrow('revoluteJoint: motor needs maxTorque, the most that it may use.')
  expect(() => prismaticJoint(1, 2, { motor: { speed: 5 } as never })).toThrow('prismaticJoint: motor needs maxForce')
})

it('an option of another kind of joint is none of this one', () => {
  expect(() => weldJoint(1, 2, { limit: { lower: 0, upper: 1 } } as never)).toThrow("weldJoint: there is no option 'limit'.")
  expect(() => revoluteJoint(1, 2, { axis: { x: 1, y: 0 } } as never)).toThrow("revoluteJoint: there is no option 'axis'.")
  expect(() => distanceJoint(1, 2, { x: 1, y: 0 } as never)).toThrow("distanceJoint: there is no option 'x'.")
  expect(() => gearJoint(1, 2, null as never)).toThrow('gearJoint: the options must be an object, got null.')
})

it('a filter is on or off, and nothing else', () => {
  expect(filterJoint(1, 2, { enabled: false }).enabled).toBe(0)
  expect(() => filterJoint(1, 2, { breakForce: 3 } as never)).toThrow("filterJoint: there is no option 'breakForce'. The options are enabled.")
  expect(() => filterJoint({} as never, 1, 2 as never)).toThrow('filterJoint: ')
})
