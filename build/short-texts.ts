// Puts codes in the place of the texts in a bundle, for the build that has the condition `production`.
import { createHash } from 'node:crypto'
import { parseAst } from 'rolldown/parseAst'

/** Texts with fewer letters stay: a code with its marks would be as long. */
const LEAST = 32

/** Whole texts by code, with {1}, {2} … where values stand. */
export type Texts = Map<string, string>

/** What all nodes of a syntax tree have, and what those of texts have besides. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly computed?: boolean
  readonly value?: unknown
  readonly operator?: string
  readonly left?: Node
  readonly right?: Node
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
  readonly expressions?: readonly Node[]
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Each text, with all that is joined to it by `+` or in a template, becomes `bitecs-physics#code(values)`: the values that
 * stood in it, in their order, with | between them. What is thrown and where, and what is computed for it, stay as they are.
 * @param texts Receives the whole texts.
 */
export function shortenTexts(source: string, texts: Texts): string {
  return print(parseAst(source) as Node, source, texts)
}

/** The page that says what each code means. */
export function errorPage(texts: Texts): string {
  const lines = [...texts].sort(([, one], [, other]) => (one < other ? -1 : 1)).map(([code, text]) => `- \`${code}\` \`${text}\``)
  return `# Errors by code

Written by \`npm run build\`: do not edit.

The package has a second build, which bundlers take under the condition \`production\`. It is the same but for its texts:
\`bitecs-physics#code(values)\`, where the values, with \`|\` between them, stand for {1}, {2} … in the text of that code.
A value may hold a code again.

${lines.join('\n')}
`
}

/** The source of a node with codes for the texts in it. */
function print(node: Node, source: string, texts: Texts): string {
  const edits: Edit[] = []
  collect(node, source, texts, edits)
  let printed = ''
  let from = node.start
  for (const { start, end, text } of edits) {
    printed += source.slice(from, start) + text
    from = end
  }
  return printed + source.slice(from, node.end)
}

/** Notes what is to be written in the place of the texts in a node, from left to right. */
function collect(node: Node, source: string, texts: Texts, edits: Edit[]): void {
  const parts = isText(node) ? partsOf(node) : []
  const letters = parts.filter((part) => typeof part === 'string').join('')
  if (letters.length >= LEAST && letters.includes(' ')) {
    edits.push({ start: node.start, end: node.end, text: shorten(parts, source, texts) })
    return
  }
  for (const [key, child] of Object.entries(node)) {
    if (key === 'key' && node.computed !== true) continue
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) collect(one, source, texts, edits)
  }
}

function shorten(parts: readonly (string | Node)[], source: string, texts: Texts): string {
  const values: string[] = []
  const text = parts.map((part) => {
    if (typeof part === 'string') return part
    return `{${values.push(`\${${print(part, source, texts)}}`)}}`
  }).join('')
  if (/[\n`]/.test(text)) throw new Error(`build: a text must have no line break and no backtick: ${text}`)
  const code = BigInt(`0x${createHash('sha1').update(text).digest('hex')}`).toString(36).slice(-4)
  if ((texts.get(code) ?? text) !== text) throw new Error(`build: '${text}' and '${texts.get(code)}' have one code. Change a word.`)
  texts.set(code, text)
  return values.length === 0 ? `"bitecs-physics#${code}"` : `\`bitecs-physics#${code}(${values.join('|')})\``
}

/** Whether a node is a text for certain: a literal, a template, or something joined to one. */
function isText(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string'
  if (node.type === 'TemplateLiteral') return true
  return node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left!) || isText(node.right!))
}

/** A text as its letters and the values among them. */
function partsOf(node: Node): (string | Node)[] {
  if (node.type === 'BinaryExpression') return [...joined(node.left!), ...joined(node.right!)]
  if (node.type === 'Literal') return [String(node.value)]
  return node.quasis!.flatMap(({ value }, i) => {
    const next = node.expressions![i]
    return next === undefined ? [value.cooked] : [value.cooked, ...joined(next)]
  })
}

function joined(node: Node): (string | Node)[] {
  return isText(node) || node.type === 'Literal' ? partsOf(node) : [node]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
