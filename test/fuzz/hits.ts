import type { Model, Part } from './model.ts'

/**
 * How fast hits may have made bodies within a step. One that was hit, hit another one in its turn and was taken back by a
 * sweep has neither a speed nor a place at the end that tells of it.
 */
export class Hits {
  /** By body: the next one of what touches each other, up to the one that stands for all of them. */
  private readonly parents = new Map<number, number>()
  /** The fastest of all that stand together, by the one that stands for them. */
  private readonly fastest = new Map<number, number>()

  constructor(before: Model, touching: readonly (readonly [Part, Part])[]) {
    for (const [a, b] of touching) {
      // What is static hands no hit on.
      if (a.kind !== 'static' && b.kind !== 'static') this.parents.set(this.root(a.body), this.root(b.body))
    }
    for (const part of touching.flat()) {
      const root = this.root(part.body)
      const speed = Math.max(before.find(part.entity)?.speed ?? 0, part.speed)
      if (part.kind !== 'static') this.fastest.set(root, Math.max(this.fastest.get(root) ?? 0, speed))
    }
  }

  /** The highest speed that a collider may have had: a light body leaves a heavy one twice as fast as that came. */
  most(part: Part): number {
    return part.kind === 'dynamic' ? 2 * (this.fastest.get(this.root(part.body)) ?? 0) : 0
  }

  private root(body: number): number {
    let root = body
    while (this.parents.has(root) && this.parents.get(root) !== root) root = this.parents.get(root)!
    return root
  }
}
