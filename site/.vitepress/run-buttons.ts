import type { MarkdownRenderer } from 'vitepress'

/**
 * Puts every `ts` block into a `RunBlock`, but those that are marked `no-run`. A block that is marked `continued` goes on
 * with the program of the block before it, as in test/docs/blocks.ts, and has the same number.
 */
export function runButtons(md: MarkdownRenderer): void {
  const plain = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const html = plain(tokens, index, options, env, self)
    const [language, ...marks] = tokens[index]!.info.trim().split(/\s+/)
    const counter = env as { programs?: number; relativePath?: string }
    // Those of the reference are signatures.
    if (language !== 'ts' || counter.relativePath?.startsWith('reference/') === true) return html
    if (!marks.includes('continued')) counter.programs = (counter.programs ?? 0) + 1
    return `<RunBlock :program="${counter.programs}" :runs="${!marks.includes('no-run')}">${html}</RunBlock>`
  }
}
