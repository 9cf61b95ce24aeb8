// Physics of 30 steps a second on a screen of 144 frames a second: how far does a rolling ball go from frame to frame?
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { addPhysics, box, circle, createDrawnPoses, createStepper, interpolate, setVelocity } from '../src/index.ts'

const world = createWorld()
const { Position, Shape, Static } = addPhysics(world).components

const ground = addEntity(world)
addComponents(world, ground, set(Position, { x: 0, y: -1 }), set(Shape, box(50, 1)), Static)
const ball = addEntity(world)
addComponents(world, ball, set(Position, { x: -10, y: 0.5 }), set(Shape, circle(0.5)))
setVelocity(world, ball, 6, 0, -12) // rolls

const stepper = createStepper(world, { dt: 1 / 30 })
const drawn = createDrawnPoses()

/** The shortest and the longest way from one frame to the next, in millimeters. */
class Ways {
  shortest = Infinity
  longest = 0
  private last = NaN

  note(x: number): void {
    const way = Math.abs(x - this.last) * 1000
    if (way < this.shortest) this.shortest = way
    if (way > this.longest) this.longest = way
    this.last = x
  }

  toString(): string {
    return `${this.shortest.toFixed(1)} to ${this.longest.toFixed(1)} mm a frame`
  }
}

const simulated = new Ways()
const smooth = new Ways()
for (let frame = 1; frame <= 2 * 144; frame++) {
  const alpha = stepper.advance(1 / 144) // in a browser: the seconds since the last requestAnimationFrame
  interpolate(world, alpha, drawn)
  if (stepper.stepCount < 2) continue // until the second step it has nowhere to come from
  simulated.note(Position.x[ball]!) // what a game sees that draws the Position itself
  smooth.note(drawn.x[ball]!)
}
console.log(`drawn where it is: ${simulated}`)
console.log(`drawn in between: ${smooth}`)
