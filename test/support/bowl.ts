import { type ShapeData, aabb, box, capsule, circle } from '../../src/index.ts'
import { Lab, type Setup } from '../physics/lab.ts'
import type { KernelMaker } from '../../src/kernel/kernel.ts'

/** A source of numbers from 0 up to 1. */
export function random(seed: number): () => number {
  let state = seed | 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 8) / 2 ** 24
  }
}

function anyShape(next: () => number): ShapeData {
  const shapes = [circle(0.2 + next() * 0.3), box(0.2 + next() * 0.3, 0.3), capsule(0.3, 0.15), aabb(0.3, 0.25)]
  return shapes[Math.floor(next() * shapes.length)]!
}

function anySetup(next: () => number): Setup {
  const odds = next()
  const lock = (chance: number): number => (next() < chance ? 1 : 0)
  const motion = odds < 0.2 ? { lockX: lock(0.5), lockY: lock(0.5), lockRotation: lock(0.5), linearDamping: next() } : undefined
  return {
    angle: next() * 6,
    vx: next() * 20 - 10,
    vy: next() * 20 - 10,
    angular: next() * 10 - 5,
    ...(odds > 0.92 ? { kind: 'static' as const } : odds > 0.86 ? { kind: 'kinematic' as const } : {}),
    ...(motion ? { motion } : {}),
    material: {
      friction: next(),
      restitution: next() < 0.3 ? next() : 0,
      rollingResistance: next() < 0.2 ? 0.1 : 0,
      tangentSpeed: next() < 0.1 ? 2 : 0,
      density: 10 ** (next() * 4 - 2),
    },
  }
}

/** A bowl of all kinds of bodies, with two stars in it: a large disc that moves, and a platform that is driven. */
export function buildBowl(seed: number, count: number, substeps: number, kernel?: KernelMaker): Lab {
  const next = random(seed)
  const lab = new Lab({ substeps, ...(kernel ? { kernel } : {}) })
  lab.floor()
  for (const side of [-1, 1]) lab.add(box(0.5, 30), side * 8, 30, { kind: 'static' })
  lab.add(circle(3), 0, 3.5)
  lab.add(box(4, 0.3), 0, 9, { kind: 'kinematic', vx: 1, angular: 0.3 })
  for (let i = 0; i < count; i++) addBody(lab, next)
  return lab
}

export function addBody(lab: Lab, next: () => number): void {
  lab.add(anyShape(next), next() * 14 - 7, 1 + next() * 14, anySetup(next))
}
