import { largePyramid } from '../../examples/scenes/pyramids.ts'
import { buildScene } from '../../examples/scenes/build.ts'
const base = Number(process.env.BASE ?? 100)
const b = buildScene(largePyramid.create({base}))
const { Position } = b.physics.components
const x0 = [...b.entities].map(e => Position.x[e]!), y0 = [...b.entities].map(e => Position.y[e]!)
for (let s=1;s<=Number(process.env.N ?? 150);s++) { b.step(); if (s%25===0) { const m = [...b.entities].map((e,i)=>({i, dx: Position.x[e]!-x0[i]!, dy: Position.y[e]!-y0[i]!, x: x0[i]!, y:y0[i]!})).sort((p,q)=>Math.abs(q.dx)-Math.abs(p.dx)); console.log(s, m.slice(0,4).map(v=>`(${v.x},${v.y}) dx ${v.dx.toFixed(4)} dy ${v.dy.toFixed(3)}`).join('  '), 'top', m.find(v=>v.i===m.length-1)!.dy.toFixed(3), b.physics.stats.awake) } }
