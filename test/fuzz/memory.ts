import { getPhysics } from '../../src/index.ts'
import type { PlayedWorld } from './played-world.ts'

/** Keeps what a program knows of a world besides what is in it. @returns What puts it back. */
export function remember(at: PlayedWorld): () => void {
  const { idle, later, pairRules, room, weighed, hooked, pulled } = at
  const kept = { slots: copyAll(at.slots), joints: copyAll(at.joints), idle: [...idle], later: [...later], pairRules: [...pairRules] }
  const hooks = { ...at.physics.hooks }
  const ledger = copyOf(at.ledger)
  return () => {
    for (const [map, entries] of [[at.slots, kept.slots], [at.joints, kept.joints]] as const) putBack<object>(map, entries)
    idle.splice(0, Infinity, ...kept.idle)
    later.splice(0, Infinity, ...kept.later)
    pairRules.splice(0, Infinity, ...kept.pairRules)
    Object.assign(at, { room, weighed, hooked, pulled, ledger: copyOf(ledger) })
    Object.assign(getPhysics(at.world)!.hooks, hooks)
  }
}

function copyAll<T extends object>(map: ReadonlyMap<number, T>): [number, T][] {
  return [...map].map(([name, one]) => [name, { ...one }])
}

function putBack<T extends object>(map: Map<number, T>, entries: readonly (readonly [number, T])[]): void {
  map.clear()
  for (const [name, one] of entries) map.set(name, { ...one })
}

function copyOf<T extends object>(one: T): T {
  return Object.assign(Object.create(Object.getPrototypeOf(one) as object), structuredClone({ ...one })) as T
}
