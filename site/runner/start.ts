/** What the playground begins with. */
export const start = `import { createWorld } from 'bitecs'
import { addPhysics, capsule, circle, polygon, rect, spawnBody } from 'bitecs-physics'

// Change anything and press Ctrl+Enter. A world that you do not step and draw
// yourself is stepped and drawn for you: drag its bodies.
const world = createWorld()
addPhysics(world)

spawnBody(world, { shape: rect(16, 1), y: -0.5, type: 'static' })
spawnBody(world, { shape: rect(1, 6), x: -7.5, y: 3, type: 'static' })
spawnBody(world, { shape: rect(1, 6), x: 7.5, y: 3, type: 'static' })

const triangle = polygon([{ x: -0.5, y: -0.4 }, { x: 0.5, y: -0.4 }, { x: 0, y: 0.6 }])
const shapes = [rect(0.9, 0.9), circle(0.45), capsule(0.4, 0.25), triangle]
for (let i = 0; i < 60; i++) {
  spawnBody(world, {
    shape: shapes[i % shapes.length]!,
    x: (i % 8) * 1.5 - 5.2,
    y: 2 + Math.floor(i / 8) * 1.4,
    material: { restitution: 0.3 },
  })
}
console.log('60 bodies are falling')
`
