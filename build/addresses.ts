// Ends with an error when a package has no addresses to be published with: tsx build/addresses.ts FOLDER
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where the source of a package lies, where it is explained, and where faults of it are told. */
const WANTED = {
  repository: '{ "type": "git", "url": "git+https://github.com/OWNER/NAME.git" }',
  homepage: '"https://OWNER.github.io/NAME/"',
  bugs: '{ "url": "https://github.com/OWNER/NAME/issues" }',
} as const

/** One line for each address that a package.json lacks; nothing where it can be published. */
export function missingAddresses(project: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(WANTED).filter(([field]) => !isAddress(project[field])).map(([field, pattern]) => `"${field}": ${pattern}`)
}

/** A text that is an address, or an object with one; placeholders are none. */
function isAddress(value: unknown): boolean {
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : value
  if (typeof url !== 'string' || /OWNER|NAME/.test(url)) return false
  const plain = url.replace(/^git\+/, '')
  if (!URL.canParse(plain)) return false
  const { host, protocol } = new URL(plain)
  return protocol === 'https:' && host.includes('.') && !/(^|\.)example\.(com|org|net)$/.test(host)
}

function main(folder: string): void {
  const file = join(folder, 'package.json')
  const missing = missingAddresses(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
  if (missing.length === 0) return
  console.error(`publish: ${file} does not say where this package comes from, so it is not published. Fill in, with the true addresses:\n\n  ${missing.join(',\n  ')}\n`)
  process.exitCode = 1
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) main(resolve(process.argv[2] ?? '.'))
