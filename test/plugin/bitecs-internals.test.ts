import type * as bitecs from 'bitecs'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('bitecs')
  vi.resetModules()
  vi.restoreAllMocks()
})

/** A heap that is asked and edited, with whichever bitECS the modules are given; tells all that can be told. */
async function story(): Promise<unknown[]> {
  vi.resetModules()
  const ecs = await import('bitecs')
  const { Not, Or, addComponent, addEntity, createWorld, removeComponent, removeEntity, set } = ecs
  const engine = await import('../../src/index.ts')
  const world = createWorld()
  const physics = engine.addPhysics(world)
  const { Position, Shape, Static, Sensor, Sleeping, Disabled, Collider } = physics.components
  const [Red, Blue] = [{}, {}]
  const spawn = (x: number, y: number, shape: Parameters<typeof set>[1], ...tags: object[]): number => {
    const entity = addEntity(world)
    ecs.addComponents(world, entity, set(Position, { x, y }), set(Shape, shape), ...tags)
    return entity
  }
  spawn(0, -1, engine.box(20, 1), Static)
  const bodies = Array.from({ length: 12 }, (_, i) => spawn((i % 4) - 1.5, 0.6 + i * 0.5, i % 2 === 0 ? engine.box(0.4, 0.3) : engine.circle(0.35), i % 3 === 0 ? Red : Blue))
  addEntity(world, set(Shape, engine.circle(0.2)), set(Collider, { body: bodies[1]!, x: 0.3 }))
  spawn(0, 0.5, engine.box(1, 1), Static, Sensor)
  const told: unknown[] = []
  for (let i = 0; i < 90; i++) {
    if (i === 20) removeEntity(world, bodies[4]!)
    if (i === 30) addComponent(world, bodies[5]!, Disabled)
    if (i === 40) removeComponent(world, bodies[5]!, Disabled)
    if (i === 50) addComponent(world, bodies[6]!, Sleeping)
    if (i === 60) addComponent(world, bodies[7]!, Red)
    engine.stepPhysics(world, 1 / 60)
    const pairs = [[[Red], [Blue]], [[Not(Red)], undefined], [[Or(Red, Static)], [Shape]]]
    for (const [a, b] of pairs) {
      const view = engine.queryPairs(world, a as object[], b as object[] | undefined)
      told.push([...view.a.subarray(0, view.count)].map((one, k) => `${one}-${view.b[k]}`).sort())
    }
    told.push(engine.hashWorld(world), [...engine.queryRegion(world, -2, 0, 2, 2, { terms: [Not(Blue)] } as object).entities.subarray(0, 3)])
  }
  return told
}

test('where bitECS keeps its data elsewhere public functions answer the same, and that is told once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const known = await story()
  expect(warn).not.toHaveBeenCalled()
  for (const spoil of ['the masks', 'the queries', 'all of it'] as const) {
    warn.mockClear()
    vi.doMock('bitecs', async (original) => {
      const real = await original<typeof bitecs>()
      if (spoil === 'all of it') return { ...real, $internal: Symbol('elsewhere') }
      const createWorld = (...parts: never[]) => {
        const world = real.createWorld(...parts)
        const context = (world as never as Record<symbol, Record<string, unknown>>)[real.$internal]!
        // The engine sees a copy in which something is not where it was; bitECS works with its own.
        const seen = { ...context, get componentCount() { return context['componentCount'] } }
        if (spoil === 'the masks') seen['entityMasks' as never] = [[]] as never
        else seen['queries' as never] = new Set() as never
        views.set(world, seen)
        return world
      }
      const views = new WeakMap<object, object>()
      const elsewhere = Symbol('seen')
      const wrapped = (...parts: never[]) => {
        const world = createWorld(...parts)
        Object.defineProperty(world, elsewhere, { value: views.get(world) })
        return world
      }
      return { ...real, createWorld: wrapped, $internal: elsewhere }
    })
    expect(await story(), spoil).toEqual(known)
    expect(warn.mock.calls.map(([message]) => String(message)), spoil).toEqual([expect.stringMatching(/keeps its data in another way/)])
  }
})

test('only three files know what bitECS keeps', async () => {
  const { readdirSync, readFileSync } = await import('node:fs')
  const { join } = await import('node:path')
  const knowing: string[] = []
  for (const folder of ['src', 'systems', 'components']) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
      if (/\$internal|InternalWorld|bitecs-op|\.toRemove\b/.test(text)) knowing.push(entry.name)
    }
  }
  expect(knowing.sort()).toEqual(['bitecs-entities.ts', 'bitecs-internals.ts', 'kept-query.ts'])
})
