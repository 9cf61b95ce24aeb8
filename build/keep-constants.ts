import { parseAst } from 'rolldown/parseAst'

const TYPED_ARRAY = /^(?:Float64|Float32|Int32|Uint32|Uint16|Uint8)Array$/

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly kind?: string
  readonly id?: Node
  readonly init?: Node | null
  readonly callee?: Node
  readonly object?: Node
  readonly left?: Node
  readonly argument?: Node
  readonly declarations?: readonly Node[]
}

/**
 * Makes scratch arrays at the top of a module constants again: esbuild writes `var` in a bundle. Of a `const` V8 knows the
 * memory when it compiles a function, else each access asks for it anew: a thousand characters move in 0.83 of the time. Of
 * all else that is constant it made no difference.
 */
export function keepConstants(source: string): string {
  const program = parseAst(source) as unknown as { readonly body: readonly Node[] }
  const written = new Set<string>()
  collectWritten(program.body, written)
  let kept = ''
  let from = 0
  for (const { type, kind, start, end, declarations } of program.body) {
    if (type !== 'VariableDeclaration' || kind !== 'var' || !declarations!.some((one) => isArray(one, written))) continue
    kept += source.slice(from, start)
    for (const one of declarations!) kept += `${isArray(one, written) ? 'const' : 'var'} ${source.slice(one.start, one.end)};`
    from = end
  }
  return kept + source.slice(from)
}

/** Whether a declaration is that of an array that stays the same. */
function isArray({ id, init }: Node, written: ReadonlySet<string>): boolean {
  const made = init?.type === 'NewExpression' ? init.callee : init?.type === 'CallExpression' ? init.callee!.object : undefined
  return TYPED_ARRAY.test(made?.name ?? '') && id!.name !== undefined && !written.has(id!.name)
}

/** Collects what something is assigned to anywhere: some more than are variables at the top does no harm. */
function collectWritten(node: object, written: Set<string>): void {
  const { type, left, argument } = node as Node
  if (type === 'AssignmentExpression' || type === 'ForOfStatement' || type === 'ForInStatement') collectNames(left!, written)
  if (type === 'UpdateExpression') collectNames(argument!, written)
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) collectWritten(child, written)
}

/** All names in a pattern, with those of what its members are read from. */
function collectNames(node: object, written: Set<string>): void {
  const { type, name } = node as Node
  if (type === 'MemberExpression') return
  if (type === 'Identifier') written.add(name!)
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) collectNames(child, written)
}
