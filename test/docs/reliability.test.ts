import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Promised {
  readonly promise: string
  readonly tests: readonly { readonly file: string; readonly title: string }[]
  readonly scripts: readonly string[]
}

/** The rows of all tables of a page. */
function readPromises(page: string): Promised[] {
  return [...page.matchAll(/^\| (?!promise|---)(.+?) \| (.+) \|$/gm)].map(([, promise, keepers]) => ({
    promise: promise!,
    tests: [...keepers!.matchAll(/`(test\/[^`]+)`: "([^"]+)"/g)].map(([, file, title]) => ({ file: file!, title: title! })),
    scripts: [...keepers!.matchAll(/`npm run ([\w:]+)`/g)].map(([, name]) => name!),
  }))
}

/** Whether a file has a test, or a group of tests, of that name. */
function hasTest(text: string, title: string): boolean {
  return [`'${title.replaceAll("'", "\\'")}'`, `\`${title}\``].some((quoted) => text.includes(`(${quoted}, `) || text.includes(`\n    ${quoted}, `))
}

/** What a page names that is not there. */
function findMissing(promises: readonly Promised[], read: (file: string) => string | null, scripts: Readonly<Record<string, string>>): string[] {
  const missing: string[] = []
  for (const { promise, tests, scripts: named } of promises) {
    if (tests.length + named.length === 0) missing.push(`"${promise}" is kept by nothing`)
    for (const { file, title } of tests) {
      const text = read(file)
      if (text === null) missing.push(`there is no ${file}`)
      else if (!hasTest(text, title)) missing.push(`${file} has no test "${title}"`)
    }
    for (const name of named) if (!(name in scripts)) missing.push(`there is no npm run ${name}`)
  }
  return missing
}

test('every promise of the page on reliability names tests that are there', () => {
  const promises = readPromises(readFileSync('docs/reliability.md', 'utf8'))
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(promises.length).toBeGreaterThan(50)
  expect(findMissing(promises, (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null), scripts)).toEqual([])
})

test('the check finds a promise without a test, a file, a test and a command that are not there', () => {
  const page = '| promise | kept by |\n| --- | --- |\n| A | words |\n| B | `test/no.test.ts`: "x" |\n| C | `test/a.test.ts`: "two", `npm run none` |\n| D | `test/a.test.ts`: "it\'s one" |\n'
  const text = 'test(\'it\\\'s one\', () => {})\n// two\n'
  expect(findMissing(readPromises(page), (file) => (file === 'test/a.test.ts' ? text : null), {})).toEqual([
    '"A" is kept by nothing', 'there is no test/no.test.ts', 'test/a.test.ts has no test "two"', 'there is no npm run none',
  ])
})
