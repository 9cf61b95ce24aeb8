import {
  CONTACT_DAMPING_RATIO,
  CONTACT_HERTZ,
  CONTACT_HERTZ_RATIO,
  STATIC_HERTZ_FACTOR,
} from '../constants.ts'

/** How a constraint gives way, made from a frequency and a damping ratio for one length of substep. */
export interface Softness {
  /** Velocity per overlap, 1/s. */
  biasRate: number
  /** Part of the full correction that is applied. */
  massScale: number
  /** Part of the impulse so far that is taken back. */
  impulseScale: number
}

/** A constraint that does not give way. */
export const RIGID: Readonly<Softness> = { biasRate: 0, massScale: 1, impulseScale: 0 }

/**
 * Softness of a damped spring integrated implicitly over a substep `h`: with ω = 2πf, a₁ = 2ζ + hω, a₂ = hωa₁ and
 * a₃ = 1/(1 + a₂) the bias rate is ω/a₁, the mass scale a₂a₃ and the impulse scale a₃.
 * Source: Catto, "Solver2D", 2024, and his "Soft Constraints", GDC 2011.
 */
export function makeSoftness(hertz: number, dampingRatio: number, h: number, out: Softness): void {
  const omega = 2 * Math.PI * hertz
  const a1 = 2 * dampingRatio + h * omega
  const a2 = h * omega * a1
  const a3 = 1 / (1 + a2)
  out.biasRate = omega / a1
  out.massScale = a2 * a3
  out.impulseScale = a3
}

/** The two softnesses of contacts, for one length of substep. */
export class ContactSoftness {
  readonly moving: Softness = { biasRate: 0, massScale: 1, impulseScale: 0 }
  readonly fixed: Softness = { biasRate: 0, massScale: 1, impulseScale: 0 }

  /** @param h Length of a substep in seconds. */
  update(h: number): void {
    const hertz = Math.min(CONTACT_HERTZ, CONTACT_HERTZ_RATIO / h)
    makeSoftness(hertz, CONTACT_DAMPING_RATIO, h, this.moving)
    makeSoftness(STATIC_HERTZ_FACTOR * hertz, CONTACT_DAMPING_RATIO, h, this.fixed)
  }
}
