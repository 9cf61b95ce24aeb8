import { createWorld } from 'bitecs'
import { expect, it } from 'vitest'
import { spawnHero } from '../../examples/characters/our-lab.ts'
import { addPhysics, box, bufferJump, canJump, getPhysics, jumpGravity, jumpSpeed, moveCharacter, spawnBody, stepPhysics } from '../../src/index.ts'

it.each([0, 1 / 240, 1 / 60, 1 / 30])('jumpSpeed reaches the height with steps of %d s', (dt) => {
  const speed = jumpSpeed(3, 20, dt)
  if (dt === 0) {
    expect((speed * speed) / 40).toBeCloseTo(3, 12)
    return
  }
  let top = 0
  for (let y = 0, v = speed; v > 0; v -= 20 * dt) top = Math.max(top, y += v * dt)
  expect(Math.abs(top - 3)).toBeLessThan((20 * dt * dt) / 8 + 1e-12)
})

it('jumpGravity and jumpSpeed make a jump of a height and a duration', () => {
  const gravity = jumpGravity(2, 0.4)
  expect(jumpSpeed(2, gravity) / gravity).toBeCloseTo(0.4, 12)
  expect(() => jumpGravity(2, 0)).toThrow('seconds must be above 0')
  expect(() => jumpSpeed(-1, 9.81)).toThrow(RangeError)
})

it('canJump holds for a while over an edge, but not after a jump', () => {
  const world = createWorld()
  const { CharacterState: state } = addPhysics(world).components
  spawnBody(world, { shape: box(2, 0.5), y: -0.5, type: 'static' })
  const hero = spawnHero(world, addComponentsOf(world), 'box', 0, 0.51)
  const frame = (vx: number, jump: number | null) => {
    stepPhysics(world, 1 / 60)
    moveCharacter(world, hero, vx, jump ?? state.vy[hero]! - 9.81 / 60, 1 / 60)
  }
  expect(canJump(world, hero)).toBe(false)
  frame(0, null)
  expect(canJump(world, hero)).toBe(true)
  while (state.grounded[hero] === 1) frame(5, null)
  expect(canJump(world, hero)).toBe(true)
  const after: boolean[] = []
  for (let n = 0; n < 12; n++) {
    frame(5, null)
    after.push(canJump(world, hero))
  }
  // 0.1 seconds are six frames, of which one had passed.
  expect(after).toEqual([...Array<boolean>(5).fill(true), ...Array<boolean>(7).fill(false)])
  const world2Hero = spawnHero(world, addComponentsOf(world), 'box', -1, 0.51)
  moveCharacter(world, world2Hero, 0, -0.1, 1 / 60)
  moveCharacter(world, world2Hero, 0, 5, 1 / 60)
  expect([canJump(world, world2Hero), state.jumped[world2Hero]]).toEqual([false, 1])
})

it('bufferJump remembers a key for a while', () => {
  let left = bufferJump(0, true, 1 / 60)
  let frames = 0
  for (; left > 1e-9; frames++) left = bufferJump(left, false, 1 / 60)
  expect(frames).toBe(6)
  expect(bufferJump(0, false, 1 / 60)).toBe(0)
})

function addComponentsOf(world: ReturnType<typeof createWorld>) {
  return getPhysics(world)!.components
}
