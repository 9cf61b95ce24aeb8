import { circle, rect } from 'bitecs-physics'
import { AUTO, Game, Scale, Scene } from 'phaser'
import { BitecsPhysics } from './bitecs-physics-plugin'

const [WIDTH, HEIGHT] = [960, 640]
const COLORS = [0xd9a05b, 0xffb86b, 0x62d2a2, 0xff6b8b]

class Yard extends Scene {
  private balls = 0

  create(): void {
    const ground = this.add.rectangle(WIDTH / 2, HEIGHT - 20, WIDTH, 40, 0x4a5a78)
    this.bitecs.add(ground, { shape: rect(WIDTH, 40), type: 'static' })
    for (let row = 0; row < 12; row++) {
      for (let column = 0; column < 12; column++) {
        const crate = this.add.rectangle(350 + column * 34, 120 + row * 34, 30, 30, COLORS[row % COLORS.length])
        this.bitecs.add(crate, { shape: rect(30, 30) })
      }
    }
    this.input.on('pointerdown', ({ x, y }: { x: number; y: number }) => this.throwBall(x, y))
    this.showStatus()
  }

  private throwBall(x: number, y: number): void {
    const ball = this.add.circle(40, HEIGHT - 120, 18, 0x7c9cff)
    this.bitecs.add(ball, { shape: circle(18), velocity: { x: 2 * (x - ball.x), y: 2 * (y - ball.y) - 120 }, material: { density: 4 } })
    this.balls++
    this.showStatus()
  }

  private showStatus(): void {
    document.querySelector('#status')!.textContent = `${this.balls} balls thrown. Click to throw one at the crates.`
  }
}

export const game = new Game({
  type: AUTO,
  backgroundColor: '#10141f',
  scale: { mode: Scale.FIT, autoCenter: Scale.CENTER_BOTH, width: WIDTH, height: HEIGHT },
  plugins: { scene: [{ key: 'BitecsPhysics', plugin: BitecsPhysics, mapping: 'bitecs' }] },
  scene: Yard,
})
