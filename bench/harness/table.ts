export type Align = 'left' | 'right'

/** A Markdown table whose columns are as wide as they have to be, so that it reads well as plain text too. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], firstLeft = 1): string {
  const widths = head.map((title, i) => Math.max(3, title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]): string => (
    `| ${widths.map((width, i) => pad(cells[i] ?? '', width, i < firstLeft)).join(' | ')} |`
  )
  const rule = widths.map((width, i) => (i < firstLeft ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

function pad(text: string, width: number, left: boolean): string {
  return left ? text.padEnd(width) : text.padStart(width)
}

/** Milliseconds with three digits that mean something. */
export function formatMs(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return value.toFixed(0)
  if (value >= 10) return value.toFixed(1)
  if (value >= 1) return value.toFixed(2)
  return value.toFixed(value >= 0.1 ? 3 : 4)
}

/** Lengths in millimetres. */
export function formatMm(metres: number): string {
  if (!Number.isFinite(metres)) return '–'
  const value = metres * 1000
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 1 ? 1 : 2)
}

export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return '–'
  if (bytes < 1000) return `${bytes.toFixed(0)} B`
  if (bytes < 1e6) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1e6).toFixed(1)} MB`
}

export function formatRatio(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(value < 10 ? 2 : 1)}×` : '–'
}
