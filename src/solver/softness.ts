import {
  CONTACT_DAMPING_RATIO,
  CONTACT_HERTZ,
  CONTACT_HERTZ_RATIO,
  LONG_SUBSTEP_MEMORY,
  LONG_SUBSTEP_RATIO,
  STATIC_HERTZ_FACTOR,
} from '../constants.ts'
import { PI } from '../math/rotation.ts'
import type { StateList } from '../stores/state-list.ts'

/** A longest substep that is less than that many times as long as the present one is this one. */
const FORGOTTEN = 1.01

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

/** The two softnesses of contacts, and how stiff joints may be. */
export class ContactSoftness {
  readonly moving: Softness = { biasRate: 0, compliance: 0 }
  readonly fixed: Softness = { biasRate: 0, compliance: 0 }

  /**
   * The longest substep of late: how stiff contacts and joints are goes by it, and not by each substep. How deep something lies in
   * what bears it depends on that: where it changed from step to step, piles breathed and nets shook for good. Unit: s.
   */
  longest = 0

  /** For which substep these hold, and for which longest one. Unit: s. */
  private readonly lengths = new Float64Array(2)

  /**
   * @param time The length of a substep in seconds, as its first number.
   * @param substeps How many of them the step has.
   */
  update(time: Float64Array, substeps: number): void {
    const { lengths } = this
    if (time[0] !== this.longest) this.follow(time, substeps)
    if (time[0] === lengths[0] && this.longest === lengths[1]) return
    lengths[0] = time[0]!
    lengths[1] = this.longest
    const hertz = Math.min(CONTACT_HERTZ, CONTACT_HERTZ_RATIO / this.longest)
    makeSoftness(hertz, CONTACT_DAMPING_RATIO, time[0]!, this.moving)
    makeSoftness(STATIC_HERTZ_FACTOR * hertz, CONTACT_DAMPING_RATIO, time[0]!, this.fixed)
  }

  /** A longer substep counts at once, because what is stiffer swings in it. That there was one is forgotten bit by bit. */
  private follow(time: Float64Array, substeps: number): void {
    const h = time[0]!
    const left = this.longest + (h - this.longest) * Math.min(1, (h * substeps) / LONG_SUBSTEP_MEMORY)
    const most = LONG_SUBSTEP_RATIO * Math.max(h, CONTACT_HERTZ_RATIO / CONTACT_HERTZ)
    // In the end it is forgotten.
    this.longest = left < h * FORGOTTEN ? h : Math.min(left, most)
  }
}

/** What was made for one length of substep is made anew where there is another. */
export function listSoftness(list: StateList, softness: ContactSoftness): void {
  list.begin('softness').reals(softness, 'longest').scratch(softness, 'moving', 'fixed', 'lengths')
}
