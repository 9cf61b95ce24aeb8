/** What swings around a center of mass beside it goes through nothing static, however far it swings in a step. */
import { expect, test } from 'vitest'
import { type ShapeData, box, circle, polygon, segment } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { Lab, randomNumbers } from '../physics/lab.ts'

type Walls = 'segment' | 'segments' | 'box'

function build(lab: Lab, walls: Walls): void {
  if (walls === 'segment') lab.add(segment(0, -500, 0, 500), 0, 0, { kind: 'static' })
  else if (walls === 'box') lab.add(box(0.02, 500), 0.02, 0, { kind: 'static' })
  else for (let i = -10; i < 10; i++) lab.add(segment(0, 3 * i, 0, 3 * i + 3), 0, 0, { kind: 'static' })
}

interface Swing {
  readonly walls: Walls
  readonly hz: number
  readonly substeps: number
  readonly x: number
  readonly angle: number
  readonly vx: number
  readonly vy: number
  readonly angular: number
  /** How far the center of mass is from the middle, and in which direction of the shape. */
  readonly off: number
  readonly towards: number
  readonly friction: number
  readonly pull?: number
  readonly restitution?: number
}

/** Where the origin of a shape has come through a wall at x = 0, or NaN. */
function through(shape: ShapeData, swing: Swing): number {
  const { walls, hz, substeps, x, angle, vx, vy, angular, off, towards, friction, pull = 0, restitution = 0 } = swing
  const lab = new Lab({ hz, substeps, gravity: { x: pull, y: 0 } })
  build(lab, walls)
  const mass = { centerX: off * Math.cos(towards), centerY: off * Math.sin(towards) }
  const body = lab.add(shape, x, 0, { angle, vx, vy, angular, mass, material: { friction, restitution } })
  for (let i = 0; i < 2 * hz && Math.abs(lab.y(body)) < 27; i++) {
    lab.step()
    if (lab.x(body) > 0.02) return lab.x(body)
  }
  return NaN
}

const found: readonly [what: string, shape: ShapeData, swing: Swing][] = [
  ['ends on the other side, coming back', circle(0.31562574515119196), {
    walls: 'box', hz: 60, substeps: 4, x: -0.7207923254603391, angle: 1.0975365757476538, vx: 0.12644044399704185, vy: 1.6752558574080467,
    angular: -116.68069386854768, off: 1.2490055801581559, towards: 4.1331762713938955, friction: 0.9184466486331075,
  }],
  ['comes through on its bow', circle(0.2745597053319216), {
    walls: 'segments', hz: 30, substeps: 4, x: -1.2179771155710215, angle: 3.0781737891957164, vx: 13.63704652212614, vy: 1.5459712501615286,
    angular: 97.45886866003275, off: 1.261367378529123, towards: 3.635742408456281, friction: 0.08777995454147458,
  }],
]

test.each(found)('a disc that %s', (_, shape, swing) => {
  expect(through(shape, swing)).toBeNaN()
})

test('a triangle that is raised out of the end of one segment is not raised through the next', () => {
  const r = 0.0664001208730042
  const triangle = polygon([{ x: -r, y: -r }, { x: r, y: -0.5 * r }, { x: 0, y: r }])
  expect(through(triangle, {
    walls: 'segments', hz: 30, substeps: 1, x: -0.31526669837099175, angle: 5.338430211413652, vx: 12.936747312238221, vy: -0.8658482553437352,
    angular: -105.32534033060074, off: 0.20371939333262545, towards: Math.atan2(0.2033072594266518, -0.012951813936166042), friction: 0.6410584817640483,
  })).toBeNaN()
})

test('discs at random beside a wall', () => {
  const random = randomNumbers(11)
  for (let n = 0; n < whole([30_000], [240])[0]!; n++) {
    const radius = 0.05 + 0.4 * random()
    const [off, towards, angle] = [5 * radius * random(), 2 * Math.PI * random(), 2 * Math.PI * random()]
    const x = -radius - 0.02 - random() * (radius + off)
    const swing: Swing = {
      walls: (['segment', 'segments', 'box'] as const)[n % 3]!, hz: [30, 60, 120][Math.floor(3 * random())]!,
      substeps: [1, 2, 4, 8][Math.floor(4 * random())]!, x, angle, vx: 20 * random() ** 2, vy: 10 * random() - 5, angular: 240 * random() - 120,
      off, towards, friction: random(), restitution: random() < 0.5 ? 0 : 0.5, pull: random() < 0.5 ? 0 : 10,
    }
    // Its mass is on this side, too.
    if (x + off * Math.cos(angle + towards) < -0.02) expect(through(circle(radius), swing), `${radius}, ${JSON.stringify(swing)}`).toBeNaN()
  }
})
