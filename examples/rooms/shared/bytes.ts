/** Writes numbers one behind the other into a buffer that is used again and again. */
export class ByteWriter {
  private bytes: Uint8Array
  private view: DataView
  private end = 0

  constructor(capacity = 4096) {
    this.bytes = new Uint8Array(capacity)
    this.view = new DataView(this.bytes.buffer)
  }

  begin(): this {
    this.end = 0
    return this
  }

  /** What was written: valid until the next `begin`. */
  get written(): Uint8Array {
    return this.bytes.subarray(0, this.end)
  }

  u8(value: number): void {
    const at = this.take(1)
    this.view.setUint8(at, value)
  }

  i16(value: number): void {
    const at = this.take(2)
    this.view.setInt16(at, value, true)
  }

  u32(value: number): void {
    const at = this.take(4)
    this.view.setUint32(at, value, true)
  }

  f64(value: number): void {
    const at = this.take(8)
    this.view.setFloat64(at, value, true)
  }

  /** A whole number that is small as a rule: seven bits a byte. */
  varint(value: number): void {
    while (value > 127) {
      this.u8((value & 127) | 128)
      value >>>= 7
    }
    this.u8(value)
  }

  private take(count: number): number {
    const at = this.end
    this.end += count
    if (this.end > this.bytes.length) {
      const larger = new Uint8Array(2 * this.end)
      larger.set(this.bytes)
      this.bytes = larger
      this.view = new DataView(larger.buffer)
    }
    return at
  }
}

/** Reads what a {@link ByteWriter} wrote. @throws RangeError where it ends early. */
export class ByteReader {
  private readonly view: DataView
  private at = 0

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.view.byteLength - this.at
  }

  u8(): number {
    return this.view.getUint8(this.at++)
  }

  i16(): number {
    this.at += 2
    return this.view.getInt16(this.at - 2, true)
  }

  u32(): number {
    this.at += 4
    return this.view.getUint32(this.at - 4, true)
  }

  f64(): number {
    this.at += 8
    return this.view.getFloat64(this.at - 8, true)
  }

  varint(): number {
    let value = 0
    for (let shift = 0; shift < 32; shift += 7) {
      const byte = this.u8()
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
    }
    throw new RangeError('a number of more than 32 bits')
  }
}
