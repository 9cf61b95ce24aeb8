// All tests of the rooms: node ../run.mjs test/index.ts
for (const load of [() => import('./deltas.ts'), () => import('./interpolation.ts'), () => import('./prediction.ts'), () => import('./rooms.ts')]) await load()

export {}
