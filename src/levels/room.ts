/** An array that is at least so long: the same one, or one with all of it, and twice as long. */
export function roomFor<A extends Int32Array | Uint16Array>(array: A, length: number): A {
  if (length <= array.length) return array
  const larger = new (array.constructor as new (length: number) => A)(Math.max(length, 2 * array.length))
  larger.set(array)
  return larger
}
