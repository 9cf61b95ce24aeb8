import { writeFileSync } from 'node:fs'
import { blocksOf } from './docs/blocks.ts'
let text = ''
let k = 0
for (const page of ['docs/units.md','docs/y-down.md','docs/no-sleep.md','docs/migrating.md','docs/from-matter.md','docs/from-planck.md','docs/from-rapier.md','docs/from-arcade.md','docs/drawing.md','docs/first-game.md','site/pages/index.md', 'docs/own-broad-phase.md']) {
  const blocks = blocksOf(page).filter((b) => b.runs)
  // the longest of each chain
  blocks.forEach((b, i) => { if (!blocks[i + 1]?.code.startsWith(b.code)) { writeFileSync(`/work/wt/site/test/zz-snip-${k}.ts`, b.code + '\nexport {}\n'); text += `console.log('== ${page}:${b.line}'); await import('./zz-snip-${k++}.ts')\n` } })
}
writeFileSync('/work/wt/site/test/zz-all.ts', text)
