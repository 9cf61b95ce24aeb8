const PAGE = 65536

/** Addresses have 32 bits. */
const MOST = 2 ** 32

/** Regions begin at cache lines. */
const ALIGN = 64

/**
 * By what part of the whole memory a region grows at least, where more than its owner asks for does no harm. Each growth copies all there is:
 * a thousand rocks that came to rest on a terrain of 17 MB took six copies. What is not written to takes no memory.
 */
const LEAST_GROWTH = 1 / 8

/** A part of a {@link Memory}. Its place changes when a part before it grows. */
export interface Region {
  /** Its first byte. */
  readonly start: number
  readonly bytes: number
  /**
   * Whether what is in it stays when the memory is replaced. Who needs nothing of it between two steps says so: then
   * not even its pages are touched.
   */
  kept: boolean
}

interface MovableRegion extends Region {
  start: number
  bytes: number
  /** What it is to have when the memory is replaced next, if that is more. */
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
 * It is replaced when it is too small, and never changed in place: that would detach its buffer, and once any buffer was
 * detached V8 looks at every access to every typed array whether it is still there, which made whole steps a fifth
 * slower. So arrays on it are to be made anew whenever it was replaced, see {@link follow}.
 */
export abstract class Memory implements MemoryViews {
  f32!: Float32Array
  i32!: Int32Array
  f64!: Float64Array
  u8!: Uint8Array
  private readonly regions: MovableRegion[] = []
  private readonly followers: (() => void)[] = []
  private held = false

  /** Bytes in all. */
  get bytes(): number {
    return this.u8.byteLength
  }

  /** By how many bytes what has too little room is to grow at least. */
  get leastGrowth(): number {
    return this.u8 === undefined ? 0 : Math.floor(this.u8.byteLength * LEAST_GROWTH)
  }

  /** Calls back whenever the memory was replaced: arrays on it that were made before are of no use then. */
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
   * Gives a region that many bytes. Replaces the memory.
   * @param keep Whether its contents stay, as far as they fit. Those of all other regions that are kept do.
   * @throws RangeError when there is no room for that, and leaves everything as it was.
   */
  resize(region: Region, bytes: number, keep = true): void {
    if (bytes === region.bytes) return
    if (this.held) (region as MovableRegion).bytes = bytes
    else this.replace(region as MovableRegion, bytes, keep)
  }

  /** Has a region get that many bytes, if it has fewer, when the memory is replaced for another: the next growth is none then. */
  plan(region: Region, bytes: number): void {
    ;(region as MovableRegion).planned = bytes
  }

  /** Lets regions be added and get their first bytes until {@link release}, which makes the memory once for all of them. */
  hold(): void {
    this.held = true
  }

  release(): void {
    this.held = false
    this.replace(null, 0, false)
  }

  /**
   * Makes a buffer of that many bytes, all 0.
   * @throws RangeError when there is no room for it.
   */
  protected abstract take(bytes: number): ArrayBuffer

  /** Makes a buffer and the views of it. */
  protected open(bytes: number): void {
    if (bytes > MOST) {
      throw new RangeError(
        `bitecs-physics: a world can have 4 GiB of bodies and contacts, and this one would need ${bytes} bytes. ` +
          'Remove entities, or let fewer of them touch at once.',
      )
    }
    const buffer = this.tryToTake(Math.ceil(bytes / PAGE) * PAGE)
    this.f32 = new Float32Array(buffer)
    this.i32 = new Int32Array(buffer)
    this.f64 = new Float64Array(buffer)
    this.u8 = new Uint8Array(buffer)
  }

  /** What engines say where there is no room names neither the library nor a cure. */
  private tryToTake(bytes: number): ArrayBuffer {
    try {
      return this.take(bytes)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new RangeError(
        `bitecs-physics: there are no ${bytes} bytes of memory left for the bodies and contacts of this world; all is as ` +
          'it was. Remove entities, let fewer of them touch at once, or drop other worlds.',
        { cause: error },
      )
    }
  }

  private replace(changed: MovableRegion | null, bytes: number, keep: boolean): void {
    const old: Uint8Array | undefined = this.u8
    const bytesOf = (region: MovableRegion): number => (region === changed ? bytes : Math.max(region.bytes, region.planned))
    let end = 0
    for (const region of this.regions) end = align(end + bytesOf(region))
    // Nothing has changed until here: where there is no memory left it throws.
    this.open(end)
    let start = 0
    for (const region of this.regions) {
      const wanted = bytesOf(region)
      if (old !== undefined && region.kept && (keep || region !== changed)) {
        this.u8.set(old.subarray(region.start, region.start + Math.min(wanted, region.bytes)), start)
      }
      region.start = start
      region.bytes = wanted
      region.planned = 0
      start = align(start + wanted)
    }
    for (const callback of this.followers) callback()
  }
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGN) * ALIGN
}
