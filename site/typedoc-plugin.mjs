import { Comment, Converter, ReflectionKind } from 'typedoc'

/** The names under which the entries are imported. */
const ENTRIES = { index: 'bitecs-physics', ...Object.fromEntries(['quadtree', 'debug', 'recording', 'worker', 'no-wasm'].map((name) => [name, `bitecs-physics/${name}`])) }

/** One `@throws` with a list, in place of a heading for each. */
function joinThrows(comment) {
  const all = comment?.blockTags.filter(({ tag }) => tag === '@throws') ?? []
  if (all.length < 2) return
  all[0].content = all.flatMap(({ content }) => [{ kind: 'text', text: '\n- ' }, ...content])
  comment.blockTags = comment.blockTags.filter((tag) => tag === all[0] || !all.includes(tag))
}

/** Names modules as they are imported, and gives what one `@param x, y` says to both. */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_SIGNATURE, (_, signature) => joinThrows(signature.comment))
  app.converter.on(Converter.EVENT_CREATE_SIGNATURE, (_, signature) => {
    for (const tag of signature.comment?.blockTags.filter(({ tag: name, name: param }) => name === '@param' && param?.endsWith(',')) ?? []) {
      const names = [tag.name.slice(0, -1)]
      const first = tag.content[0]
      let text = first.text.trimStart()
      for (let found; (found = /^(\w+)(,?)\s*/.exec(text)) !== null;) {
        names.push(found[1])
        text = text.slice(found[0].length)
        if (found[2] === '') break
      }
      first.text = text
      for (const parameter of signature.parameters ?? []) {
        if (names.includes(parameter.name)) parameter.comment = new Comment(Comment.cloneDisplayParts(tag.content))
      }
      signature.comment.blockTags = signature.comment.blockTags.filter((other) => other !== tag)
    }
  })
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    for (const module of context.project.getReflectionsByKind(ReflectionKind.Module)) module.name = ENTRIES[module.name] ?? module.name
  })
}
