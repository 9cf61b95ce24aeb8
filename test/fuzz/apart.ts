import type { Program } from './operations.ts'

/** A program that ends with two colliders apart, which were told to touch once. */
export interface Apart {
  readonly how: string
  /** Their entities. */
  readonly a: number
  readonly b: number
  readonly program: Program
}

/** All from seed 41505127. What hits there may do is more than the rule of the model can tell from what is wrong. */
export const APART: readonly Apart[] = [
  {
    how: 'a corner that turns to where it will hit, if nothing hits its body before', a: 6, b: 7,
    program: {
      seed: 41505127, worlds: [{ capacity: 64, substeps: 1 }], checkEvery: 1,
      operations: [
        { world: 0, do: 'spawn', slot: 2, kind: 'dynamic', shape: { type: 'circle', radius: 0.291 }, x: -0.031, y: 0.328, angle: 3.649, tags: [], extras: {} },
        { world: 0, do: 'spawn', slot: 3, kind: 'kinematic', shape: { type: 'segment', points: [[-0.144, 0.112], [0.144, -0.148]] }, x: 0.037, y: 0.318, angle: 0, tags: [], extras: { Velocity: { x: 3.894, y: -0.94, angular: -5.081 } } },
        { world: 0, do: 'child', slot: 4, body: 2, shape: { type: 'segment', points: [[-0.534, -0.149], [0.534, 0.126]] }, x: 0.441, y: 0.555, angle: 0, tags: [], extras: {} },
        { world: 0, do: 'step', dt: 0.004166666666666667, count: 1 },
        { world: 0, do: 'spawn', slot: 5, kind: 'dynamic', shape: { type: 'circle', radius: 0.211 }, x: 0.428, y: -0.089, angle: 0, tags: [], extras: { Velocity: { x: -26.369, y: 4.909, angular: 1.699 } } },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
        { world: 0, do: 'spawn', slot: 6, kind: 'static', shape: { type: 'polygon', points: [[-0.563, -0.194], [0.551, -0.207], [0.424, 0.3]], radius: 0 }, x: -0.119, y: -0.124, angle: 1.8, tags: [], extras: {} },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 2 },
        { world: 0, do: 'kind', slot: 3, kind: 'static' },
        { world: 0, do: 'child', slot: 9, body: 6, shape: { type: 'segment', points: [[-0.343, -0.115], [0.343, -0.156]] }, x: -0.084, y: -0.077, angle: 1.229, tags: [], extras: {} },
        { world: 0, do: 'child', slot: 10, body: 3, shape: { type: 'box', halfWidth: 0.31, halfHeight: 0.18492, radius: 0 }, x: 0.241, y: 0.197, angle: 2.344, tags: [], extras: {} },
        { world: 0, do: 'kind', slot: 6, kind: 'dynamic' },
        { world: 0, do: 'push', slot: 5, way: 'impulse', x: 7.735, y: 5.943, at: [-0.329, 0.273] },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
      ],
    },
  },
  {
    how: 'what lies behind that to which a sweep took a body back', a: 10, b: 13,
    program: {
      seed: 41505127, worlds: [{ capacity: 64, substeps: 1 }], checkEvery: 1,
      operations: [
        { world: 0, do: 'spawn', slot: 3, kind: 'kinematic', shape: { type: 'segment', points: [[-0.144, 0.112], [0.144, -0.148]] }, x: 0.037, y: 0.318, angle: -0.008, tags: [], extras: { Velocity: { x: 3.894, y: -0.94, angular: -5.081 } } },
        { world: 0, do: 'step', dt: 0.004166666666666667, count: 2 },
        { world: 0, do: 'spawn', slot: 5, kind: 'dynamic', shape: { type: 'circle', radius: 0.211 }, x: 0.428, y: -0.089, angle: 0, tags: [], extras: { Velocity: { x: -26.369, y: 4.909, angular: 1.699 } } },
        { world: 0, do: 'idle', count: 11 },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
        { world: 0, do: 'settings', data: { gravityX: 0, gravityY: -9.81, substeps: 2, allowSleep: false } },
        { world: 0, do: 'spawn', slot: 6, kind: 'static', shape: { type: 'polygon', points: [[-0.563, -0.194], [0.551, -0.207], [0.424, 0.3]], radius: 0 }, x: -0.119, y: -0.124, angle: 1.8, tags: [], extras: {} },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 3 },
        { world: 0, do: 'kind', slot: 3, kind: 'static' },
        { world: 0, do: 'vacate', count: 19 },
        { world: 0, do: 'set', slot: 3, component: 'OneWay', data: { x: -0.388, y: 0.5 } },
        { world: 0, do: 'child', slot: 7, body: 3, shape: { type: 'box', halfWidth: 0.343, halfHeight: 0.33521700000000004, radius: 0 }, x: -0.2, y: 0.296, angle: -1.207, tags: [], extras: { OneWay: { x: 0.99, y: 0.227 } } },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 2 },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 2 },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
        { world: 0, do: 'kind', slot: 6, kind: 'dynamic' },
        { world: 0, do: 'push', slot: 6, way: 'impulse', x: 8.147, y: -5.611, at: [0.217, 0.012] },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
        { world: 0, do: 'spawn', slot: 12, kind: 'static', shape: { type: 'capsule', halfLength: 1.701, radius: 0.402, axis: 'x' }, x: 0.29, y: 0.244, angle: 0.518, tags: [], extras: {} },
        { world: 0, do: 'step', dt: 0.008333333333333333, count: 1 },
        { world: 0, do: 'spawn', slot: 13, kind: 'dynamic', shape: { type: 'box', halfWidth: 0.166, halfHeight: 0.12284, radius: 0.023 }, x: 0.084, y: 0.453, angle: -1.209, tags: [], extras: {} },
        { world: 0, do: 'child', slot: 14, body: 13, shape: { type: 'aabb', halfWidth: 0.517, halfHeight: 0.40361400000000003, radius: 0 }, x: 0.652, y: -0.292, angle: 0, tags: [], extras: { Material: { friction: 1.45, restitution: 0.661, density: 0.554, rollingResistance: 0, tangentSpeed: 0, frictionRule: 0, restitutionRule: 0 } } },
        { world: 0, do: 'push', slot: 5, way: 'impulse', x: 7.735, y: 5.943, at: [-0.329, 0.273] },
        { world: 0, do: 'step', dt: 0.016666666666666666, count: 1 },
      ],
    },
  },
]
