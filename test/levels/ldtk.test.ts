/* oxlint-disable eslint/no-underscore-dangle -- the names of the format */
import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { type LdtkLevel, type LdtkOptions, type LdtkProject, addPhysics, fromLDtk, queryPoint, spawnLevel } from '../../src/index.ts'

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8')) as T
const project = read<LdtkProject>('world.ldtk')
const options: LdtkOptions = { layers: ['Collisions'], kinds: { one_way: { oneWay: true, shape: 'half', flipY: true }, ladder: null, 4: { material: { friction: 2 } } } }

/** The IntGrid of the level Cave: walls, one-way planks, ladders, and a value without a name. */
const drawing = ['WWWWWWWWWW', 'W        W', 'W  ===   W', 'W        W', 'W LL  SS W', 'WWWWWWWWWW']

describe('a level', () => {
  it.each(['up', 'down'] as const)('is where it is in the world of the project, with y %s', (y) => {
    const level = fromLDtk(project, 'Cave', { ...options, y, scale: 0.5 })
    const world = createWorld()
    addPhysics(world)
    spawnLevel(world, level.bodies)
    const sign = y === 'down' ? 1 : -1
    drawing.forEach((line, row) => [...line].forEach((letter, column) => {
      for (const part of [0.2, 0.7]) {
        const found = queryPoint(world, 0.5 * (256 + 16 * (column + 0.4)), sign * 0.5 * (-64 + 16 * (row + part))).count
        expect(found, `${letter} ${column} ${row}`).toBe(letter === 'W' || letter === 'S' || (letter === '=' && part < 0.5) ? 1 : 0)
      }
    }))
    expect(level.bodies.filter(({ oneWay }) => oneWay)).toHaveLength(1)
    expect(level.bodies.find(({ oneWay }) => oneWay)!.oneWay).toEqual({ x: 0, y: -sign })
    expect(level.bodies.filter(({ material }) => material)).toMatchObject([{ kind: 4, material: { friction: 2 } }])
    expect([level.width, level.height, level.properties]).toEqual([80, 48, { dark: true }])
  })

  it('fits the next one: together they are as in the editor', () => {
    const both = ['Cave', 'Ledge'].map((name) => fromLDtk(project, name, { ...options, y: 'down', scale: 1 }))
    const world = createWorld()
    addPhysics(world)
    for (const { bodies } of both) spawnLevel(world, bodies)
    // The right wall of one is at 400 to 416; the floor of the other begins at 416 and is 32 below its top.
    expect([queryPoint(world, 408, -30).count, queryPoint(world, 420, -34).count, queryPoint(world, 420, -30).count]).toEqual([1, 0, 1])
    expect(fromLDtk(project, 'Ledge', { ...options, place: 'origin', y: 'down', scale: 1 }).bodies.find(({ kind }) => kind === 1)).toMatchObject({ x: 64, y: 40 })
  })

  it('takes layers that are hidden in the editor like others: that is about drawing', () => {
    const hidden = read<LdtkProject>('world.ldtk')
    for (const level of hidden.levels) for (const layer of level.layerInstances ?? []) Object.assign(layer, { visible: false })
    expect(fromLDtk(hidden, 'Cave', options)).toEqual(fromLDtk(project, 'Cave', options))
    expect(fromLDtk(hidden, 'Cave', options).bodies.length).toBeGreaterThan(3)
  })

  it('takes every IntGrid layer unless some are named, each with its own size of cells and offset', () => {
    const { layers } = fromLDtk(project, 'Cave', { y: 'down', scale: 1, place: 'origin' })
    expect(layers.map(({ name, options: { tileSize, origin } }) => [name, tileSize, origin])).toEqual([
      ['Small', 8, { x: 4, y: 8 }], ['Collisions', 16, { x: 0, y: 0 }],
    ])
    expect(fromLDtk(project, 'Cave', { y: 'down', scale: 1, place: 'origin', layers: ['Small'] }).bodies).toMatchObject([{ x: 8, y: 12 }, { x: 16, y: 20 }])
  })

  it('of one of several worlds lies where its world has it; those of linear worlds lie at the origin', () => {
    // As LDtk saves them with the flag MultiWorlds: no levels outside of the worlds, and a layout for each.
    const at = (worldX: number, worldY: number) => project.levels.map((level) => ({ ...level, worldX, worldY }))
    const worlds = (layout: string, x: number, y: number): LdtkProject =>
      ({ ...project, worldLayout: null, levels: [], worlds: [{ levels: [], worldLayout: 'GridVania' }, { levels: at(x, y), worldLayout: layout }] })
    const left = (from: LdtkProject): number => fromLDtk(from, 'Cave', { ...options, y: 'down', scale: 1 }).bodies.find(({ kind }) => kind === 1)!.x
    const origin = left(worlds('Free', 0, 0))
    expect(left(worlds('Free', 320, 0))).toBe(origin + 320)
    expect(left(worlds('Free', -1, -1))).toBe(origin - 1)
    expect(left(worlds('LinearHorizontal', -1, -1))).toBe(origin)
    expect(left(worlds('LinearVertical', -1, -1))).toBe(origin)
    expect(left({ ...project, worldLayout: 'LinearHorizontal', levels: at(-1, -1) })).toBe(origin)
  })

  it('that is saved in a file of its own is passed in, by any of its names', () => {
    const apart = read<LdtkProject>('apart.ldtk')
    const file = read<LdtkLevel>('Cave.ldtkl')
    const whole = fromLDtk(project, 'Cave', options)
    for (const name of ['Cave', 'apart/Cave.ldtkl', 'Cave.ldtkl']) expect(fromLDtk(apart, 'Cave', { ...options, files: { [name]: file } })).toEqual(whole)
    expect(fromLDtk({ levels: [], worlds: [{ levels: project.levels }] }, 'Ledge').bodies.length).toBeGreaterThan(0)
    expect(fromLDtk(project, project.levels[0]!.iid!, options)).toEqual(whole)
  })
})

it('entities have their fields, their middle and a shape', () => {
  const { objects, bodies } = fromLDtk(project, 'Cave', { ...options, y: 'down', scale: 1, place: 'origin', bodies: { Crate: 'dynamic' } })
  expect(objects.map(({ type, x, y, width, height, body }) => [type, x, y, width, height, body])).toEqual([
    ['Player', 40, 68, 16, 24, null], ['Crate', 104, 56, 16, 16, 'dynamic'], ['Door', 144, 64, 16, 32, null],
  ])
  expect(objects[0]).toMatchObject({ properties: { lives: 3, name: 'Ann' }, tags: ['actor'], layer: 'Entities', form: 'entity' })
  expect(bodies.filter(({ type }) => type === 'dynamic')).toMatchObject([{ x: 104, y: 56, shape: { halfWidth: 8, halfHeight: 8 } }])
})

describe('refuses', () => {
  const change = (layer: object): LdtkProject => ({
    ...project, levels: project.levels.map((level) => ({ ...level, layerInstances: level.layerInstances!.map((one) => (one.__identifier === 'Collisions' ? { ...one, ...layer } : one)) })),
  })
  const cases: [string, () => unknown, string][] = [
    ['what is no project', () => fromLDtk({} as LdtkProject, 'Cave'), 'fromLDtk: this is no project of LDtk. Pass what JSON.parse makes of the .ldtk file.'],
    ['a level that there is not', () => fromLDtk(project, 'Cav'), "fromLDtk: the project has no level 'Cav'. Its levels are Cave, Ledge."],
    ['a level whose file is missing', () => fromLDtk(read('apart.ldtk'), 'Ledge'), "fromLDtk: the level 'Ledge' is in a file of its own. Pass it as { files: { Ledge: … } }: what JSON.parse makes of apart/Ledge.ldtkl."],
    ['a layer that there is not', () => fromLDtk(project, 'Cave', { layers: ['Walls'] }), "fromLDtk: level 'Cave' has no IntGrid layer 'Walls'. It has Small, Collisions."],
    ['a wrong length', () => fromLDtk(change({ intGridCsv: [1] }), 'Cave'), "fromLDtk: layer 'Collisions' of level 'Cave': its intGridCsv has 1 values, but 10 × 6 cells are 60."],
    ['what LDtk 0.6 saved', () => fromLDtk(change({ intGridCsv: undefined, intGrid: [{ coordId: 3, v: 0 }] }), 'Cave'), "fromLDtk: layer 'Collisions' of level 'Cave': it was saved by an LDtk older than 0.8. Open the project with a newer one and save it."],
    ['a value that is none', () => fromLDtk(change({ __cWid: 2, __cHei: 1, intGridCsv: [1, -2] }), 'Cave'), "fromLDtk: layer 'Collisions' of level 'Cave': the cell in column 1 of row 0 is -2, which is no value of an IntGrid."],
    ['a body of no kind', () => fromLDtk(project, 'Cave', { bodies: { Crate: 'soft' as never } }), "fromLDtk: bodies.Crate must be static, dynamic or kinematic, got 'soft'."],
    ['a place that there is not', () => fromLDtk(project, 'Cave', { place: 'here' as never }), "fromLDtk: place must be 'world' or 'origin', got 'here'."],
    ['an option that there is not', () => fromLDtk(project, 'Cave', { layer: 'Collisions' } as never), "fromLDtk: there is no option 'layer'. The options are scale, origin, y, kinds, layers, bodies, files, place, to."],
  ]
  it.each(cases)('%s', (_, call, text) => {
    let message = ''
    try {
      call()
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toBe(text)
  })
})

/** What the documentation of the format (1.5) lists for users, and not as deprecated. */
it.each(['world.ldtk', 'apart.ldtk'])('%s has what files of LDtk have', (file) => {
  const read1 = read<LdtkProject>(file)
  expect(Object.keys(read1)).toEqual(expect.arrayContaining(['bgColor', 'defs', 'externalLevels', 'iid', 'jsonVersion', 'levels', 'toc', 'worldGridHeight', 'worldGridWidth', 'worldLayout', 'worlds']))
  for (const level of [...read1.levels, ...(file === 'apart.ldtk' ? [read<LdtkLevel>('Cave.ldtkl')] : [])]) {
    expect(Object.keys(level)).toEqual(expect.arrayContaining(['__bgColor', '__bgPos', '__neighbours', 'bgRelPath', 'externalRelPath', 'fieldInstances', 'identifier', 'iid', 'layerInstances', 'pxHei', 'pxWid', 'uid', 'worldDepth', 'worldX', 'worldY']))
    for (const layer of level.layerInstances ?? []) {
      expect(Object.keys(layer)).toEqual(expect.arrayContaining([
        '__cHei', '__cWid', '__gridSize', '__identifier', '__opacity', '__pxTotalOffsetX', '__pxTotalOffsetY', '__tilesetDefUid', '__tilesetRelPath', '__type',
        'autoLayerTiles', 'entityInstances', 'gridTiles', 'iid', 'intGridCsv', 'layerDefUid', 'levelId', 'overrideTilesetUid', 'pxOffsetX', 'pxOffsetY', 'visible',
      ]))
      for (const entity of layer.entityInstances ?? []) {
        expect(Object.keys(entity)).toEqual(expect.arrayContaining(['__grid', '__identifier', '__pivot', '__smartColor', '__tags', '__tile', '__worldX', '__worldY', 'defUid', 'fieldInstances', 'height', 'iid', 'px', 'width']))
      }
    }
  }
})
