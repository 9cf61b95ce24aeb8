import { type ComponentSpec, type FieldSpec, float } from './spec.ts'

/**
 * What `moveCharacter` found out, and goes on with in the next step: keep it with a saved game. It is added to a character
 * with the first move.
 */
export interface CharacterState {
  /** 1 while it stands on ground that carries it. */
  grounded: Uint8Array
  /** 1 when a wall, or ground that is too steep, held it back in the last move. */
  onWall: Uint8Array
  /** 1 when a ceiling did. */
  onCeiling: Uint8Array
  /** 1 when there was no room for it, between a platform and a wall for example. */
  squeezed: Uint8Array
  /** 1 since it left the ground by moving up, until it is on ground again. */
  jumped: Uint8Array
  /** The body that it stands on, or 0. */
  ground: Uint32Array
  /** Unit normal of the ground; (0, 0) in the air. */
  groundNormalX: Float64Array
  groundNormalY: Float64Array
  /** How the ground moves where it stands, length/s. */
  groundVelocityX: Float64Array
  groundVelocityY: Float64Array
  /** How fast the surface of its ground goes along under it, as that of a belt: `Material.tangentSpeed`. Length/s. */
  beltSpeed: Float64Array
  /** With which it bears down on the dynamic body that it stands on; else 0. Newtons. */
  load: Float64Array
  /** Unit normal of the wall, where `onWall` is 1; else (0, 0). */
  wallNormalX: Float64Array
  wallNormalY: Float64Array
  /** Seconds since it was grounded last; 0 on the ground. */
  airTime: Float64Array
  /** The velocity that was asked for, less what walls, ceilings and ground took. Length/s. */
  vx: Float64Array
  vy: Float64Array
  /** Where the last move left it, so that a teleport is none of its ways. Unit: length. */
  lastX: Float64Array
  lastY: Float64Array
  /** The point that carries it: in the world, and in the frame of the ground. Unit: length. */
  supportX: Float64Array
  supportY: Float64Array
  anchorX: Float64Array
  anchorY: Float64Array
}

const flag: FieldSpec = { kind: 'u8', initial: 0, rule: 'boolean' }

export const characterStateSpec: ComponentSpec<keyof CharacterState> = {
  name: 'CharacterState',
  fields: {
    grounded: flag,
    onWall: flag,
    onCeiling: flag,
    squeezed: flag,
    jumped: flag,
    ground: { kind: 'ref', initial: 0, rule: 'uint32' },
    groundNormalX: float(),
    groundNormalY: float(),
    groundVelocityX: float(),
    groundVelocityY: float(),
    beltSpeed: float(),
    load: float(0, 'nonNegative'),
    wallNormalX: float(),
    wallNormalY: float(),
    airTime: float(0, 'nonNegative'),
    vx: float(),
    vy: float(),
    lastX: float(),
    lastY: float(),
    supportX: float(),
    supportY: float(),
    anchorX: float(),
    anchorY: float(),
  },
}
