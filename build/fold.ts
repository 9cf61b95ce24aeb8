/** What all nodes of a syntax tree have, and what those of numbers have besides. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly value?: unknown
  readonly operator?: string
  readonly computed?: boolean
  readonly kind?: string
  readonly left?: Node
  readonly right?: Node
  readonly argument?: Node
  readonly object?: Node
  readonly property?: Node
  readonly id?: Node
  readonly init?: Node | null
  readonly key?: Node
  readonly properties?: readonly Node[]
  readonly declarations?: readonly Node[]
}

/** A number in the place of what computes it. */
export interface Fold {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * What is computed at the top of a module from numbers that stand there: `1 / 16`, `2 * MOST`, `Kind.Last`. Bundlers keep such
 * expressions, and all that they lie in and use, because for all they know there may be a getter or a BigInt in them.
 */
export class Constants {
  private readonly numbers = new Map<string, number>()

  constructor(statements: readonly object[]) {
    for (const statement of statements as readonly Node[]) {
      if (statement.type !== 'VariableDeclaration') continue
      for (const { id, init } of statement.declarations!) if (id!.type === 'Identifier' && init) this.note(id!.name!, init)
    }
    // What is assigned later is no constant.
    const forget = (node: Node): void => {
      const target = node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : undefined
      if (target?.type === 'Identifier') this.numbers.delete(target.name!)
      if (target?.type === 'MemberExpression') this.numbers.delete(pathOf(target))
      for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) forget(child as Node)
    }
    for (const statement of statements) forget(statement as Node)
  }

  /** The number that an expression can be replaced by, if it is one that bundlers would keep. */
  fold(node: object): Fold | undefined {
    const { type, start, end } = node as Node
    if (type !== 'BinaryExpression' && type !== 'MemberExpression') return undefined
    const value = this.valueOf(node as Node)
    return value === undefined || !Number.isFinite(value) || Object.is(value, -0) ? undefined : { start, end, text: value < 0 ? `(${value})` : String(value) }
  }

  private note(name: string, init: Node): void {
    const value = this.valueOf(init)
    if (value !== undefined) this.numbers.set(name, value)
    if (init.type !== 'ObjectExpression') return
    for (const { type, computed, key, value: part } of init.properties!) {
      const number = type === 'Property' && computed !== true && key!.type === 'Identifier' ? this.valueOf(part as Node) : undefined
      if (number !== undefined) this.numbers.set(`${name}.${key!.name}`, number)
    }
  }

  private valueOf(node: Node): number | undefined {
    if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined
    if (node.type === 'Identifier') return this.numbers.get(node.name!)
    if (node.type === 'MemberExpression') {
      const path = pathOf(node)
      const known: unknown = path.startsWith('Math.') ? Reflect.get(Math, path.slice(5)) : this.numbers.get(path)
      return typeof known === 'number' ? known : undefined
    }
    if (node.type === 'UnaryExpression' && node.operator === '-') {
      const value = this.valueOf(node.argument!)
      return value === undefined ? undefined : -value
    }
    if (node.type !== 'BinaryExpression') return undefined
    const [one, other] = [this.valueOf(node.left!), this.valueOf(node.right!)]
    if (one === undefined || other === undefined) return undefined
    switch (node.operator) {
      case '+': return one + other
      case '-': return one - other
      case '*': return one * other
      case '/': return one / other
      // Of others the last bit is that of the machine.
      case '**': return one === 2 && Number.isInteger(other) ? one ** other : undefined
      default: return undefined
    }
  }
}

/** `Kind.Last`, or nothing that is known. */
function pathOf({ object, property, computed }: Node): string {
  return object!.type === 'Identifier' && computed !== true ? `${object!.name}.${property!.name}` : ''
}
