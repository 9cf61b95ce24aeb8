import { storeVersions } from '../../components/index.ts'
import { Version } from '../stores/version.ts'

/** Versions of what has many owners. Lists of bodies and pairs have their own, see `Bodies.lists` and `ContactTable.pairs`. */
export class ContentVersion {
  /** Where bodies are and how they move, and what contacts do: what a step with nothing awake leaves alone. */
  readonly motion = new Version()
  /** Who is a body or a part of one, shapes, sizes, masses and filters as they were taken in: what most steps leave alone. */
  readonly build = new Version()
  /** Of components. */
  readonly stores = storeVersions()

  /** To be called where numbers may be in the components that no step has taken in, and nobody has asked for their arrays in this world. */
  openStores(): void {
    for (const version of Object.values(this.stores)) version.open()
  }

  /** To be called before or after something of it is written, also between two steps. */
  noteMotion(): void {
    this.motion.note()
  }

  noteBuild(): void {
    this.build.note()
    this.motion.note()
  }
}
