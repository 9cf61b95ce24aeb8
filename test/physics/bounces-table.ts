import {
  BOUNCE_SHAPES, GROUNDS, ballOnBall, ballOnBox, bounceHeights, deepestLanding, impactError, newtonsCradle, repeatedBounces,
} from './bounce-lab.ts'

/**
 * Prints what the experiments with bounces measure: `node examples/run.mjs test/physics/bounces-table.ts [PART ..]`,
 * where a part is heights, again, cradle, impacts or landings.
 */
const parts = process.argv.slice(2)
const wanted = (part: string): boolean => parts.length === 0 || parts.includes(part)
const RATES = [30, 60, 120]
const percent = (ratio: number): string => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)}`

if (wanted('heights')) {
  console.log('rise of the first bounce over e²h, percent off: median (least .. most)')
  for (const shape of BOUNCE_SHAPES) {
    for (const hz of RATES) {
      for (const e of [0.2, 0.5, 0.8, 0.95, 1]) {
        const cells = [1, 4, 16].map((height) => {
          const { median, least, most } = bounceHeights(shape, e, height, hz)
          return `${height} m: ${percent(median)} (${percent(least)} .. ${percent(most)})`.padEnd(30)
        })
        console.log(`  ${shape.padEnd(8)}${`${hz} Hz`.padStart(7)}  e ${String(e).padEnd(5)}${cells.join('')}`)
      }
    }
  }
}
if (wanted('again')) {
  console.log('e = 1 from 1 m: height of bounce 1, 10, 20, 40, 80 over the drop')
  for (const hz of RATES) {
    const tops = repeatedBounces(1, 1, hz, 80)
    console.log(`  ${hz} Hz: ${[1, 10, 20, 40, 80].map((n) => tops[n - 1]?.toFixed(3) ?? '–').join('  ')}`)
  }
}
if (wanted('cradle')) {
  console.log('five balls, speeds afterwards over the speed of those that came')
  for (const gap of [0, 0.001, 0.01]) {
    for (const moving of [1, 2, 3]) {
      for (const hz of RATES) {
        const speeds = newtonsCradle(moving, gap, hz, 0.37).map((speed) => speed.toFixed(3).padStart(7))
        console.log(`  gap ${String(gap * 1000).padStart(2)} mm, ${moving} in, ${`${hz}`.padStart(3)} Hz: ${speeds.join(' ')}`)
      }
    }
  }
}
if (wanted('impacts')) {
  console.log('off-centre impacts, error in percent of the approach: median and worst of 20 phases, and the worst one')
  for (const [name, impact] of [['ball on ball', ballOnBall], ['ball on box', ballOnBox]] as const) {
    for (const hz of RATES) {
      for (const speed of [3.2, 12]) {
        for (const e of [0.3, 1]) {
          const all = [0.1, 1, 8].flatMap((mass) => [0.1, 0.4, 0.7].flatMap((offset) => (
            Array.from({ length: 20 }, (_, k) => impact(e, mass, offset, speed, hz, k / 20))
          ))).map((trial) => ({ trial, error: impactError(trial) })).sort((a, b) => a.error - b.error)
          const [middle, worst] = [all[all.length >> 1]!, all.at(-1)!]
          console.log(`  ${name} ${`${hz}`.padStart(3)} Hz ${`${speed}`.padStart(3)} m/s e ${e}: ${(middle.error * 100).toFixed(2)} .. `
            + `${(worst.error * 100).toFixed(2)}  ${worst.trial.what}: ${worst.trial.measured.map((v) => v.toFixed(2)).join(' ')}`
            + ` for ${worst.trial.formula.map((v) => v.toFixed(2)).join(' ')}`)
        }
      }
    }
  }
}
if (wanted('landings')) {
  console.log('landing at up to 20 m/s: deepest in the ground, mm')
  for (const shape of BOUNCE_SHAPES) {
    for (const ground of GROUNDS) {
      for (const e of [0, 0.5]) {
        const cells = RATES.map((hz) => `${hz} Hz ${(deepestLanding(shape, e, ground, hz) * 1000).toFixed(1)}`.padEnd(16))
        console.log(`  ${shape.padEnd(8)} on ${ground.padEnd(6)} e ${String(e).padEnd(4)} ${cells.join('')}`)
      }
    }
  }
}
