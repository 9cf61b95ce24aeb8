import type { Redis } from 'ioredis'

/** A match that nobody has saved for so many seconds is forgotten. */
const FORGOTTEN_AFTER = 60

/** A match as it is kept: its world and who has which body in it. */
export interface SavedMatch {
  readonly step: number
  /** Entity ids by the keys of players. */
  readonly players: Readonly<Record<string, number>>
  /** What `toBytes` gave. */
  readonly world: Uint8Array
}

/**
 * Written only by the room that claimed the match last, or where it was forgotten because that room stood still for long: one that
 * was believed dead and is not cannot undo what came after.
 */
const SAVE = `
local room = redis.call('hget', KEYS[1], 'room')
if room and room ~= ARGV[1] then return 0 end
redis.call('hset', KEYS[1], 'room', ARGV[1], 'step', ARGV[2], 'players', ARGV[3], 'world', ARGV[4])
redis.call('expire', KEYS[1], ARGV[5])
return 1`

/** Matches in Redis, where every process finds them. */
export class MatchStore {
  private readonly redis: Redis

  constructor(redis: Redis) {
    this.redis = redis
  }

  /** Makes a room the one that plays a match, and gives what was saved of it. */
  async claim(match: string, room: string): Promise<SavedMatch | null> {
    const key = keyOf(match)
    await this.redis.multi().hset(key, 'room', room).expire(key, FORGOTTEN_AFTER).exec()
    const [step, players, world] = await this.redis.hmgetBuffer(key, 'step', 'players', 'world')
    if (!step || !players || !world) return null
    // A copy: what Redis hands out may lie in the midst of a larger buffer.
    return { step: Number(step), players: JSON.parse(players.toString()) as Record<string, number>, world: Uint8Array.from(world) }
  }

  /** Whether this room still plays the match: where it does not, nothing is written. */
  async save(match: string, room: string, { step, players, world }: SavedMatch): Promise<boolean> {
    const bytes = Buffer.from(world.buffer, world.byteOffset, world.byteLength)
    const saved = await this.redis.eval(SAVE, 1, keyOf(match), room, step, JSON.stringify(players), bytes, FORGOTTEN_AFTER)
    return saved === 1
  }
}

function keyOf(match: string): string {
  return `match:${match}`
}
