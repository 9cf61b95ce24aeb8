import { createWorld, query } from 'bitecs'
import { addPhysics, createDrawnPoses, createStepper, interpolate, rect, spawnBody } from 'bitecs-physics'
import {
  BoxGeometry, Color, DirectionalLight, DynamicDrawUsage, HemisphereLight, InstancedMesh, Mesh, MeshStandardMaterial, PerspectiveCamera,
  Scene, WebGLRenderer,
} from 'three'

const CRATES = 2000

const Crate = {} // a tag: any object will do
const world = createWorld()
addPhysics(world, { capacity: 2 * CRATES })
const stepper = createStepper(world)
const drawn = createDrawnPoses()

const renderer = new WebGLRenderer({ antialias: true })
document.body.append(renderer.domElement)
const scene = new Scene()
scene.background = new Color('#10141f')
scene.add(new HemisphereLight('#dfe8ff', '#30364a', 2))
const sun = new DirectionalLight('white', 2)
sun.position.set(-3, 6, 8)
scene.add(sun)
const camera = new PerspectiveCamera(50, 1, 0.1, 500)
camera.position.set(0, 26, 62)
camera.lookAt(0, 20, 0)

// One mesh for all crates: one draw call, whose matrices are written straight from the poses.
const crates = new InstancedMesh(new BoxGeometry(0.8, 0.8, 0.8), new MeshStandardMaterial(), CRATES)
crates.instanceMatrix.setUsage(DynamicDrawUsage)
crates.frustumCulled = false // instances are everywhere
scene.add(crates)
const color = new Color()
for (let i = 0; i < CRATES; i++) {
  const [column, row] = [i % 40, Math.floor(i / 40)]
  spawnBody(world, { shape: rect(0.8, 0.8), x: column - 19.5 + (row % 2) * 0.3, y: 4 + row, with: [Crate] })
  crates.setColorAt(i, color.setHSL(0.55 + row / 120, 0.6, 0.6))
}

for (const [width, height, x, y] of [[50, 1, 0, -0.5], [1, 60, -24, 30], [1, 60, 24, 30], [10, 1, 0, 2]]) {
  spawnBody(world, { shape: rect(width, height), x, y, type: 'static' })
  const wall = new Mesh(new BoxGeometry(width, height, 3), new MeshStandardMaterial({ color: '#4a5a78' }))
  wall.position.set(x, y, height > 2 ? -3 : 0)
  scene.add(wall)
}

function fit(): void {
  renderer.setPixelRatio(devicePixelRatio)
  renderer.setSize(innerWidth, innerHeight)
  camera.aspect = innerWidth / innerHeight
  camera.updateProjectionMatrix()
}
addEventListener('resize', fit)
fit()

/** Instance after instance, 16 numbers each, column by column: a turn about z, and a place. */
function placeCrates(): void {
  const matrices = crates.instanceMatrix.array
  let at = 0
  for (const entity of query(world, [Crate])) {
    const [cos, sin] = [Math.cos(drawn.angle[entity]), Math.sin(drawn.angle[entity])]
    matrices[at] = matrices[at + 5] = cos
    matrices[at + 1] = sin
    matrices[at + 4] = -sin
    matrices[at + 10] = matrices[at + 15] = 1
    matrices[at + 12] = drawn.x[entity]
    matrices[at + 13] = drawn.y[entity]
    at += 16
  }
  crates.count = at / 16
  crates.instanceMatrix.needsUpdate = true
}

const status = document.querySelector('#status')!
let last: number | undefined
renderer.setAnimationLoop((now) => {
  interpolate(world, stepper.advance((now - (last ?? now)) / 1000), drawn)
  last = now
  placeCrates()
  renderer.render(scene, camera)
  status.textContent = `${crates.count.toLocaleString('en')} instances in ${renderer.info.render.calls} draw calls`
})
