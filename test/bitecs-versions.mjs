// Runs the tests of what touches bitECS against every 0.4.x that is published: npm run test:bitecs [-- vitest arguments]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const versions = JSON.parse(execFileSync('npm', ['view', 'bitecs', 'versions', '--json'], { encoding: 'utf8' }))
const chosen = process.argv.slice(2)
const tests = chosen.length > 0 ? chosen : ['test/plugin', 'test/lifecycle', 'test/queries']
const failed = []
for (const version of versions.filter((one) => /^0\.4\.\d+$/.test(one))) {
  console.log(`bitecs ${version}`)
  const folder = mkdtempSync(join(tmpdir(), 'bitecs-'))
  try {
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `bitecs@${version}`], { stdio: 'ignore' })
    const env = { ...process.env, BITECS: join(folder, 'node_modules', 'bitecs', 'dist') }
    if (spawnSync('npx', ['vitest', 'run', ...tests], { stdio: 'inherit', env }).status !== 0) failed.push(version)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
console.log(failed.length === 0 ? 'all versions pass' : `failed with ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
