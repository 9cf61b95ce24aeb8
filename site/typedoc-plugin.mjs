import { Comment, Converter, ReflectionKind } from 'typedoc'

/** The names under which the entries are imported. */
const ENTRIES = { index: 'bitecs-physics', quadtree: 'bitecs-physics/quadtree', 'no-wasm': 'bitecs-physics/no-wasm' }

/** Names modules as they are imported, and gives what one `@param x, y` says to both. */
export function load(app) {
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
