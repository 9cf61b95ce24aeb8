import { EventBuffer } from './event-buffer.ts'

/** Bodies to which something happened. */
export class EntityEvents extends EventBuffer {
  entities!: Uint32Array

  constructor() {
    super()
    this.columns.define(this, 'entities', 'u32')
  }

  push(entity: number): void {
    this.entities[this.next()] = entity
  }
}
