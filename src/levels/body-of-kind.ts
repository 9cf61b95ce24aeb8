import type { ShapeData } from '../../components/shape-data.ts'
import type { LevelBody } from './level-body.ts'
import type { KnownKind } from './tile-kinds.ts'

/** What all bodies of a kind have besides their shape and place. */
export type KindSurface = Omit<LevelBody, 'shape' | 'x' | 'y' | 'kind'>

/** What bodies have of their kind, or null for nothing. */
export function surfaceOf({ kind, oneWay }: KnownKind): KindSurface | null {
  const { material, filter, sensor } = kind
  if (material === undefined && filter === undefined && oneWay === undefined && sensor !== true) return null
  return {
    ...(material === undefined ? {} : { material }), ...(filter === undefined ? {} : { filter }),
    ...(oneWay === undefined ? {} : { oneWay }), ...(sensor === true ? { sensor } : {}),
  }
}

/** @param surface See {@link surfaceOf}. */
export function bodyOf(shape: ShapeData, x: number, y: number, kind: number, surface: KindSurface | null): LevelBody {
  return surface === null ? { shape, x, y, kind } : { shape, x, y, kind, ...surface }
}
