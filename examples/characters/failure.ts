import type { Foot, Hero, Input, Lab, MakeLab } from './lab.ts'

/** One of the twenty known failures of character controllers: what is measured, and what it may be at most. */
export interface Failure {
  readonly number: number
  /** What goes wrong. */
  readonly name: string
  /** What is measured. */
  readonly measured: string
  readonly unit: string
  readonly most: number
  measure(make: MakeLab, foot: Foot): number
}

export const GRAVITY = 9.81
export const DT = 1 / 60

/** Plays a scene in a world of its own. */
export function inLab(make: MakeLab, scene: (lab: Lab) => number, gravity = GRAVITY): number {
  const lab = make(gravity)
  try {
    return scene(lab)
  } finally {
    lab.free()
  }
}

/** Plays so many seconds with the same keys, and looks after each frame. */
export function play(lab: Lab, hero: Hero, seconds: number, input: Input, look: () => void = () => {}, dt = DT): void {
  for (let n = Math.round(seconds / dt); n > 0; n--) {
    hero.input = input
    lab.frame(dt)
    look()
  }
}

/** Lets a jump begin, and plays on with the other keys. */
export function jump(lab: Lab, hero: Hero, height: number, seconds: number, input: Input = {}, look: () => void = () => {}, dt = DT): void {
  hero.input = { ...input, jump: height }
  lab.frame(dt)
  look()
  play(lab, hero, seconds, input, look, dt)
}

/** A row of boxes of 1 · 1 with their tops at `top`, from one x to another. */
export function tiles(lab: Lab, from: number, to: number, top = 0): void {
  for (let x = from; x < to; x++) lab.box(x + 0.5, top - 0.5, 0.5, 0.5)
}

/** A floor from one x to another in one piece. */
export function floor(lab: Lab, from: number, to: number, top = 0): void {
  lab.box(0.5 * (from + to), top - 0.5, 0.5 * (to - from), 0.5)
}

/** The number of answers that are wrong. */
export function countWrong(answers: readonly boolean[]): number {
  return answers.filter((right) => !right).length
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180
