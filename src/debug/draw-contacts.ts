import { contactPoint, findContactPoint } from '../contact-rules/contact-point.ts'
import { showManifold, shown, shownImpulses } from '../contact-rules/show-manifold.ts'
import { ContactFlag, IMPULSE_STRIDE, Impulse, Manifold } from '../contacts/contact-record.ts'
import { DebugLabel } from './labels.ts'
import { Paint } from './paint.ts'
import { drawArrow, drawLabel, drawLine, drawPoint, spots } from './pen.ts'
import { type Sheet, Size } from './sheet.ts'

/** The forces at the point at hand: along the normal and across. */
const force = new Float64Array(2)

/** Draws what touches, as the last step left it: points, normals, and what presses and rubs there. */
export function drawContacts(sheet: Sheet): void {
  const { physics, view } = sheet
  const { contacts } = physics.collision
  for (let contact = 1; contact <= contacts.highest; contact++) {
    if (contacts.b[contact] === 0 || (contacts.flags[contact]! & ContactFlag.Touching) === 0) continue
    const points = showManifold(physics, contact)
    for (let k = 0; k < points; k++) {
      findContactPoint(physics, contact, k)
      const x = contactPoint[0]!
      const y = contactPoint[1]!
      if (x < view[0]! || x > view[2]! || y < view[1]! || y > view[3]!) continue
      drawContact(sheet, contact, k)
    }
  }
}

function drawContact(sheet: Sheet, contact: number, k: number): void {
  const { physics, options, sizes } = sheet
  const { contacts } = physics.collision
  const nx = shown[Manifold.NormalX]!
  const ny = shown[Manifold.NormalY]!
  const solved = (contacts.flags[contact]! & ContactFlag.Unsolved) === 0
  spots[0] = contactPoint[0]!
  spots[1] = contactPoint[1]!
  if (options.contacts === true) {
    spots[2] = spots[0] + sizes[Size.Mark]! * nx
    spots[3] = spots[1] + sizes[Size.Mark]! * ny
    drawPoint(sheet, 0, solved ? Paint.Contact : Paint.Unsolved)
    drawLine(sheet, 0, 1, solved ? Paint.Normal : Paint.Unsolved)
  }
  if (!solved) return
  // An impulse acts for as long as a substep of the last step.
  const time = physics.solver.burdens.substep
  const rate = time > 0 ? 1 / time : 0
  force[0] = shownImpulses[k]! * rate
  force[1] = contacts.impulse[contact * IMPULSE_STRIDE + (k === 0 ? Impulse.Tangent0 : Impulse.Tangent1)]! * rate
  const scale = sizes[Size.Force]!
  if (options.forces === true) {
    spots[2] = spots[0] + scale * force[0] * nx
    spots[3] = spots[1] + scale * force[0] * ny
    drawArrow(sheet, 0, 1, Paint.Force)
  }
  if (options.friction === true) {
    spots[2] = spots[0] - scale * force[1] * ny
    spots[3] = spots[1] + scale * force[1] * nx
    drawArrow(sheet, 0, 1, Paint.Friction)
  }
  if (options.numbers === true) drawLabel(sheet, 0, DebugLabel.Force, force, 0, Paint.Force)
}
