import { nearestInStore } from '../quadtree/nearest.ts'
import { castStore } from '../quadtree/ray.ts'
import { visitStore } from '../quadtree/visit.ts'
import { searches } from './quadtree-broad-phase.ts'

// A program that asks none of these queries has none of their searches: 3 kB.

/** Lets the default broad phase cast rays. */
export function bringRays(): void {
  searches.cast ??= castStore
}

/** Lets it find what is near a point. */
export function bringNearest(): void {
  searches.near ??= nearestInStore
}

/** Lets it show its nodes. */
export function bringNodes(): void {
  searches.nodes ??= visitStore
}
