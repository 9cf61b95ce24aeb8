import { parseAst } from 'rolldown/parseAst'
import { Constants, type Fold } from './fold.ts'

/** What is called when a module is evaluated, and not when something of it is. */
const LATER = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodDefinition'])

const PURE = '/* @__PURE__ */ '

/** What is called for its effect alone, and may be left out of a bundle with it. */
const LEFT_OUT = new Set(['nameBroadPhases'])

interface Node {
  readonly type: string
  readonly start: number
  readonly expression?: Node
  readonly callee?: Node
  readonly name?: string
}

/**
 * Marks every call and `new` at the top of a module as one without an effect, as `sideEffects: false` says of the whole
 * package: else a bundler must keep the scratch arrays of all that lies in the same file. Numbers that are computed there are
 * computed here, for the same reason.
 * @throws Error on a call whose result nobody takes: marked so, bundlers would leave it out, and its effect with it.
 */
export function markPure(source: string): string {
  const program = parseAst(source)
  const folds: Fold[] = []
  const starts: number[] = []
  collect(program, new Constants(program.body), starts, folds)
  const edits = [...folds, ...starts.map((start) => ({ start, end: start, text: PURE }))]
  let marked = ''
  let from = 0
  for (const { start, end, text } of edits.sort((one, other) => one.start - other.start || one.end - other.end)) {
    marked += source.slice(from, start)
    if (text !== PURE || !marked.endsWith(PURE)) marked += text
    from = end
  }
  return marked + source.slice(from)
}

function collect(node: object, constants: Constants | null, starts: number[], folds: Fold[]): void {
  const { type, start, expression } = node as Node
  if (LATER.has(type)) return
  const fold = constants?.fold(node)
  if (fold !== undefined) {
    folds.push(fold)
    return
  }
  if (type === 'ExpressionStatement' && isCall(expression!) && !LEFT_OUT.has(expression!.callee!.name ?? '')) {
    throw new Error(`build: a call at the top of a module, at ${expression!.start}, has an effect that bundlers would lose. Give its result a name.`)
  }
  if (isCall(node as Node)) starts.push(start)
  // What is in a field of a class is computed when there is an object.
  const known = type === 'PropertyDefinition' ? null : constants
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) collect(child, known, starts, folds)
}

function isCall({ type }: Node): boolean {
  return type === 'NewExpression' || type === 'CallExpression'
}
