import { EventBuffer } from './event-buffer.ts'

/** Bodies to which something happened. */
export class EntityEvents extends EventBuffer {
  entities!: Uint32Array

  constructor() {
    super()
    this.columns.define(this, 'entities', 'u32')
  }

  push(entity: number): void {
    // First: it may replace the array.
    const i = this.next()
    this.entities[i] = entity
  }
}
