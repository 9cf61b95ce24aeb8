import { createEditor, markLine, unreadableLine } from '../../site/runner/editor.ts'
import type { SceneEntry } from '../scenes/types.ts'
import { byId, onClick, setText } from './dom.ts'
import { problemOf, runSource, sourceOf } from './scene-program.ts'

/** Milliseconds after the last key until a changed text is run. */
const PAUSE_MS = 450

/** The source of the running scene in an editor: what is changed there is run at once. */
export class CodePanel {
  /** Files that were changed, as they are now. */
  private readonly changed = new Map<string, string>()
  private editor: ReturnType<typeof createEditor> | null = null
  private scene = ''
  private file = ''
  private original = ''
  private timer = 0

  /** @param run Starts a scene that was edited. */
  constructor(private readonly run: (entry: SceneEntry) => void) {
    onClick('code-reset', () => this.reset())
  }

  /** Shows the file in which a scene is. */
  show(scene: string): void {
    if (scene === this.scene) return
    const { file, text, line } = sourceOf(scene)
    this.scene = scene
    clearTimeout(this.timer)
    setText(byId('code-file'), `examples/scenes/${file}`)
    if (file !== this.file) {
      this.file = file
      this.original = text
      this.editor?.destroy()
      this.editor = createEditor(byId('code-editor'), this.changed.get(file) ?? text, (code) => this.edit(code), () => void this.start())
    }
    this.goTo(line)
    this.say()
    if (this.changed.has(file)) void this.start()
  }

  get text(): string {
    return this.editor?.state.doc.toString() ?? ''
  }

  /** What keeps the file of a scene from running as it is checked in; empty: nothing does. */
  async problemWith(scene: string): Promise<string> {
    try {
      await runSource(sourceOf(scene).text, scene)
      return ''
    } catch (error) {
      return problemOf(error).message
    }
  }

  /** What went wrong while an edited scene ran. */
  fail(error: unknown): void {
    const { message, line } = problemOf(error)
    const place = line || (this.editor === null ? 0 : unreadableLine(this.editor))
    if (this.editor !== null) markLine(this.editor, place)
    this.say(`${place > 0 ? `Line ${place}: ` : ''}${message}`)
  }

  private edit(code: string): void {
    if (code === this.original) this.changed.delete(this.file)
    else this.changed.set(this.file, code)
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.start(), PAUSE_MS)
  }

  private async start(): Promise<void> {
    if (this.editor === null) return
    clearTimeout(this.timer)
    const { text, scene } = this
    // It may have been changed again, or another scene chosen, before this is done.
    const late = (): boolean => text !== this.text || scene !== this.scene
    try {
      const entry = await runSource(text, scene)
      if (late()) return
      markLine(this.editor, 0)
      this.say()
      this.run(entry)
    } catch (error) {
      if (!late()) this.fail(error)
    }
  }

  private reset(): void {
    this.editor?.dispatch({ changes: { from: 0, to: this.editor.state.doc.length, insert: this.original } })
    void this.start()
  }

  private goTo(line: number): void {
    const editor = this.editor!
    const { from } = editor.state.doc.line(Math.min(line, editor.state.doc.lines))
    // Above it stands how the scene is defined.
    editor.dispatch({ selection: { anchor: from }, scrollIntoView: true })
  }

  /** Nothing: what is usual. */
  private say(problem = ''): void {
    const note = byId('code-note')
    const changed = this.changed.has(this.file)
    byId<HTMLButtonElement>('code-reset').disabled = !changed
    note.classList.toggle('problem', problem !== '')
    setText(note, problem !== '' ? `${problem.replace(/\.?$/, '.')} The scene goes on as it was.`
      : changed ? 'It runs as you have changed it. The link does not hold your changes.' : 'Change anything: the scene starts again with it.')
  }
}
