import { findScene } from '../examples/scenes/index.ts'
import { boxShape, circleShape } from '../examples/scenes/parts.ts'
import { defineScene, type BodyData, type SceneEntry } from '../examples/scenes/types.ts'
import { landingScenes } from './landing-scenes.ts'

const RADIUS = 0.5

/** A square of circles, `columns` hundredths of a metre from the centre of one to that of the next. Nothing falls. */
const grid = defineScene({
  name: 'grid',
  title: 'Grid',
  category: 'Bench',
  description: 'Circles in rows, apart or touching: the difference is what a contact takes.',
  lookFor: 'Nothing moves.',
}, ({ count = 10000, columns: pitch = 300 }) => {
  const across = Math.ceil(Math.sqrt(count))
  const bodies: BodyData[] = []
  for (let i = 0; i < count; i++) {
    bodies.push({ x: (i % across) * pitch / 100, y: Math.floor(i / across) * pitch / 100, shape: circleShape(RADIUS) })
  }
  return { gravity: { x: 0, y: 0 }, bodies, view: { x: 0, y: 0, width: 1, height: 1 }, settings: { allowSleep: false } }
})

/** A sea of static boxes under falling ones, as wide as it has to be. */
const tiles = defineScene({
  name: 'tiles',
  title: 'Tiles',
  category: 'Bench',
  description: 'A thousand boxes dropped on a million static ones.',
  lookFor: 'The time of a step depends on the thousand.',
}, ({ count = 1000, statics = 1_000_000 }) => {
  const across = Math.ceil(Math.sqrt(statics))
  const bodies: BodyData[] = []
  // Every second place stays empty, so that the movers find gaps and corners.
  for (let i = 0; i < statics; i++) {
    const row = Math.floor(i / across)
    bodies.push({ x: 2 * (i % across) + (row % 2), y: -2 * row, shape: boxShape(0.5), kind: 'static' })
  }
  const pitch = (2 * across) / count
  for (let i = 0; i < count; i++) bodies.push({ x: i * pitch, y: 2 + (i % 7), shape: boxShape(0.4), vx: (i % 5) - 2 })
  return { gravity: { x: 0, y: -9.81 }, bodies, view: { x: 0, y: 0, width: 1, height: 1 } }
})

const own: readonly SceneEntry[] = [grid, tiles, ...landingScenes]

/** A scene of the project, or one that only the bench has. */
export function findBenchScene(name: string): SceneEntry | undefined {
  return own.find((entry) => entry.name === name) ?? findScene(name)
}
