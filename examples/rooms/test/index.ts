// All tests of the rooms: node ../run.mjs test/index.ts
export const parts = [
  () => import('./deltas.ts'), () => import('./interpolation.ts'), () => import('./prediction.ts'), () => import('./processes.ts'), () => import('./rooms.ts'), () => import('./page.ts'),
]

for (const load of parts) await load()
