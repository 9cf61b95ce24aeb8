const PAGE = 65536

/** Addresses have 32 bits. */
const MOST = 2 ** 32

/** Regions begin at cache lines. */
const ALIGN = 64

/**
 * By what part of the whole memory a region grows at least, where more than its owner asks for does no harm: each growth
 * moves all that is behind it.
 */
const LEAST_GROWTH = 1 / 8

/**
 * How much more a buffer has than its regions need. What is not written to takes no memory, and what was written to once
 * is at hand: a new buffer costs as many page faults as it has pages, on some machines 5 ms a megabyte. Rocks that came
 * to rest on a terrain of 17 MB took three more buffers, each a pause of 70 to 99 ms.
 */
const SPARE = 1 / 2

/** Bytes that the first buffer has to spare: polygons and joints of a small world fit, which then steps in the buffer that it was made with. */
const FIRST_SPARE = 7e3

/**
 * Bytes that a buffer in the place of a smaller one has to spare at least. Who outgrew one grows on; and with each come other
 * functions of the kernel, for which engines compile anew what calls them.
 */
const LEAST_SPARE = 6e6

/**
 * But no more than by this many times what is needed: the garbage collector counts what was never written to as well, so that rooms of
 * 20 bodies by the hundred had it run all the time.
 */
const MOST_SPARE = 8

/** A part of a {@link Memory}. Its place changes when a part before it grows. */
export interface Region {
  /** Its first byte. */
  readonly start: number
  readonly bytes: number
  /**
   * Whether what is in it stays when a region grows. Who needs nothing of it between two steps says so.
   */
  kept: boolean
}

interface MovableRegion extends Region {
  start: number
  bytes: number
  /** What it is to have when a region grows next, if that is more. */
  planned: number
}

/** One memory, seen as numbers of four kinds. */
export interface MemoryViews {
  readonly f32: Float32Array
  readonly i32: Int32Array
  readonly f64: Float64Array
  readonly u8: Uint8Array
}

/**
 * One buffer, divided into regions, for what WebAssembly works on.
 *
 * When it is too small it is replaced, as a whole: to grow a WebAssembly memory detaches its buffer, and once any buffer
 * was detached V8 looks at every access to every typed array whether it is still there, which made whole steps a fifth
 * slower. A buffer has more than its regions need at first, so most of them grow where they are. Either way, arrays on it
 * are to be made anew: see {@link follow}.
 */
export abstract class Memory implements MemoryViews {
  f32!: Float32Array
  i32!: Int32Array
  f64!: Float64Array
  u8!: Uint8Array
  private readonly regions: MovableRegion[] = []
  private readonly followers: (() => void)[] = []
  private held = false
  /** The bytes from here on are 0: no region of this buffer was ever there. */
  private fresh = 0

  /** Bytes of all regions. */
  get bytes(): number {
    return this.regions.reduce((end, region) => align(end + region.bytes), 0)
  }

  /** By how many bytes what has too little room is to grow at least. */
  get leastGrowth(): number {
    return this.u8 === undefined ? 0 : Math.floor(this.bytes * LEAST_GROWTH)
  }

  /** Calls back whenever regions have moved: arrays on them that were made before are of no use then. */
  follow(callback: () => void): void {
    this.followers.push(callback)
  }

  /** Adds a region behind the others: empty, or of so many bytes where the memory is still to be made. */
  addRegion(bytes = 0): Region {
    const start = this.regions.reduce((end, region) => align(Math.max(end, region.start + region.bytes)), 0)
    const region = { start, bytes, kept: true, planned: 0 }
    this.regions.push(region)
    return region
  }

  /**
   * Gives a region that many bytes. Moves regions, or replaces the memory.
   * @param keep Whether its contents stay, as far as they fit. Those of all other regions that are kept do. All else is 0.
   * @throws RangeError when there is no room for more, and leaves everything as it was. Less is never refused.
   */
  resize(region: Region, bytes: number, keep = true): void {
    if (bytes === region.bytes) return
    if (this.held) (region as MovableRegion).bytes = bytes
    else this.change(region as MovableRegion, bytes, keep)
  }

  /** Has a region get that many bytes, if it has fewer and there is room for them, when another grows: the next growth is none then. */
  plan(region: Region, bytes: number): void {
    ;(region as MovableRegion).planned = bytes
  }

  /** Lets regions be added and get their first bytes until {@link release}, which makes the memory once for all of them. */
  hold(): void {
    this.held = true
  }

  release(): void {
    this.held = false
    this.change(null, 0, false)
  }

  /**
   * Makes a buffer of that many bytes, all 0.
   * @throws RangeError when there is no room for it.
   */
  protected abstract take(bytes: number): ArrayBuffer

  /** Makes a buffer with some room to spare, if there is that much, and the views of it. */
  private open(bytes: number, spare: number): void {
    if (bytes > MOST) {
      throw new RangeError(
        `bitecs-physics: a world can have 4 GiB of bodies and contacts, and this one would need ${bytes} bytes. ` +
          'Remove entities, or let fewer of them touch at once.',
      )
    }
    const buffer = this.tryToTake(pages(Math.min(MOST, bytes + spare)), pages(bytes))
    this.f32 = new Float32Array(buffer)
    this.i32 = new Int32Array(buffer)
    this.f64 = new Float64Array(buffer)
    this.u8 = new Uint8Array(buffer)
  }

  /** What engines say where there is no room names neither the library nor a cure. */
  private tryToTake(bytes: number, least: number): ArrayBuffer {
    try {
      return this.take(bytes)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      if (bytes > least) return this.tryToTake(least, least)
      throw new RangeError(
        `bitecs-physics: there are no ${bytes} bytes of memory left for the bodies and contacts of this world; all is as ` +
          'it was. Remove entities, let fewer of them touch at once, or drop other worlds.',
        { cause: error },
      )
    }
  }

  private change(changed: MovableRegion | null, bytes: number, keep: boolean): void {
    const { regions } = this
    const lay = regions.map((region) => region.start)
    const old: Uint8Array | undefined = this.u8
    const stays = regions.map((region) => (old !== undefined && region.kept && (keep || region !== changed) ? region.bytes : 0))
    const sizes = regions.map((region) => (region === changed ? bytes : region.bytes))
    const grows = changed !== null && bytes > changed.bytes
    // Nothing has changed until here: where there is no memory left it throws.
    const want = this.makeRoom(sizes, grows)
    const isNew = this.u8 !== old
    let end = 0
    regions.forEach((region, i) => {
      region.start = end
      region.bytes = want[i]!
      region.planned = 0
      end = align(end + region.bytes)
    })
    const move = (i: number): void => {
      const size = Math.min(stays[i]!, want[i]!), to = regions[i]!.start
      stays[i] = size
      if (size === 0) return
      if (isNew) this.u8.set(old!.subarray(lay[i]!, lay[i]! + size), to)
      else this.u8.copyWithin(to, lay[i]!, lay[i]! + size)
    }
    // What grows where it is moves what is behind it up, so the last goes first; what shrinks moves it down.
    if (grows) for (let i = regions.length - 1; i >= 0; i--) move(i)
    else regions.forEach((_, i) => move(i))
    if (!isNew) regions.forEach((region, i) => this.clear(region.start + stays[i]!, region.start + region.bytes))
    this.fresh = isNew ? end : Math.max(this.fresh, end)
    for (const callback of this.followers) callback()
  }

  /**
   * Makes another buffer, where this one has too little room for regions of these sizes, or more than is needed. Returns the
   * sizes that they get: what is planned is had where there is room for it, and what is given back stays in this buffer
   * where there is none for a smaller one.
   */
  private makeRoom(sizes: readonly number[], grows: boolean): readonly number[] {
    const planned = sizes.map((size, i) => (size === this.regions[i]!.bytes ? Math.max(size, this.regions[i]!.planned) : size))
    const old: Uint8Array | undefined = this.u8
    const end = endOf(planned), least = endOf(sizes)
    if (old !== undefined && grows && end <= old.byteLength) return planned
    try {
      this.open(end, old === undefined ? FIRST_SPARE : Math.max(grows ? Math.min(LEAST_SPARE, end * MOST_SPARE) : 0, end * SPARE))
      return planned
    } catch (error) {
      if (!(error instanceof RangeError) || old === undefined) throw error
      if (least <= old.byteLength) return sizes
      if (least === end) throw error
      this.open(least, 0)
      return sizes
    }
  }

  private clear(first: number, end: number): void {
    if (first < this.fresh) this.u8.fill(0, first, Math.min(end, this.fresh))
  }
}

function pages(bytes: number): number {
  return Math.ceil(bytes / PAGE) * PAGE
}

/** Where regions of these sizes end that lie one behind the other. */
function endOf(sizes: readonly number[]): number {
  return sizes.reduce((end, size) => align(end + size), 0)
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGN) * ALIGN
}
