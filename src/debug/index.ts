// The entry for those who want to see what goes on: `import { collectDebug } from 'bitecs-physics/debug'`.
export { createDebugBuffers } from './buffers.ts'
export type { DebugBuffers, DebugLabels, DebugPrimitives } from './buffers.ts'
export { collectDebug } from './collect.ts'
export { debugColors, rgba } from './colors.ts'
export type { DebugColors } from './colors.ts'
export { DebugLabel, debugText } from './labels.ts'
export type { DebugOptions, DebugView } from './options.ts'
export { recordQueries } from './query-log.ts'
