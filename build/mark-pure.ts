import { parseAst } from 'rolldown/parseAst'

/** What is called when a module is evaluated, and not when something of it is. */
const LATER = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodDefinition'])

interface Node {
  readonly type: string
  readonly start: number
}

/**
 * Marks every call and `new` at the top of a module as one without an effect, as `sideEffects: false` says of the whole
 * package: else a bundler must keep the scratch arrays of all that lies in the same file.
 */
export function markPure(source: string): string {
  const starts: number[] = []
  collect(parseAst(source), starts)
  let marked = ''
  let from = 0
  for (const start of starts.sort((one, other) => one - other)) {
    marked += source.slice(from, start)
    if (!marked.endsWith('/* @__PURE__ */ ')) marked += '/* @__PURE__ */ '
    from = start
  }
  return marked + source.slice(from)
}

function collect(node: object, starts: number[]): void {
  const { type, start } = node as Node
  if (LATER.has(type)) return
  if (type === 'NewExpression' || type === 'CallExpression') starts.push(start)
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) collect(child, starts)
}
