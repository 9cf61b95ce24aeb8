import { type ShapeData, box, capsule, chain, circle, getMass, polygon } from '../../src/index.ts'
import { Lab, type Setup, randomNumbers } from '../physics/lab.ts'

/**
 * What the pile lies on: one chain, which holds on one of its sides or on both, or a row of boxes along the same line. One that
 * shakes is kinematic, and carries the piston along.
 */
export type Ground = 'chain' | 'two-sided chain' | 'boxes' | 'shaking chain' | 'shaking two-sided chain'

/** What presses on it. */
export type Load = 'gravity' | 'piston'

export const GROUNDS: readonly Ground[] = ['chain', 'two-sided chain', 'boxes', 'shaking chain', 'shaking two-sided chain']
export const LOADS: readonly Load[] = ['gravity', 'piston']

const BODIES = 200
const LINKS = 60
const SECONDS = 6
/** Meters a second, of a ground that shakes. */
const SHAKES = 4

/** What is otherwise than usual. */
export interface PileSettings {
  /** Steps a second. Default 60. */
  readonly hz?: number
  /** Of every body. Default 0. */
  readonly restitution?: number
}

/** Height of the hilly ground at its corners, a link a metre. */
function hill(i: number): number {
  return 0.8 * Math.sin(0.7 * i) + 0.25 * Math.abs(i - LINKS / 2)
}

/** Height of the ground under a place. */
function heightAt(x: number): number {
  const i = Math.min(Math.max(Math.floor(x), 0), LINKS - 1)
  return hill(i) + (x - i) * (hill(i + 1) - hill(i))
}

/** Adds the ground and returns the body that shakes, or 0. */
function addGround(lab: Lab, ground: Ground, material: NonNullable<Setup['material']>): number {
  if (ground !== 'boxes') {
    const points = Array.from({ length: LINKS + 1 }, (_, i) => ({ x: i, y: hill(i) }))
    const shakes = ground.startsWith('shaking')
    const body = lab.add(chain(points, { twoSided: ground.endsWith('two-sided chain') }), 0, 0, { kind: shakes ? 'kinematic' : 'static', material })
    return shakes ? body : 0
  }
  const thickness = 0.3
  for (let i = 0; i < LINKS; i++) {
    const rise = hill(i + 1) - hill(i)
    const length = Math.sqrt(1 + rise * rise)
    const x = i + 0.5 + (rise / length) * thickness
    const y = (hill(i) + hill(i + 1)) / 2 - thickness / length
    lab.add(box(length / 2, thickness), x, y, { kind: 'static', angle: Math.atan(rise), material })
  }
  return 0
}

/** A shape of any kind, 0.2 to 0.6 m from its middle to its farthest point or thereabouts. */
function mixedShape(random: () => number): ShapeData {
  const size = 0.2 + 0.4 * random()
  const height = size * (0.3 + 0.7 * random())
  const radius = random() < 0.3 ? 0.2 * size : 0
  switch (Math.floor(random() * 6)) {
    case 0:
      return circle(size)
    case 1:
      return box(size, height)
    case 2:
      return polygon([{ x: -size, y: -height }, { x: size, y: -height }, { x: size, y: height }, { x: -size, y: height }], radius)
    case 3:
      return capsule(size, size * (0.2 + 0.4 * random()))
    case 4:
      return manySided(random, 3, size, radius)
    default:
      return manySided(random, 5 + Math.floor(3 * random()), size, radius)
  }
}

function manySided(random: () => number, corners: number, size: number, radius: number): ShapeData {
  const turn = random() * 7
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = turn + (2 * Math.PI * (i + 0.5 * random())) / corners
    return { x: size * Math.cos(angle), y: size * Math.sin(angle) }
  })
  return polygon(points, radius)
}

/** A point of a body that must stay above the ground. */
interface Middle {
  readonly body: number
  readonly name: string
  /** In the frame of the body, or none for the center of mass. */
  readonly part?: { readonly x: number; readonly y: number }
}

function addBody(lab: Lab, x: number, y: number, random: () => number, material: NonNullable<Setup['material']>, out: Middle[]): void {
  const shape = mixedShape(random)
  const setup = { angle: random() * 7, vx: random() - 0.5, vy: random() - 0.5, material }
  const body = lab.add(shape, x, y, setup)
  if (random() < 0.9) {
    out.push({ body, name: `body ${body} (shape ${shape.type})` })
    return
  }
  // A dumbbell or the like: its center of mass may be in the ground where it lies over a crest.
  const arm = 0.3 + 0.3 * random()
  for (const side of [-arm, arm]) {
    lab.attach(body, box(0.15 + 0.2 * random(), 0.1 + 0.2 * random()), side, 0.5 * arm, { angle: random(), material })
    out.push({ body, name: `part of body ${body}`, part: { x: side, y: 0.5 * arm } })
  }
}

/**
 * Drops mixed bodies into a valley, and lets a piston come down on them if so wanted, farther than there is room.
 * Returns what came through the ground.
 */
export function leaksOf(ground: Ground, load: Load, seed: number, { hz = 60, restitution = 0 }: PileSettings = {}): string[] {
  const random = randomNumbers(seed)
  const lab = new Lab({ gravity: { x: 0, y: -10 }, hz })
  const material = { friction: 0.5, restitution }
  const shaking = addGround(lab, ground, material)
  const middle = LINKS / 2
  const half = load === 'piston' ? 6 : middle - 2
  const middles: Middle[] = []
  for (let i = 0; i < BODIES; i++) {
    const x = middle + half * (2 * random() - 1)
    addBody(lab, x, load === 'piston' ? 4 + 14 * random() : heightAt(x) + 2 + 12 * random(), random, material, middles)
  }
  // Nothing may fall off the ends either.
  const wall = load === 'piston' ? half + 1.5 : middle + 0.5
  const movers = shaking === 0 ? [] : [shaking]
  for (const side of [-1, 1]) {
    const body = lab.add(box(0.5, 30), middle + side * wall, 20, { kind: shaking === 0 ? 'static' : 'kinematic' })
    if (shaking !== 0) movers.push(body)
  }
  let piston = 0
  if (load === 'piston') {
    piston = lab.add(box(half + 0.9, 0.5), middle, 22, { kind: 'kinematic' })
  }
  const lost = new Map<Middle, string>()
  for (let step = 1; step <= SECONDS * hz; step++) {
    const aside = shaking === 0 ? 0 : SHAKES * Math.cos((step / hz) * 7)
    const up = shaking === 0 ? 0 : SHAKES * Math.cos((step / hz) * 9)
    for (const body of movers) {
      lab.c.Velocity.x[body] = aside
      lab.c.Velocity.y[body] = up
    }
    if (piston !== 0) {
      lab.c.Velocity.x[piston] = aside
      lab.c.Velocity.y[piston] = up + (lab.y(piston) - lab.y(shaking) > 2 ? -6 : 0)
    }
    lab.step()
    for (const point of middles) {
      if (lost.has(point)) continue
      const { x, y } = placeOf(lab, point, shaking)
      const depth = heightAt(x) - y
      if (x < 0 || x > LINKS || depth <= 0) continue
      lost.set(point, `${point.name} at (${x.toFixed(2)}, ${y.toFixed(2)}), ${depth.toFixed(4)} m below after ${step} steps`)
    }
  }
  return [...lost].map(([point, text]) => {
    const { x, y } = placeOf(lab, point, shaking)
    return `${text}, in the end ${(y - heightAt(x)).toFixed(4)} m above`
  })
}

/** Where a point is, seen from the ground. */
function placeOf(lab: Lab, { body, part }: Middle, shaking: number): { x: number; y: number } {
  const [gx, gy] = [lab.x(shaking), lab.y(shaking)]
  if (part === undefined) {
    const { x, y } = getMass(lab.world, body)
    return { x: x - gx, y: y - gy }
  }
  const [c, s] = [Math.cos(lab.angle(body)), Math.sin(lab.angle(body))]
  return { x: lab.x(body) + c * part.x - s * part.y - gx, y: lab.y(body) + s * part.x + c * part.y - gy }
}
