import { Impulse } from './contact-record.ts'

/**
 * Gives each new point of a contact the impulses of the old point with the same feature, or none.
 * @param o Where the impulses of the contact are, `f` where its features are: the new ones.
 * @param features The old features, of which `old` count.
 */
export function carryImpulses(
  impulse: Float32Array,
  o: number,
  feature: Int32Array,
  f: number,
  features: Int32Array,
  old: number,
  points: number,
): void {
  const first = feature[f]!
  const second = feature[f + 1]!
  if (old === points && features[0] === first && (points === 1 || features[1] === second)) return
  const n0 = impulse[o + Impulse.Normal0]!
  const t0 = impulse[o + Impulse.Tangent0]!
  const n1 = impulse[o + Impulse.Normal1]!
  const t1 = impulse[o + Impulse.Tangent1]!
  for (let k = 0; k < points; k++) {
    const id = k === 0 ? first : second
    const from = old > 0 && features[0] === id ? 0 : old > 1 && features[1] === id ? 1 : -1
    impulse[o + 2 * k] = from === 0 ? n0 : from === 1 ? n1 : 0
    impulse[o + 2 * k + 1] = from === 0 ? t0 : from === 1 ? t1 : 0
  }
}
