import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingAddresses } from '../../build/addresses.ts'
import { root } from '../../build/bundle.ts'

const whole = {
  repository: { type: 'git', url: 'git+https://git.host.dev/me/physics.git' },
  homepage: 'https://me.host.dev/physics/',
  bugs: { url: 'https://git.host.dev/me/physics/issues' },
}
const wrong = {
  absent: undefined, empty: '', 'no address': 'soon', 'without a host': 'https:///physics', 'for examples only': 'https://example.com/physics',
  'left as it was shown': 'https://github.com/OWNER/NAME/issues', 'an object without one': { type: 'git' },
}

test('whole addresses are enough, as texts too', () => {
  expect(missingAddresses(whole)).toEqual([])
  expect(missingAddresses({ ...whole, repository: whole.repository.url, bugs: whole.bugs.url })).toEqual([])
})

test.each(Object.entries(wrong))('each address is asked for where it is %s', (_, value) => {
  for (const field of Object.keys(whole)) {
    const missing = missingAddresses({ ...whole, [field]: value })
    expect(missing).toHaveLength(1)
    expect(missing[0]).toMatch(new RegExp(`^"${field}": `))
  }
})

test('npm publish is refused without them: it runs prepublishOnly first', () => {
  for (const [name, program] of [['.', 'build/addresses.ts'], ['create-bitecs-physics', '../build/addresses.ts']] as const) {
    const { scripts } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
    expect(scripts['prepublishOnly']).toMatch(new RegExp(`^tsx ${program.replaceAll('.', '\\.')}( &&|$)`))
  }
  const folder = mkdtempSync(join(tmpdir(), 'bitecs-physics-addresses-'))
  try {
    for (const [fields, code] of [[{}, 1], [whole, 0]] as const) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', ...fields }))
      const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'build/addresses.ts'), folder], { cwd: root, encoding: 'utf8' })
      expect(status).toBe(code)
      expect(/does not say where this package comes from(.|\n)*"repository": (.|\n)*"homepage": (.|\n)*"bugs": /.test(stderr)).toBe(code === 1)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
