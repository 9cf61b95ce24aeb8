/** What the page and the frame in which programs run tell each other. */

/** Modules by the name under which programs import them, as texts. */
export type Libraries = Readonly<Record<string, string>>

export interface RunMessage {
  readonly libraries: Libraries
  /** JavaScript. */
  readonly code: string
  readonly dark: boolean
}

export type Level = 'log' | 'warn' | 'error'

export type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'line'; readonly level: Level; readonly text: string }
  /** The program has run to its end, or was stopped by an error; `draws` says whether there is something to see. */
  | { readonly kind: 'done'; readonly draws: boolean; readonly failed: boolean; readonly line: number }
