import { shown } from './shown.ts'

/**
 * Names for the bits of a `CollisionFilter`: at most 32.
 *
 * ```ts no-run
 * const layers = defineLayers('player', 'enemy', 'wall')
 * set(CollisionFilter, { category: layers.player, mask: layers.enemy | layers.wall })
 * ```
 * @throws RangeError on more than 32 names, or on one that stands twice. @throws TypeError on a name that is no text.
 */
export function defineLayers<N extends string>(...names: N[]): Readonly<Record<N, number>> {
  if (names.length > 32) throw new RangeError(`defineLayers: at most 32 layers fit, got ${names.length}`)
  const layers = {} as Record<N, number>
  names.forEach((name, bit) => {
    if (typeof name !== 'string') throw new TypeError(`defineLayers: a name must be a text, got ${shown(name)}. Write defineLayers('player', 'enemy').`)
    if (Object.hasOwn(layers, name)) throw new RangeError(`defineLayers: '${name}' stands twice`)
    layers[name] = (1 << bit) >>> 0
  })
  return layers
}
