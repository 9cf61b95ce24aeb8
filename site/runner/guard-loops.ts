import { javascriptLanguage } from '@codemirror/lang-javascript'
import { GUARD } from './allowance.ts'

const LOOPS = new Set(['ForStatement', 'WhileStatement', 'DoStatement'])

interface Insertion {
  readonly at: number
  readonly text: string
}

/**
 * JavaScript that asks in every turn of a loop, and in every function, whether it may go on. Lines stay what they are.
 * What can't be read comes back as it was: it does not run either. With the parser that the editor brings along;
 * tried: loop-protect needs 2 MB of Babel and steps out of the loop without a word, loop-breaker rests since 2019.
 */
export function guardLoops(code: string): string {
  const opening: Insertion[] = []
  const closing: Insertion[] = []
  const enclose = ({ from, to }: { from: number; to: number }, before: string, after: string): void => {
    opening.push({ at: from, text: before })
    // What ends at one place was opened in turns: the last comes first.
    closing.unshift({ at: to, text: after })
  }
  let readable = true
  javascriptLanguage.parser.parse(code).iterate({
    enter({ node, type }) {
      if (type.isError) readable = false
      const parts = node.getChildren('Statement')
      const body = node.lastChild
      if (body === null) return
      if (LOOPS.has(type.name)) {
        const turn = parts.at(-1) ?? body
        if (turn.name === 'Block') opening.push({ at: turn.from + 1, text: `${GUARD}();` })
        else enclose(turn, `{${GUARD}();`, '}')
      } else if (type.name === 'ArrowFunction' && body.name !== 'Block') enclose(body, `(${GUARD}(),`, ')')
      else if (body.name === 'Block' && node.getChild('ParamList') !== null) opening.push({ at: body.from + 1, text: `${GUARD}();` })
    },
  })
  return readable ? withInsertions(code, [...opening, ...closing]) : code
}

function withInsertions(code: string, insertions: Insertion[]): string {
  let text = ''
  let last = 0
  for (const { at, text: inserted } of insertions.sort((one, two) => one.at - two.at)) {
    text += code.slice(last, at) + inserted
    last = at
  }
  return text + code.slice(last)
}
