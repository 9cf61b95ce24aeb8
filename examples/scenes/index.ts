import { arena } from './arena.ts'
import { ballAndChain } from './ball-and-chain.ts'
import { boxBin, circleBin, mixedSizes, pileUp } from './bins.ts'
import { bridges } from './bridge.ts'
import { cloth } from './cloth.ts'
import { crane } from './crane.ts'
import { bullets, cradle, restitution } from './fast.ts'
import { blast, harbor, planet, windTunnel } from './fields.ts'
import { gas } from './gas.ts'
import { carOnHills } from './hills.ts'
import { jointGrid } from './joint-grid.ts'
import { bouncyMixed, compoundsPile, mixedShapes, rollingHills } from './mixed.ts'
import { platformer } from './platformer.ts'
import { conveyors, elevators, oneWay } from './platforms.ts'
import { largePyramid, manyPyramids } from './pyramids.ts'
import { ragdollBin, ragdolls } from './ragdolls.ts'
import { rodCradle } from './rod-cradle.ts'
import { scissorLift } from './scissor-lift.ts'
import { filters, motion, sensors } from './sensing.ts'
import { allShapes, compounds } from './shapes.ts'
import { sleepers } from './sleepers.ts'
import { cardHouse, heavyTop, tower } from './stability.ts'
import { terrain } from './terrain.ts'
import { tiledLevel } from './tiled-level.ts'
import { tumbler } from './tumbler.ts'
import { weldTower } from './weld-tower.ts'
import { windmill } from './windmill.ts'
import type { SceneEntry, SceneOptions } from './types.ts'

export type * from './types.ts'

/** Every scene, in the order of the gallery. */
export const scenes: readonly SceneEntry[] = [
  largePyramid,
  manyPyramids,
  tower,
  cardHouse,
  heavyTop,
  circleBin,
  boxBin,
  mixedSizes,
  mixedShapes,
  bouncyMixed,
  compoundsPile,
  pileUp,
  gas,
  tumbler,
  platformer,
  arena,
  terrain,
  tiledLevel,
  sleepers,
  allShapes,
  compounds,
  rollingHills,
  oneWay,
  conveyors,
  elevators,
  bullets,
  restitution,
  cradle,
  sensors,
  filters,
  motion,
  bridges,
  ballAndChain,
  ragdolls,
  ragdollBin,
  carOnHills,
  scissorLift,
  windmill,
  rodCradle,
  jointGrid,
  crane,
  cloth,
  weldTower,
  harbor,
  planet,
  blast,
  windTunnel,
]

/** The same scenes in other sizes, under names of their own; not in the gallery. */
export const variants: readonly SceneEntry[] = [
  variant('pyramid-820', 'Pyramid of 820 boxes', largePyramid, { base: 40 }),
]

function variant(name: string, title: string, entry: SceneEntry, fixed: SceneOptions): SceneEntry {
  return {
    ...entry,
    name,
    title,
    create: (options = {}) => ({ ...entry.create({ ...fixed, ...options }), name, title }),
  }
}

/** The scene or variant of that name, if there is one. */
export function findScene(name: string): SceneEntry | undefined {
  return scenes.find((entry) => entry.name === name) ?? variants.find((entry) => entry.name === name)
}

/** Names of every scene and variant. */
export function sceneNames(): string[] {
  return [...scenes, ...variants].map((entry) => entry.name)
}
