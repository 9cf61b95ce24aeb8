/** Pages whose place in the site follows from no rule. */
const NAMED: Readonly<Record<string, string>> = { 'README.md': 'overview.md', 'CHANGELOG.md': 'changelog.md', 'bench/README.md': 'bench.md' }

/** The address of a page by its path in the repository. */
export function pageOf(path: string): string {
  return NAMED[path] ?? path.replace(/^docs\//, '').replace(/^site\/pages\//, '').replace(/^site\//, '')
}

/** Folder of the site with the files that pages link to and that are no pages. */
export const SOURCE = '/source/'
