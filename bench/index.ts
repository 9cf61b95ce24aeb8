import { cases } from './cases.ts'
import { readOptions, UsageError, type Options } from './cli.ts'
import { runBounces } from './commands/bounces.ts'
import { runBroadPhase } from './commands/broadphase.ts'
import { runCharacters } from './commands/characters.ts'
import { runChart } from './commands/chart.ts'
import { runFirst } from './commands/first.ts'
import { runPeers } from './commands/peers.ts'
import { runQuality } from './commands/quality.ts'
import { runQueries } from './commands/queries.ts'
import { runRandom } from './commands/random.ts'
import { runRestore } from './commands/restore.ts'
import { runRollback } from './commands/rollback.ts'
import { runScale } from './commands/scale.ts'
import { runSelf } from './commands/self.ts'
import { runSpawn } from './commands/spawn.ts'
import { runTables } from './commands/tables.ts'
import { engines, installedVersion } from './engines/index.ts'
import { markdownTable } from './harness/table.ts'

const HELP = `Measures bitecs-physics, alone and beside its peers.

usage: npm run bench -- [COMMAND] [OPTIONS]

  peers (default)   every scene beside every peer, each in a process of its own
  self              ours alone: milliseconds of each system, garbage, state hash
  self --against R  this checkout beside git revision R (or the folder of another checkout),
                    step by step in turns; prints the ratio of each scene
  scale             ours in worlds of up to a million bodies: time, exponent, memory
  spawn             the cost of adding and removing bodies, without that of bitECS
  first             the first step of a heap of 20,000 boxes and of crowds at one spot, in fresh processes
  broadphase [W..]  pair search, ours and that of others, from 8 to 100,000 boxes in worlds that
                    are uniform, clustered, mixed, static or asleep
  quality           piles of every shape and surface beside box2d3-wasm and Rapier: overlaps, rest, time; fails
                    where we are worse than the better of the two, by 9 seeds if by 3. --full all 9,216, --short a few,
                    or with some of --shape --restitution --friction --dt --gravity --sizes --densities --ground
                    (values, or all), --engine ours, --seconds N, --count N, --seeds N; --write docs/quality.md
  bounces           what restitution costs a pile, beside the same one without and with as many contacts; fails
                    beyond 1.25 times; --count N bodies
  queries           rays, regions and build over 100,000 static boxes, beside flatbush, planck, rapier
  characters        the twenty known failures of character controllers, beside that of Rapier, and the
                    time of a crowd; --write the table in docs/characters.md
  restore           who can put a world back so that it goes on as it did
  rollback          eight frames taken back and simulated again in worlds of 500; saves and restores
  random            scenes that nobody chose (shapes, sizes, grounds, surfaces, speeds), beside box2d3-wasm, a step of
                    each in turns; --seeds N of them, by default 60; --joints: of what hinges and rods hold together;
                    --machines: of joints of all kinds, with springs, limits and motors
  chart [FILE]      an SVG from a report of "peers", by default the latest; --out FILE
  tables [FILE]     the tables of docs/performance.md from such a report

  --scene A,B       only these scenes (see --list)
  --engine A,B      only these engines, and ours
  --steps N         measured steps; --warm N the steps before them
  --repeats N       how often each engine gets a new process (default 3)
  --short           small worlds, few steps: to see that everything runs
  --no-life         leave out the run from the first step on, with sleep as each engine recommends
  --profile         self: sample where the processor is, and keep the .cpuprofile in bench/results
  --out FILE        name of the JSON file in bench/results
  --list            print scenes and engines

Results go to bench/results as JSON and Markdown.`

const commands: Readonly<Record<string, (options: Options) => Promise<void>>> = {
  peers: runPeers,
  self: runSelf,
  scale: runScale,
  spawn: runSpawn,
  first: runFirst,
  bounces: runBounces,
  broadphase: runBroadPhase,
  quality: runQuality,
  queries: runQueries,
  characters: runCharacters,
  random: runRandom,
  restore: runRestore,
  rollback: runRollback,
  chart: runChart,
  tables: runTables,
}

function printList(): void {
  console.log(markdownTable(['scene', 'measured'], cases.map(({ name, warm, steps, shows }) => (
    [name, `${shows}, steps ${warm + 1} to ${warm + steps}`]
  )), 2))
  console.log()
  console.log(markdownTable(['engine', 'version'], engines.map((entry) => (
    [entry.name, installedVersion(entry) ?? 'not installed']
  )), 2))
}

try {
  const options = readOptions(process.argv.slice(2))
  const name = options.positionals[0] ?? 'peers'
  const command = commands[name]
  if (command === undefined) throw new UsageError(`unknown command "${name}": one of ${Object.keys(commands).join(', ')}`)
  if (options.help) console.log(HELP)
  else if (options.list) printList()
  else await command(options)
} catch (error) {
  // A bundle that cannot be made has said why already.
  const known = error instanceof UsageError || (error as Error).message.startsWith('Build failed')
  if (!known) throw error
  console.error(`bench: ${(error as Error).message.split('\n')[0]}`)
  process.exitCode = 2
}
