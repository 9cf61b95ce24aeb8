// A process of bots: JSON with the addresses, the matches and the bots of each in its first argument. Told 'reset' and 'report' it says
// how many bytes came in.
import { Player } from '../client/player.ts'
import { Key } from '../shared/things.ts'

export interface BotOptions {
  readonly endpoints: readonly string[]
  readonly matches: readonly string[]
  readonly bots: number
  /** How many times slower than a clock time goes. */
  readonly slow: number
}

export interface BotReport {
  readonly clients: number
  readonly bytes: number
  readonly packets: number
  /** Bots that were thrown out or lost their process. */
  readonly returns: number
}

const { endpoints, matches, bots, slow } = JSON.parse(process.argv[2]!) as BotOptions

/** Runs about, fires now and then, and sees what it is sent. */
class Bot {
  readonly player: Player
  private keys = 0
  private until = 0

  constructor(match: string, key: string) {
    this.player = new Player({ endpoints, match, key, predicts: false })
  }

  play(now: number, seconds: number): void {
    if (now > this.until) {
      this.keys = [Key.Left, Key.Right, Key.Up, Key.Down, Key.Left | Key.Up, Key.Right | Key.Down, 0][Math.floor(Math.random() * 7)]!
      if (Math.random() < 0.3) this.keys |= Key.Fire
      this.until = now + 300 + 1500 * Math.random()
    }
    this.player.advance(seconds, this.keys)
  }
}

const all: Bot[] = []
// The matches at once, the bots of each one by one: they shall not open it twice.
await Promise.all(matches.map(async (match) => {
  for (let i = 0; i < bots; i++) {
    const bot = new Bot(match, `bot-${i}`)
    await bot.player.join()
    all.push(bot)
  }
}))

let last = performance.now() / slow
setInterval(() => {
  const now = performance.now() / slow
  for (const bot of all) bot.play(now, (now - last) / 1000)
  last = now
}, 16)

let bytes = 0
let packets = 0
const sum = (of: (player: Player) => number): number => all.reduce((total, { player }) => total + of(player), 0)
process.on('message', (message) => {
  if (message === 'reset') {
    bytes = sum(({ bytesReceived }) => bytesReceived)
    packets = sum((player) => player.packets)
  } else if (message === 'report') {
    const report: BotReport = {
      clients: all.length, returns: sum(({ returns }) => returns), bytes: sum(({ bytesReceived }) => bytesReceived) - bytes,
      packets: sum((player) => player.packets) - packets,
    }
    process.send!(report)
  }
})
process.send!('ready')
