import type { Events } from '../../src/index.ts'
import { element, setText } from './dom.ts'

const KINDS = [
  ['contactBegin', 'Contact begin'], ['contactEnd', 'Contact end'], ['contactHit', 'Hit'],
  ['sensorBegin', 'Sensor begin'], ['sensorEnd', 'Sensor end'], ['sleep', 'Sleep'],
] as const satisfies readonly (readonly [keyof Events, string])[]

/** Counts what the scene has reported since it began. */
export class EventCounts {
  private readonly counts = new Map<string, number>()
  private readonly values: readonly (readonly [string, HTMLElement])[]

  constructor(container: HTMLElement) {
    this.values = KINDS.map(([kind, label]) => {
      const value = element('dd', '', '0')
      const row = element('div')
      row.append(element('dt', '', label), value)
      container.append(row)
      return [kind, value]
    })
  }

  clear(): void {
    this.counts.clear()
  }

  /** Adds up the events of one step. */
  record(events: Events): void {
    for (const [kind] of KINDS) this.counts.set(kind, (this.counts.get(kind) ?? 0) + events[kind].count)
  }

  show(): void {
    for (const [kind, value] of this.values) setText(value, (this.counts.get(kind) ?? 0).toLocaleString('en-US'))
  }
}
