import { RADIUS, type ToPage, type ToWorker, WIDTH } from './messages'

const worker = new Worker(new URL('./physics.worker.ts', import.meta.url), { type: 'module' })
const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)

const canvas = document.querySelector('canvas')!
const status = document.querySelector('#status')!
const pen = canvas.getContext('2d')!
canvas.addEventListener('pointerdown', ({ clientX, clientY }) => {
  const scale = innerWidth / WIDTH
  send({ type: 'spawn', x: (clientX - innerWidth / 2) / scale, y: (innerHeight - clientY) / scale })
})

// One array goes back and forth. While the worker has it, time adds up: a slow step never holds up the page.
let poses: Float32Array<ArrayBuffer> | undefined = new Float32Array(0)
let seconds = 0
let last: number | undefined

function frame(now: number): void {
  seconds += (now - (last ?? now)) / 1000
  last = now
  if (poses !== undefined) {
    send({ type: 'frame', seconds, poses }, [poses.buffer])
    poses = undefined
    seconds = 0
  }
  requestAnimationFrame(frame)
}

worker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  draw(data)
  poses = data.poses
})
worker.addEventListener('error', ({ message }) => { status.textContent = `The worker failed: ${message}` })

function draw({ count, poses: list }: ToPage): void {
  canvas.width = innerWidth
  canvas.height = innerHeight
  const scale = innerWidth / WIDTH
  pen.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height)
  pen.fillStyle = '#7c9cff'
  pen.strokeStyle = '#10141f'
  pen.lineWidth = 0.08
  for (let i = 0; i < 3 * count; i += 3) {
    const [x, y, angle] = [list[i], list[i + 1], list[i + 2]]
    pen.beginPath()
    pen.arc(x, y, RADIUS, 0, 2 * Math.PI)
    pen.fill()
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x + RADIUS * Math.cos(angle), y + RADIUS * Math.sin(angle))
    pen.stroke()
  }
  status.textContent = `${count.toLocaleString('en')} balls, simulated in a worker. Click to drop another.`
}

requestAnimationFrame(frame)
