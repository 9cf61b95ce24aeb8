/** Nets from which all posts are taken before one step. */
import { addComponent, addComponents, removeComponent, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { circle, distanceJoint } from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

const SIDE = 20

test.each(['leave', 'become dynamic', 'are disabled'] as const)('a net is not walked through again for each of its posts when they %s', (way) => {
  const t = new JointWorld({ allowSleep: false })
  const { world, components: { CollisionFilter, Disabled, Static } } = t
  const put = (x: number, y: number, ...tags: object[]): number => {
    const body = t.add(circle(0.1), x, y, ...tags)
    addComponents(world, body, set(CollisionFilter, { mask: 0 }))
    return body
  }
  const knots = Array.from({ length: SIDE * SIDE }, (_, i) => put(i % SIDE, Math.floor(i / SIDE)))
  knots.forEach((knot, i) => {
    if (i % SIDE > 0) t.joint(distanceJoint(knots[i - 1]!, knot))
    if (i >= SIDE) t.joint(distanceJoint(knots[i - SIDE]!, knot))
  })
  const posts = knots.filter((_, i) => i % 4 === 0).map((knot) => {
    const post = put(t.x(knot), t.y(knot) + 0.5, Static)
    t.joint(distanceJoint(post, knot))
    return post
  })
  t.seconds(0.1)
  const { joints } = inner(t.physics)
  const first = joints.first.bind(joints)
  let looks = 0
  joints.first = (body) => {
    looks++
    return first(body)
  }
  for (const post of posts) {
    if (way === 'leave') removeEntity(world, post)
    else if (way === 'become dynamic') removeComponent(world, post, Static)
    else addComponent(world, post, Disabled)
  }
  t.seconds(1 / 60)
  // Once for each of 100 posts it was 110,000.
  expect(looks).toBeLessThan(20 * (knots.length + posts.length))
})
