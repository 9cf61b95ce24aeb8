import { debugColors } from '../../src/debug/index.ts'
import { css, hex, mix } from './color.ts'
import { element } from './dom.ts'
import {
  ASLEEP_COLOR, AWAKE_COLOR, BODY_COLORS, BULLET_COLORS, KINEMATIC_COLOR, ORIGIN_COLORS, SENSOR_COLOR, SPEED_COLORS, STATIC_COLOR, asleep,
} from './theme.ts'
import { TOP_SPEED, type TintMode } from './tints.ts'

/** How each mode is called where it is chosen. */
export const TINT_LABELS: Readonly<Record<TintMode, string>> = {
  kind: 'Kind of body', sleep: 'Awake or asleep', island: 'Island', speed: 'Speed', origin: 'Where it began',
}

/** A color, or a scale of them, and what it means. */
type Row = readonly [paint: string, text: string]

const scale = (colors: readonly string[]): string => `linear-gradient(90deg, ${colors.join()})`
const AROUND: readonly Row[] = [[STATIC_COLOR, 'static'], [KINEMATIC_COLOR, 'kinematic (edge)'], [SENSOR_COLOR, 'sensor or field']]
const SLEEPING: Row = [css(asleep(mix(hex(BODY_COLORS[0]), hex(BODY_COLORS[1]), 0.5))), 'asleep (dark)']

const LEGENDS: Readonly<Record<TintMode, readonly Row[]>> = {
  kind: [[scale(BODY_COLORS), 'dynamic'], [scale(BULLET_COLORS), 'bullet'], ...AROUND, SLEEPING],
  sleep: [[AWAKE_COLOR, 'awake'], [ASLEEP_COLOR, 'asleep'], ...AROUND],
  island: [
    [scale(Array.from(debugColors.islands, (color) => css(color)).slice(0, 6)), 'one color for what hangs together and sleeps together'],
  ],
  speed: [[scale(SPEED_COLORS), `at rest to ${TOP_SPEED} m/s`], ...AROUND],
  origin: [[scale(ORIGIN_COLORS), 'from below to above, or left to right'], ...AROUND],
}

/** Says what each color means. */
export function showLegend(container: HTMLElement, tint: TintMode): void {
  container.replaceChildren(...LEGENDS[tint].map(([paint, text]) => {
    const row = element('li')
    const swatch = element('i', paint.startsWith('linear') ? 'swatch scale' : 'swatch')
    swatch.style.background = paint
    row.append(swatch, element('span', '', text))
    return row
  }))
}
