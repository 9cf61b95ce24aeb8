import type { PairBuffer } from '../stores/buffers.ts'
import type { ContactBuffer, ContactView } from './contact-buffer.ts'
import type { EntityBuffer, EntityView } from './entity-buffer.ts'
import type { HitBuffer, HitView } from './hit.ts'
import type { PairView } from './pair-view.ts'

/** Views that are given out in turn. A prime, so that a loop that asks in rounds does not get the one that it holds. */
const VIEWS = 61

/** Where a view reads. */
interface Lender<B> {
  readonly buffer: B
  /** The function, for errors. */
  readonly caller: string
  /** The call that wrote the buffer last. */
  readonly call: number
}

/**
 * The results of one function without `out`: a buffer that each call overwrites, and views of it. Who reads a view after
 * the function was called again would read another result, in the middle of a loop perhaps; so that is an error.
 */
export class Lent<B, V extends LentView<B>> implements Lender<B> {
  readonly buffer: B
  readonly caller: string
  call = 0
  private readonly views: readonly V[]

  constructor(caller: string, buffer: B, View: new (lender: Lender<B>) => V) {
    this.caller = caller
    this.buffer = buffer
    this.views = Array.from({ length: VIEWS }, () => new View(this))
  }

  /** A view of what was written now. */
  lend(): V {
    const view = this.views[++this.call % VIEWS]!
    view.call = this.call
    return view
  }
}

/** What a function gave, until it gives something else. */
abstract class LentView<B> {
  call = 0
  private readonly lender: Lender<B>

  constructor(lender: Lender<B>) {
    this.lender = lender
  }

  protected get held(): B {
    if (this.call !== this.lender.call) overwritten(this.lender.caller)
    return this.lender.buffer
  }
}

function overwritten(caller: string): never {
  throw new Error(
    `${caller}: this result was overwritten by a later call of ${caller} in the same world. ` +
      'Pass a buffer of your own as out to the call whose result you go on reading.',
  )
}

export class LentEntities extends LentView<EntityBuffer> implements EntityView {
  get count(): number {
    return this.held.count
  }

  get entities(): Uint32Array {
    return this.held.entities
  }
}

export class LentPairs extends LentView<PairBuffer> implements PairView {
  get count(): number {
    return this.held.count
  }

  get a(): Uint32Array {
    return this.held.a
  }

  get b(): Uint32Array {
    return this.held.b
  }
}

export class LentHits extends LentView<HitBuffer> implements HitView {
  get count(): number {
    return this.held.count
  }

  get entities(): Uint32Array {
    return this.held.entities
  }

  get x(): Float64Array {
    return this.held.x
  }

  get y(): Float64Array {
    return this.held.y
  }

  get nx(): Float64Array {
    return this.held.nx
  }

  get ny(): Float64Array {
    return this.held.ny
  }

  get distance(): Float64Array {
    return this.held.distance
  }

  get fraction(): Float64Array {
    return this.held.fraction
  }
}

export class LentContacts extends LentView<ContactBuffer> implements ContactView {
  get count(): number {
    return this.held.count
  }

  get entities(): Uint32Array {
    return this.held.entities
  }

  get others(): Uint32Array {
    return this.held.others
  }

  get x(): Float64Array {
    return this.held.x
  }

  get y(): Float64Array {
    return this.held.y
  }

  get nx(): Float64Array {
    return this.held.nx
  }

  get ny(): Float64Array {
    return this.held.ny
  }

  get separation(): Float64Array {
    return this.held.separation
  }

  get impulse(): Float64Array {
    return this.held.impulse
  }
}

export type EntitiesLent = Lent<EntityBuffer, LentEntities>
export type PairsLent = Lent<PairBuffer, LentPairs>
export type HitsLent = Lent<HitBuffer, LentHits>
export type ContactsLent = Lent<ContactBuffer, LentContacts>
