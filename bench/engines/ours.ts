import { buildScene } from '../../examples/scenes/build.ts'
import type { Scene } from '../../examples/scenes/types.ts'
import { castRay, hashWorld } from '../../src/index.ts'
import { resolveSleep, type Engine, type EngineOptions, type Simulation } from './engine.ts'

/** This library. Poses need no reading back: the component arrays are the state. */
export const engine: Engine = {
  load: async () => {},
  describe: ({ sleep }) => `4 substeps, sleep ${sleep ?? true ? 'on' : 'off'}, metres, doubles, impulses in floats`,
  create,
}

function create(scene: Scene, options: EngineOptions): Simulation {
  const built = buildScene(scene, { dt: options.dt, allowSleep: resolveSleep(scene, options, true) })
  const { physics, entities, world } = built
  return {
    step: () => built.step(),
    writePose(body, out) {
      const { Position, Rotation } = physics.components
      const entity = entities[body]!
      // Absent bodies have no entity.
      const angle = entity === 0 ? NaN : Rotation.angle[entity]!
      out[0] = entity === 0 ? NaN : Position.x[entity]!
      out[1] = Position.y[entity]!
      out[2] = Math.cos(angle)
      out[3] = Math.sin(angle)
    },
    countAsleep() {
      const dynamic = scene.bodies.filter((body, i) => body.kind === undefined && entities[i] !== 0).length
      const kinematic = scene.bodies.filter((body) => body.kind === 'kinematic').length
      return Math.max(0, dynamic - Math.max(0, physics.stats.awake - kinematic))
    },
    castRays(count) {
      const { Position } = physics.components
      let hits = 0
      for (let i = 0; i < count; i++) {
        // Scattered over the bodies by a step that has no divisor in common with usual counts.
        const entity = entities[Math.imul(i, 7919) % entities.length >>> 0]!
        const x = Position.x[entity]!
        const y = Position.y[entity]!
        if (castRay(world, x - 5, y + 12, x + 6, y - 8) !== null) hits++
      }
      return hits
    },
    facts: () => ({ ...physics.stats, hash: (hashWorld(world) >>> 0).toString(16).padStart(8, '0') }),
    profile: {
      names: physics.systems.map((system) => system.name),
      enable: (on) => { physics.profiling = on },
      timings: () => physics.timings,
    },
  }
}
