import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../build/bundle.ts'
import { create } from '../../create-bitecs-physics/create.ts'
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

test('a project is made in a folder in which git was begun, and in no other that is not empty', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitecs-physics-create-'))
  try {
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main')
    expect(() => create(join(TEMPLATES, 'no such template'), folder)).toThrow('could not be written')
    expect(readdirSync(folder)).toEqual(['.git'])
    create(join(TEMPLATES, 'canvas'), folder)
    expect(existsSync(join(folder, 'package.json')) && existsSync(join(folder, '.git/HEAD'))).toBe(true)
    expect(() => create(join(TEMPLATES, 'canvas'), folder)).toThrow('is not empty')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
