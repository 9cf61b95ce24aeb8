import { ItemBuffer } from './buffers.ts'

/** Puts scratch back that was put aside. */
export type PutBack = () => void

type Scratch = Float64Array | Int32Array | ItemBuffer | object

/**
 * Notes what is in some scratch, and leaves it to others until what this returns is called. Most scratch is written and read with
 * nothing of the user's between; what holds something while a hook or a broad phase of the user runs is put aside where that
 * steps another world: see `systems/within-step.ts`.
 */
export function putAside(...all: Scratch[]): PutBack {
  const back = all.map((one) => (one instanceof ItemBuffer ? putItems(one) : one instanceof Float64Array || one instanceof Int32Array ? putNumbers(one) : putFields(one)))
  return () => back.forEach((put) => put())
}

function putItems(buffer: ItemBuffer): PutBack {
  const { items, count } = buffer
  buffer.items = new Uint32Array(items.length)
  buffer.count = 0
  return () => {
    buffer.items = items
    buffer.count = count
  }
}

function putNumbers(array: Float64Array | Int32Array): PutBack {
  const before = array.slice()
  return () => array.set(before)
}

function putFields(one: object): PutBack {
  const before = { ...one }
  return () => void Object.assign(one, before)
}
