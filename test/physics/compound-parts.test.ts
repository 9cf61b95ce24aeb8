import { describe, expect, test } from 'vitest'
import { CombineRule, box, circle } from '../../src/index.ts'
import { G, Lab, check } from './lab.ts'

describe('the parts of a compound', () => {
  test('rub with the friction of their own: a slide on two feet stops after v² / 2µg, whatever the body has', () => {
    for (const [body, feet] of [[0, 0.4], [1, 0.2]] as const) {
      const lab = new Lab({ allowSleep: false })
      lab.floor({ friction: 1, frictionRule: CombineRule.Min })
      const slide = lab.add(box(1, 0.1), 0, 0.5, { vx: 4, material: { friction: body } })
      for (const x of [-0.8, 0.8]) lab.attach(slide, box(0.1, 0.2), x, -0.3, { material: { friction: feet } })
      lab.run(8)
      check(`way of a slide on feet of friction ${feet}`, lab.x(slide), 16 / (2 * feet * G), 0.05)
    }
  })

  test('bounce with the restitution of their own', () => {
    const lab = new Lab({ allowSleep: false })
    lab.floor()
    const body = lab.add(circle(0.5), 0, 3, { motion: { lockRotation: 1 } })
    lab.attach(body, circle(0.3), 0, -0.7, { material: { restitution: 0.8 } })
    let highest = -Infinity
    let down = false
    lab.run(1.6, () => {
      if (lab.vy(body) > 1) down = true
      if (down) highest = Math.max(highest, lab.y(body))
    })
    check('height of a bounce on a part', highest - 1, 0.64 * 2, 0.08)
  })

  test('touch what their own filter lets them', () => {
    // The body itself passes the wall; the part that runs ahead of it does not, or the other way around.
    for (const [own, part, stops] of [[1, 0xffffffff, -1.2], [0xffffffff, 1, -0.7], [1, 1, Infinity]] as const) {
      const lab = new Lab({ gravity: {} })
      const wall = lab.add(box(0.2, 5), 0, 0, { kind: 'static', filter: { category: 2 } })
      const body = lab.add(circle(0.5), -5, 0, { vx: 6, filter: { category: 4, mask: own } })
      lab.attach(body, circle(0.5), 0.5, 0, { filter: { category: 4, mask: part } })
      let touched = 0
      lab.run(2, () => {
        const { contactBegin } = lab.physics.events
        for (let i = 0; i < contactBegin.count; i++) if (contactBegin.bodyA[i] === wall && contactBegin.bodyB[i] === body) touched++
      })
      if (stops === Infinity) {
        expect([touched, lab.x(body)]).toEqual([0, expect.closeTo(7, 9)])
      } else {
        check('where a part holds its body', lab.x(body), stops, 0.02)
        expect(touched).toBe(1)
      }
    }
  })
})
