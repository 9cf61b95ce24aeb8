import { Blueprint } from '../builders/blueprint.ts'
import { EARTH_GRAVITY, circleShape, viewOf } from './parts.ts'
import { defineScene } from './types.ts'

export const jointGrid = defineScene({
  name: 'joint-grid',
  title: 'Joint grid',
  category: 'Joints',
  description: 'A net of 3,600 circles and 7,080 hinges, held at seven points of its edge. The circles do not collide: '
    + 'this is the scene by which makers of engines compare their joints.',
  lookFor: 'It swings in waves that die away, and the corners do not tear off.',
  opening: { rows: 36 },
}, ({ rows = 60 }) => {
  const made = new Blueprint()
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < rows; column++) {
      const held = row === 0 && Math.abs(column - rows / 2) <= 3 ? { kind: 'static' } as const : {}
      const [x, y] = [column, -row]
      const body = made.body({ x, y, shape: circleShape(0.4), ...held, filter: { category: 2, mask: 1 } })
      if (row > 0) made.joint({ type: 'revolute', a: body - rows, b: body, x, y: y + 0.5 })
      if (column > 0) made.joint({ type: 'revolute', a: body - 1, b: body, x: x - 0.5, y })
    }
  }
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(-5, -1.6 * rows, rows + 4, 2, 0.03) }
})
