import { createArena } from './arena.ts'
import { createCatapult } from './catapult.ts'
import type { Game } from './game.ts'
import { createPlatformer } from './platformer.ts'

/** The games of the gallery. Each is one file, as people write them. */
export const GAMES: readonly { readonly name: string; readonly title: string; readonly category: string; readonly create: () => Game }[] = [
  { name: 'arena', title: 'Arena', category: 'Seen from above', create: () => createArena() },
  { name: 'platformer', title: 'Platformer', category: 'Seen from the side', create: () => createPlatformer() },
  { name: 'catapult', title: 'Catapult', category: 'Seen from the side', create: () => createCatapult() },
]
