import type { EntityId } from 'bitecs'
import { type BodyMeasures, MEASURES, createMeasures, measureBody } from './measure-body.ts'
import { type Recording, requireRecording } from './recording.ts'

/** Measures of a body over steps: at place i those after `from + i` steps, NaN where it was not there. `impulse` is the largest of the whole step. */
export type BodyPlot = { readonly [K in keyof BodyMeasures]: Float64Array } & { readonly from: number }

/**
 * Measures a body after each of many steps. The recording is taken to the last of them; so a long plot can be made in stretches.
 * @param from The first step. Default: the first of the recording.
 * @param to The last one. Default: its end.
 * @throws RangeError on steps that the recording has not. @throws TypeError on what is no recording.
 */
export function plotBody(recording: Recording, entity: EntityId, from = recording.first, to = recording.end): BodyPlot {
  const own = requireRecording(recording, 'plotBody')
  own.check(from, 'plotBody')
  own.check(to, 'plotBody')
  const count = Math.max(0, to - from + 1)
  const plot = { from, ...(Object.fromEntries(MEASURES.map((name) => [name, new Float64Array(count)])) as Omit<BodyPlot, 'from'>) }
  const measures = createMeasures()
  for (let i = 0; i < count; i++) {
    const peaks = own.seekWatching(from + i)
    measureBody(own.world, entity, measures)
    if (peaks !== null && !Number.isNaN(measures.impulse)) measures.impulse = peaks.of(entity)
    for (const name of MEASURES) plot[name][i] = measures[name]
  }
  return plot
}
