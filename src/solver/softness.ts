import {
  CONTACT_DAMPING_RATIO,
  CONTACT_HERTZ,
  CONTACT_HERTZ_RATIO,
  STATIC_HERTZ_FACTOR,
} from '../constants.ts'
import { PI } from '../math/rotation.ts'

/** How a constraint gives way, made from a frequency and a damping ratio for one length of substep. */
interface Softness {
  /** Velocity per overlap, 1/s. */
  biasRate: number
  /** What is added to the inverse effective mass, as a part of it. */
  compliance: number
}

/**
 * Softness of a damped spring integrated implicitly over a substep `h`: with ω = 2πf and a = 2ζ + hω the bias rate
 * is ω/a and the compliance 1/(hωa). With K the inverse effective mass, the impulse λ then follows from
 * K Δλ = −(v + bias + compliance · K · (λ + Δλ)).
 * Source: Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024.
 */
function makeSoftness(hertz: number, dampingRatio: number, h: number, out: Softness): void {
  const omega = 2 * PI * hertz
  const a = 2 * dampingRatio + h * omega
  out.biasRate = omega / a
  out.compliance = 1 / (h * omega * a)
}

/** The two softnesses of contacts, for one length of substep. */
export class ContactSoftness {
  readonly moving: Softness = { biasRate: 0, compliance: 0 }
  readonly fixed: Softness = { biasRate: 0, compliance: 0 }

  /** The length of substep for which these hold, in seconds. */
  private readonly length = new Float64Array(1)

  /** @param time The length of a substep in seconds, as its first number. */
  update(time: Float64Array): void {
    if (time[0] === this.length[0]) return
    this.length[0] = time[0]!
    const hertz = Math.min(CONTACT_HERTZ, CONTACT_HERTZ_RATIO / time[0]!)
    makeSoftness(hertz, CONTACT_DAMPING_RATIO, time[0]!, this.moving)
    makeSoftness(STATIC_HERTZ_FACTOR * hertz, CONTACT_DAMPING_RATIO, time[0]!, this.fixed)
  }
}
