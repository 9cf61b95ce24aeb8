import { byId, setText } from './dom.ts'
import { STEP, type Simulation } from './simulation.ts'

/** Milliseconds between two updates of the figures: faster ones can't be read. */
const FIGURES_MS = 120

/** Frames a second, and how the simulated time keeps up with the real one. */
export class Rates {
  private last = 0
  private frames = 0
  private steps = 0

  /** Another scene begins at step 0. */
  begin(): void {
    this.steps = 0
  }

  /** Counts a frame; gives whether it is time for new figures. */
  count(now: number): boolean {
    this.frames++
    return now - this.last > FIGURES_MS
  }

  show(now: number, simulation: Simulation, speed: number): void {
    const seconds = (now - this.last) / 1000
    const simulated = (simulation.stepIndex - this.steps) * STEP
    setText(byId('fps'), `${Math.round(this.frames / seconds)} fps`)
    setText(byId('clock'), `${(simulation.stepIndex * STEP).toFixed(1)} s`)
    byId('clock').classList.toggle('slow', !simulation.paused && simulated / seconds / speed < 0.8)
    this.frames = 0
    this.steps = simulation.stepIndex
    this.last = now
  }
}
