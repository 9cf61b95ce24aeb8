// The entry for worlds in a worker: `import { shareWorld } from 'bitecs-physics/worker'` there, `createWorldView` on the page.
export type { Port } from './layout.ts'
export { shareWorld } from './share-world.ts'
export type { ShareOptions, WorldShare } from './share-world.ts'
export { createWorldView } from './world-view.ts'
export type { SharedStores, WorldView } from './world-view.ts'
