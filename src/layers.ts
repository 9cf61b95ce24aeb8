/**
 * Names for the bits of a `CollisionFilter`: at most 32.
 *
 * ```ts no-run
 * const layers = defineLayers('player', 'enemy', 'wall')
 * set(CollisionFilter, { category: layers.player, mask: layers.enemy | layers.wall })
 * ```
 * @throws RangeError on more than 32 names, or on one that stands twice.
 */
export function defineLayers<N extends string>(...names: N[]): Readonly<Record<N, number>> {
  if (names.length > 32) throw new RangeError(`defineLayers: at most 32 layers fit, got ${names.length}`)
  const layers = {} as Record<N, number>
  names.forEach((name, bit) => {
    if (name in layers) throw new RangeError(`defineLayers: '${name}' stands twice`)
    layers[name] = (1 << bit) >>> 0
  })
  return layers
}
