import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addComponent, addComponents, addEntity, createWorld, resetWorld, set } from 'bitecs'
import { parseAst } from 'rolldown/parseAst'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../build/bundle.ts'
import { errorPage } from '../../build/short-texts.ts'
import type * as engineModule from '../../src/index.ts'
import type { ShapeData } from '../../src/index.ts'
import type * as treesModule from '../../src/quadtree/index.ts'
import { type Packed, pack } from './packed.ts'
import type * as DebugEntry from '../../src/debug/index.ts'

type Engine = typeof engineModule
type Trees = typeof treesModule

const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
/** The texts of the page by code. */
const meanings = new Map([...page.matchAll(/^- `(\w{4})` `(.*)`$/gm)].map(([, code, text]) => [code!, text!]))

/** What a message with codes says, by the page. */
function spell(message: string): string {
  const at = message.search(/bitecs-physics#/)
  if (at < 0) return message
  const code = message.slice(at + 15, at + 19)
  const text = meanings.get(code)
  expect(text, `the page has ${code}`).toBeDefined()
  const values: string[] = []
  let end = at + 19
  if (message[end] === '(') {
    let depth = 0
    let from = end + 1
    do {
      if (message[end] === '(') depth++
      if (message[end] === ')') depth--
      if (depth === 0 || (depth === 1 && message[end] === '|')) {
        values.push(spell(message.slice(from, end)))
        from = end + 1
      }
      end++
    } while (depth > 0)
  }
  return message.slice(0, at) + text!.replace(/\{(\d+)\}/g, (_, place) => values[Number(place) - 1]!) + spell(message.slice(end))
}

/** A world with a ball and a floor. */
function someWorld(engine: Engine) {
  const world = createWorld()
  const { components } = engine.addPhysics(world)
  const [ball, floor] = [addEntity(world), addEntity(world)]
  const { Position, Shape, Static } = components
  addComponents(world, ball, set(Position, { x: 0, y: 3 }), set(Shape, engine.circle(0.5)))
  addComponents(world, floor, set(Position, { x: 0, y: -1 }), set(Shape, engine.box(9, 1)), Static)
  return { world, components, ball, floor, step: (dt = 1 / 60) => engine.stepPhysics(world, dt) }
}

function giveShape(engine: Engine, shape: ShapeData): void {
  const { world, components, ball } = someWorld(engine)
  addComponent(world, ball, set(components.Shape, shape))
}

const wrong = <T>(value: unknown): T => value as T

const mistakes: Record<string, (engine: Engine) => void> = {
  'no world': (engine) => engine.addPhysics(wrong({})),
  'physics twice': (engine) => engine.addPhysics(someWorld(engine).world),
  'no such option': (engine) => engine.addPhysics(createWorld(), wrong({ gravty: 1 })),
  'a length unit of 0': (engine) => engine.addPhysics(createWorld(), { lengthUnit: 0 }),
  'gravity as a number': (engine) => engine.addPhysics(createWorld(), wrong({ gravity: 9.81 })),
  'gravity without end': (engine) => engine.addPhysics(createWorld(), { gravity: { y: Infinity } }),
  'a kernel by name': (engine) => engine.addPhysics(createWorld(), wrong({ kernel: 'plain' })),
  'a broad phase that is none': (engine) => engine.addPhysics(createWorld(), wrong({ broadPhase: 'octree' })),
  'half a broad phase': (engine) => engine.addPhysics(createWorld(), wrong({ broadPhase: () => ({ add() {} }) })),
  'half a substep': (engine) => engine.addPhysics(createWorld(), { substeps: 2.5 }),
  'room for nothing': (engine) => engine.addPhysics(createWorld(), { capacity: 0 }),
  'a store without y': (engine) => engine.addPhysics(createWorld(), { components: wrong({ Position: { x: [] } }) }),
  'milliseconds': (engine) => someWorld(engine).step(16),
  'backwards': (engine) => someWorld(engine).step(-1),
  'a step of no length to speak of': (engine) => someWorld(engine).step(1e-12),
  'a world that was reset': (engine) => {
    const { world, step } = someWorld(engine)
    resetWorld(world)
    step()
  },
  'no physics': (engine) => engine.stepPhysics(createWorld(), 1 / 60),
  'an entity that is not there': (engine) => engine.wake(someWorld(engine).world, 99),
  'an entity that is no body': (engine) => {
    const { world } = someWorld(engine)
    engine.wake(world, addEntity(world))
  },
  'a force on the floor': (engine) => {
    const { world, floor, step } = someWorld(engine)
    step()
    engine.applyForce(world, floor, 1, 0)
  },
  'a force that is no number': (engine) => {
    const { world, ball, step } = someWorld(engine)
    step()
    engine.applyForce(world, ball, NaN, 0)
  },
  'a way for a ball': (engine) => {
    const { world, ball, step } = someWorld(engine)
    step()
    engine.moveKinematic(world, ball, 1, 0)
  },
  'a place that is no number': (engine) => {
    const { components, ball, step } = someWorld(engine)
    step()
    components.Position.x[ball] = NaN
    step()
  },
  'a mass below 0': (engine) => {
    const { world, components, ball } = someWorld(engine)
    addComponent(world, ball, set(components.Mass, { mass: -1 }))
  },
  'friction that is written below 0': (engine) => {
    const { world, components, ball, step } = someWorld(engine)
    addComponent(world, ball, components.Material)
    components.Material.friction[ball] = -1
    engine.markChanged(world, ball)
    step()
  },
  'no such field': (engine) => {
    const { world, components, ball } = someWorld(engine)
    addComponent(world, ball, set(components.Material, wrong({ bounce: 1 })))
  },
  'a shape that is no shape': (engine) => giveShape(engine, wrong({ type: 77 })),
  'a dynamic line': (engine) => {
    const { world, components, step } = someWorld(engine)
    addComponents(world, addEntity(world), set(components.Position, {}), set(components.Shape, engine.segment(0, 0, 1, 0)))
    step()
  },
  'Static and Kinematic': (engine) => {
    const { world, components, floor, step } = someWorld(engine)
    addComponent(world, floor, components.Kinematic)
    step()
  },
  'a part of itself': (engine) => {
    const { world, components, step } = someWorld(engine)
    const part = addEntity(world)
    addComponents(world, part, set(components.Shape, engine.circle(1)), set(components.Collider, { body: part }))
    step()
  },
  'a circle of no size': (engine) => engine.circle(0),
  'two points': (engine) => giveShape(engine, engine.polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }])),
  'points on a line': (engine) => giveShape(engine, engine.polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }])),
  'a chain of one point': (engine) => engine.chain([{ x: 0, y: 0 }]),
  'a pipeline without the solver': (engine) => {
    const { world, step } = someWorld(engine)
    const { systems } = engine.getPhysics(world)!
    systems.splice(systems.findIndex(({ name }) => name === 'Resolve'), 1)
    step()
  },
  'a hook that says maybe': (engine) => {
    const { world, ball, components, step } = someWorld(engine)
    components.Position.y[ball] = 0
    engine.getPhysics(world)!.hooks.filterPair = wrong(() => 'maybe')
    step()
  },
  'a ray to nowhere': (engine) => engine.castRay(someWorld(engine).world, 0, 0, NaN, 0),
  'a region inside out': (engine) => engine.queryRegion(someWorld(engine).world, 1, 0, 0, 1),
  'a filter of another kind': (engine) => engine.queryPoint(someWorld(engine).world, 0, 0, wrong({ layer: 1 })),
  'a predicate by name': (engine) => engine.queryPoint(someWorld(engine).world, 0, 0, wrong({ predicate: 'enemy' })),
  'a term that is none': (engine) => engine.queryPairs(someWorld(engine).world, [wrong(undefined)]),
  'the distance to itself': (engine) => {
    const { world, ball } = someWorld(engine)
    engine.distance(world, ball, ball)
  },
  '33 layers': (engine) => engine.defineLayers(...Array.from({ length: 33 }, (_, i) => `layer ${i}`)),
}

const errorOf = (act: () => void): Error => {
  try {
    act()
  } catch (error) {
    return error as Error
  }
  return new Error('nothing was thrown')
}

interface Node {
  readonly type?: string
  readonly callee?: { readonly name?: string }
  readonly value?: unknown
}

function visit(node: object, see: (node: Node) => void): void {
  see(node)
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) visit(child, see)
}

/** All errors that are made in a source, and all that is thrown, in order. */
function throwsOf(source: string): string[] {
  const found: string[] = []
  visit(parseAst(source), ({ type, callee }) => {
    if (type === 'ThrowStatement') found.push('throw')
    if (type === 'NewExpression' && callee?.name?.endsWith('Error') === true) found.push(callee.name)
  })
  return found
}

/** The sentences in a source. */
function sentencesOf(source: string): string[] {
  const found: string[] = []
  visit(parseAst(source), ({ type, value }) => {
    const text = type === 'Literal' ? value : type === 'TemplateElement' ? (value as { cooked: string }).cooked : ''
    if (typeof text === 'string' && text.length > 32 && text.includes(' ')) found.push(text)
  })
  return found
}

describe('the production build', () => {
  let packed: Packed
  beforeAll(async () => {
    packed = await pack()
  }, 60_000)
  afterAll(() => packed.remove())

  it.each(['index', 'quadtree', 'debug', 'no-wasm', 'worker'])('of %s throws where the other does, errors of the same classes', (name) => {
    const whole = throwsOf(packed.files.get(`${name}.js`)!)
    expect(throwsOf(packed.files.get(`production/${name}.js`)!)).toEqual(whole)
    if (name !== 'no-wasm') expect(whole.length).toBeGreaterThan(5)
  })

  it.each(['', 'production/'])('shares its state between the entries of dist/%s', async (folder) => {
    const engine = (await import(join(packed.dist, `${folder}index.js`))) as Engine
    const debug = (await import(join(packed.dist, `${folder}debug.js`))) as typeof DebugEntry
    const world = createWorld()
    engine.addPhysics(world)
    const [a, b] = [0, 0.5].map((x) => engine.spawnBody(world, { shape: engine.circle(1), x }))
    engine.stepPhysics(world, 1 / 60)
    expect(debug.collectDebug(world, { shapes: true, arcs: 8 }, debug.createDebugBuffers()).lines.count).toBe(18)
    expect(debug.explainPair(world, a!, b!).text).toBe(`Entities ${a} and ${b} collide: they touch in 1 point.`)
  })

  it('has no long text left, and each of its codes is on the page, with the text', () => {
    expect(page, 'run npm run build').toBe(errorPage(packed.texts))
    expect(meanings.size).toBe(packed.texts.size)
    for (const [name, text] of packed.files) {
      if (!name.startsWith('production/')) continue
      for (const [, code] of text.matchAll(/bitecs-physics#(\w+)/g)) expect(meanings.has(code!)).toBe(true)
      // What explains keeps its words.
      if (name === 'production/debug.js') expect(sentencesOf(text)).toContain('they are near, but their shapes are ')
      else expect(sentencesOf(text)).toEqual([])
    }
  })

  it('says with its codes what the other says', async () => {
    const whole = (await import(join(packed.dist, 'index.js'))) as Engine
    const short = (await import(join(packed.dist, 'production/index.js'))) as Engine
    let coded = 0
    for (const [name, make] of Object.entries(mistakes)) {
      const [said, meant] = [errorOf(() => make(short)), errorOf(() => make(whole))]
      expect([name, meant.message]).not.toEqual([name, 'nothing was thrown'])
      expect([name, said.constructor.name, spell(said.message)]).toEqual([name, meant.constructor.name, meant.message])
      if (said.message !== meant.message) coded++
    }
    expect(coded).toBeGreaterThan(35)
  })

  it('and the other say that they are two copies, where one is asked about a world of the other', async () => {
    const [one, two] = [(await import(join(packed.dist, 'index.js'))) as Engine, (await import(join(packed.dist, 'production/index.js'))) as Engine]
    for (const [a, b] of [[one, two], [two, one]] as const) {
      expect(spell(errorOf(() => b.stepPhysics(someWorld(a).world, 1 / 60)).message)).toContain('a second copy did: npm ls bitecs-physics')
    }
  })

  it('says so for trees too', async () => {
    const whole = (await import(join(packed.dist, 'quadtree.js'))) as Trees
    const short = (await import(join(packed.dist, 'production/quadtree.js'))) as Trees
    const acts: ((trees: Trees) => void)[] = [
      (trees) => new trees.Quadtree().insert(0, 0, 0, 1, 1),
      (trees) => new trees.Quadtree().insert(1, 0, NaN, 1, 1),
      (trees) => new trees.Quadtree().move(1, 0, 0, 1, 1),
      (trees) => trees.Quadtree.load(new ArrayBuffer(8)),
    ]
    for (const act of acts) {
      const [said, meant] = [errorOf(() => act(short)), errorOf(() => act(whole))]
      expect([said.constructor.name, spell(said.message)]).toEqual([meant.constructor.name, meant.message])
      expect(said.message).not.toBe(meant.message)
    }
  })
})
