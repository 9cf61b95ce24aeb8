import { parseAst } from 'rolldown/parseAst'

/** What is called when a module is evaluated, and not when something of it is. */
const LATER = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodDefinition'])

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
 * package: else a bundler must keep the scratch arrays of all that lies in the same file.
 * @throws Error on a call whose result nobody takes: marked so, bundlers would leave it out, and its effect with it.
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
  const { type, start, expression } = node as Node
  if (LATER.has(type)) return
  if (type === 'ExpressionStatement' && isCall(expression!) && !LEFT_OUT.has(expression!.callee!.name ?? '')) {
    throw new Error(`build: a call at the top of a module, at ${expression!.start}, has an effect that bundlers would lose. Give its result a name.`)
  }
  if (isCall(node as Node)) starts.push(start)
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) collect(child, starts)
}

function isCall({ type }: Node): boolean {
  return type === 'NewExpression' || type === 'CallExpression'
}
