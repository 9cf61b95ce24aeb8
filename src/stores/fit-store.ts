type Column = Float64Array

/**
 * Grows the arrays of a store that a user brought: typed arrays are replaced on it, plain ones are filled up with 0, their
 * holes too. What is no array is left alone.
 */
export function fitStore(store: object, capacity: number): void {
  for (const [key, column] of Object.entries(store) as [string, unknown][]) {
    if (Array.isArray(column)) {
      for (let i = 0; i < column.length; i++) column[i] ??= 0
      while (column.length < capacity) column.push(0)
    } else if (ArrayBuffer.isView(column) && (column as Column).length < capacity) {
      const Kind = column.constructor as new (length: number) => Column
      const grown = new Kind(capacity)
      grown.set(column as Column)
      Reflect.set(store, key, grown)
    }
  }
}
