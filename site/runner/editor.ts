import { closeBrackets } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { HighlightStyle, bracketMatching, ensureSyntaxTree, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colors are those of the page's theme: see theme/style.css. */
const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--code-comment)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--code-function)' },
  { tag: [tags.typeName, tags.className], color: 'var(--code-type)' },
])

const setWrongLine = StateEffect.define<number>()
const wrongLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (!effect.is(setWrongLine)) continue
      const { doc } = transaction.state
      next = effect.value < 1 || effect.value > doc.lines ? Decoration.none
        : Decoration.set(Decoration.line({ class: 'cm-wrong-line' }).range(doc.line(effect.value).from))
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Marks the line with an error; 0: none. */
export function markLine(editor: EditorView, line: number): void {
  editor.dispatch({ effects: setWrongLine.of(line) })
}

/** The first line that can't be read as TypeScript; 0 where all can. */
export function unreadableLine(editor: EditorView): number {
  let line = 0
  ensureSyntaxTree(editor.state, editor.state.doc.length, 500)?.iterate({
    enter: ({ type, from }) => {
      if (line === 0 && type.isError) line = editor.state.doc.lineAt(from).number
    },
  })
  return line
}

export function createEditor(parent: HTMLElement, code: string, changed: (code: string) => void, run: () => void): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: code,
      extensions: [
        lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(),
        highlightSelectionMatches(), indentUnit.of('  '), wrongLine, javascript({ typescript: true }), syntaxHighlighting(COLORS),
        EditorView.contentAttributes.of({ 'aria-label': 'The program', tabindex: '0' }),
        keymap.of([
          { key: 'Mod-Enter', run: () => (run(), true) },
          ...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab,
        ]),
        EditorView.updateListener.of((update) => { if (update.docChanged) changed(update.state.doc.toString()) }),
      ],
    }),
  })
}
