import type { Columns } from '../stores/columns.ts'

/** Who may fall asleep, and with whom: scratch of the search for it. There is no room for it before somebody is quiet. */
export class QuietBodies {
  /** The bodies, and beside each the root of its island. */
  entities!: Uint32Array
  roots!: Uint32Array
  /** By root: the body of its island that was put to rest last. All 0 between two calls. */
  last!: Uint32Array
  private readonly columns: Columns

  /** @param columns Those of the entities. */
  constructor(columns: Columns) {
    this.columns = columns.another(0)
    this.columns.define(this, 'entities', 'u32')
    this.columns.define(this, 'roots', 'u32')
    this.columns.define(this, 'last', 'u32')
  }

  /** To be called before anything is written to it. */
  makeRoom(entities: number): void {
    this.columns.grow(entities)
  }
}
