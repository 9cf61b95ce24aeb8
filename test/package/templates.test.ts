import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../build/bundle.ts'
import { TEMPLATES, templates } from '../packages/projects.ts'

interface Project {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly scripts: Record<string, string>
  readonly dependencies: Record<string, string>
  readonly peerDependencies: Record<string, string>
}

const read = (path: string): Project => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Project
const ours = read(root)

// npm run test:packages makes them all; here is what needs no installation.
test.each(templates())('the template %s names this version, and the page of templates names it', (name) => {
  const { dependencies, description, scripts, name: own } = read(join(TEMPLATES, name))
  expect(own).toBe(`bitecs-physics-${name}`)
  expect(dependencies['bitecs-physics']).toBe(`^${ours.version}`)
  expect(dependencies['bitecs']).toBe(ours.peerDependencies['bitecs'])
  expect(description).not.toBe('')
  expect(scripts['dev'] ?? scripts['start']).toBeDefined()
  expect(readFileSync(join(root, 'docs/templates.md'), 'utf8')).toContain(`| \`${name}\` |`)
})

test('what creates projects has the version of the package', () => {
  expect(read(join(root, 'create-bitecs-physics')).version).toBe(ours.version)
})
