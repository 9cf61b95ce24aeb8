import type { EntityId } from 'bitecs'
import { type BodyMeasures, MEASURES, createMeasures, measureBody } from './measure-body.ts'
import { type Recording, type WorldRecording, requireRecording } from './recording.ts'
import { shown } from '../shown.ts'

/** Measures of a body over steps: at place i those after `from + i` steps, NaN where it was not there. `impulse` is the largest of the whole step. */
export type BodyPlot = { readonly [K in keyof BodyMeasures]: Float64Array } & { readonly from: number }

/**
 * Measures a body after each of many steps. The recording is taken to the last of them; so a long plot can be made in stretches.
 * @param from The first step. Default: the first of the recording.
 * @param to The last one. Default: its end.
 * @throws RangeError on steps that the recording has not, and on what is no entity. @throws TypeError on what is no recording.
 */
export function plotBody(recording: Recording, entity: EntityId, from?: number, to?: number): BodyPlot {
  return plot(requireRecording(recording, 'plotBody'), entity, from, to)
}

function plot(own: WorldRecording, entity: EntityId, from = own.first, to = own.end): BodyPlot {
  if (!(Number.isInteger(entity) && entity >= 1)) throw new RangeError(`plotBody: ${shown(entity)} is no entity. Give the id of a body.`)
  own.check(from, 'plotBody')
  own.check(to, 'plotBody')
  const count = Math.max(0, to - from + 1)
  const plots = { from, ...(Object.fromEntries(MEASURES.map((name) => [name, new Float64Array(count)])) as Omit<BodyPlot, 'from'>) }
  const measures = createMeasures()
  for (let i = 0; i < count; i++) {
    const peaks = own.seekWatching(from + i)
    measureBody(own.world, entity, measures)
    if (peaks !== null && !Number.isNaN(measures.impulse)) measures.impulse = peaks.of(entity)
    for (const name of MEASURES) plots[name][i] = measures[name]
  }
  return plots
}
