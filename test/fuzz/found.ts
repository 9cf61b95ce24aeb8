import type { Program } from './operations.ts'

/** Programs that broke a rule once, as `npm run fuzz` shortened them. */
export const FOUND: readonly Program[] = [
  {
    seed: 503904, worlds: [{ capacity: 16, substeps: 8 }], checkEvery: 1,
    operations: [
      { world: 0, do: 'spawn', slot: 1, kind: 'static', shape: { type: 'circle', radius: 0.5 }, x: 0, y: -2, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'child', slot: 5, body: 1, shape: { type: 'circle', radius: 0.5 }, x: -0.014, y: 0.949, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'spawn', slot: 6, kind: 'dynamic', shape: { type: 'circle', radius: 0.5 }, x: -1.423, y: -0.328, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'spawn', slot: 9, kind: 'dynamic', shape: { type: 'circle', radius: 1.374 }, x: 0.688, y: -0.562, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'resize', slot: 9, factor: 0.66, announce: false },
      { world: 0, do: 'resize', slot: 9, factor: 1.224, announce: true },
      { world: 0, do: 'despawn', slot: 5 },
      { world: 0, do: 'spawn', slot: 11, kind: 'static', shape: null, x: -0.971, y: 0.683, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'child', slot: 13, body: 9, shape: { type: 'circle', radius: 0.729 }, x: 0.23, y: -0.556, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'child', slot: 15, body: 9, shape: { type: 'capsule', halfLength: 0.176, radius: 0.344, axis: 'x' }, x: 0.168, y: -0.789, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
      { world: 0, do: 'child', slot: 18, body: 6, shape: { type: 'circle', radius: 0.5 }, x: 0.092, y: -0.857, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'reinstall' },
      { world: 0, do: 'step', dt: 0.004166666666666667, count: 1 },
    ],
  },
  {
    seed: 504710, worlds: [{ capacity: 16, substeps: 2 }], checkEvery: 1,
    operations: [
      { world: 0, do: 'spawn', slot: 1, kind: 'static', shape: { type: 'box', halfWidth: 20, halfHeight: 1, radius: 0 }, x: 0, y: -2, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'kind', slot: 1, kind: 'kinematic' },
      { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
      { world: 0, do: 'tag', slot: 1, tag: 'Sleeping', on: true },
      { world: 0, do: 'write', slot: 1, component: 'Position', data: { x: 0.093, y: -0.157 }, announce: false },
      { world: 0, do: 'spawn', slot: 5, kind: 'kinematic', shape: { type: 'polygon', points: [[-0.794, -0.638], [-0.141, -0.912], [0.832, -0.604], [1.083, -0.174], [0.761, 0.666], [-0.049, 0.919], [-0.64, 0.749], [-1.102, -0.046]], radius: 0 }, x: 1.632, y: 1.96, angle: 0, tags: [], extras: { Velocity: { x: -1.3, y: -3.187, angular: 0.867 } } },
      { world: 0, do: 'step', dt: 0.1, count: 1 },
      { world: 0, do: 'step', dt: 0.03333333333333333, count: 1 },
    ],
  },
  {
    seed: 507106, worlds: [{ capacity: 16, substeps: 2 }], checkEvery: 1,
    operations: [
      { world: 0, do: 'spawn', slot: 3, kind: 'kinematic', shape: { type: 'chain', points: [[-2.26, -2.26], [2.26, -2.26], [2.26, 2.26], [-2.26, 2.26]], loop: true }, x: 2.653, y: 3.381, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'step', dt: 0.03333333333333333, count: 1 },
      { world: 0, do: 'write', slot: 3, component: 'Position', data: { x: 2.206, y: -0.312 }, announce: false },
      { world: 0, do: 'tag', slot: 3, tag: 'Sleeping', on: true },
      { world: 0, do: 'spawn', slot: 7, kind: 'dynamic', shape: { type: 'circle', radius: 0.5 }, x: 0.567, y: 3.122, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'step', dt: 0.004166666666666667, count: 1 },
    ],
  },
  {
    seed: 2751, worlds: [{ capacity: 16, substeps: 2 }], checkEvery: 1,
    operations: [
      { world: 0, do: 'spawn', slot: 1, kind: 'static', shape: { type: 'circle', radius: 0.5 }, x: 0, y: -2, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'spawn', slot: 2, kind: 'static', shape: { type: 'polygon', points: [[0.111, -0.102], [0.149, 0.094], [-0.201, -0.077]], radius: 0 }, x: 1.074, y: 0.741, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'child', slot: 4, body: 1, shape: { type: 'polygon', points: [[0.122, 0.238], [-0.148, 0.234], [-0.441, 0.034], [-0.273, -0.196], [0.058, -0.246], [0.35, -0.153], [0.419, 0.083]], radius: 0 }, x: 0.099, y: -0.647, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'reshape', slot: 2, shape: { type: 'polygon', points: [[-0.087, -0.042], [0.089, -0.042], [0.151, -0.023], [0.161, 0.016], [0.072, 0.044], [-0.056, 0.046], [-0.167, 0.008], [-0.145, -0.025]], radius: 0 } },
      { world: 0, do: 'despawn', slot: 1 },
      { world: 0, do: 'idle', count: 10 },
      { world: 0, do: 'spawn', slot: 9, kind: 'kinematic', shape: { type: 'circle', radius: 0.5 }, x: -0.216, y: -1.991, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'set', slot: 9, component: 'Velocity', data: { x: 2.296, y: 2.904, angular: 0.127 } },
      { world: 0, do: 'reshape', slot: 9, shape: { type: 'chain', points: [[0, -0.082], [4.482, -0.249], [8.964, -0.198], [13.446, -0.381]], loop: false } },
      { world: 0, do: 'step', dt: 0.1, count: 1 },
    ],
  },
  {
    seed: 927113629, worlds: [{ capacity: 64, substeps: 2 }], checkEvery: 1,
    operations: [
      { world: 0, do: 'spawn', slot: 4, kind: 'dynamic', shape: null, x: -1.39, y: 2.424, angle: 0, tags: ['Sleeping'], extras: {} },
      { world: 0, do: 'child', slot: 5, body: 4, shape: { type: 'circle', radius: 0.645 }, x: 0.765, y: -0.535, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'tag', slot: 5, tag: 'Disabled', on: true },
      { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
      { world: 0, do: 'tag', slot: 5, tag: 'Disabled', on: false },
      { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
    ],
  },
  {
    seed: 927146759, worlds: [{ capacity: 64, substeps: 8 }], checkEvery: 3,
    operations: [
      { world: 0, do: 'room', of: 'chain', half: 1 },
      { world: 0, do: 'hook', hook: 'preSolve', rule: 'some', salt: 4 },
      { world: 0, do: 'spawn', slot: 6, kind: 'kinematic', shape: { type: 'polygon', points: [[-0.707, 0.087], [-0.131, -0.256], [0.679, 0.11]], radius: 0 }, x: 0.223, y: -0.07, angle: 1.231, tags: [], extras: { Velocity: { x: -4.858, y: 3.016, angular: -3.528 } } },
      { world: 0, do: 'spawn', slot: 8, kind: 'dynamic', shape: { type: 'box', halfWidth: 0.698, halfHeight: 0.642858, radius: 0.194 }, x: -0.093, y: -0.471, angle: -1.763, tags: [], extras: { Motion: { gravityScale: 1.053, linearDamping: 1.541, angularDamping: 3.351, maxSpeed: 0, lockX: 1, lockY: 0, lockRotation: 0 } } },
      { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
    ],
  },
  {
    seed: 7811, worlds: [{ capacity: 16, substeps: 8 }], checkEvery: 1,
    operations: [
      { world: 0, do: 'room', of: 'segments', half: 1 },
      { world: 0, do: 'spawn', slot: 5, kind: 'dynamic', shape: { type: 'segment', points: [[-0.408, 0.057], [0.408, 0.049]] }, x: -0.438, y: 0.432, angle: 2.284, tags: [], extras: { Mass: { mass: 2.847 }, Velocity: { x: 4.302, y: -4.883, angular: -4.553 } } },
      { world: 0, do: 'spawn', slot: 7, kind: 'dynamic', shape: { type: 'box', halfWidth: 0.359, halfHeight: 0.140983, radius: 0 }, x: -0.443, y: -0.233, angle: 0.849, tags: [], extras: { Velocity: { x: 0.971, y: 4.103, angular: -0.512 } } },
      { world: 0, do: 'step', dt: 0.004166666666666667, count: 1 },
      { world: 0, do: 'spawn', slot: 9, kind: 'dynamic', shape: { type: 'polygon', points: [[-0.055, -0.081], [0.113, -0.057], [0.073, 0.076], [-0.116, 0.055]], radius: 0 }, x: -0.423, y: -0.233, angle: 0.712, tags: [], extras: {} },
      { world: 0, do: 'step', dt: 0.008333333333333333, count: 25 },
      { world: 0, do: 'spawn', slot: 12, kind: 'kinematic', shape: { type: 'circle', radius: 1.406 }, x: -0.453, y: 0.143, angle: 0, tags: [], extras: { Velocity: { x: 3.02, y: -4.185, angular: -0.054 } } },
      { world: 0, do: 'step', dt: 0.004166666666666667, count: 1 },
      { world: 0, do: 'child', slot: 13, body: 12, shape: { type: 'segment', points: [[-0.249, 0.134], [0.249, -0.141]] }, x: 0.712, y: -0.517, angle: 0, tags: [], extras: {} },
      { world: 0, do: 'step', dt: 0.016666666666666666, count: 2 },
    ],
  },
]
