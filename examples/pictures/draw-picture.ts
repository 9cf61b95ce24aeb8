import { buildScene, type BuiltScene } from '../scenes/build.ts'
import type { BodyData, JointData, PointData } from '../scenes/types.ts'
import { VIEW, type JointPicture } from './joint-kinds.ts'

/** Pixels a meter. */
const SCALE = 50
const TOP = 40
const COLORS = {
  still: ['#f3f4f6', '#9ca3af'], moving: ['#dbeafe', '#2563eb'], hand: ['#fef3c7', '#d97706'], joint: '#ea580c', text: '#1f2937',
} as const

/** Runs the small world of a picture and draws it at the steps that it names, as SVG. */
export function drawJointPicture(picture: JointPicture): string {
  const { title, blueprint, gravity, steps, drive } = picture
  const built = buildScene({
    name: picture.kind, title, category: '', description: '', lookFor: '', ...blueprint, gravity,
    view: { x: 0, y: 0, ...VIEW }, ...(drive === undefined ? {} : { drive }),
  })
  const shapes: string[] = []
  steps.forEach((step, i) => {
    while (built.stepIndex < step) built.step()
    const isLast = i === steps.length - 1
    const opacity = isLast ? 1 : 0.2 + (0.35 * i) / steps.length
    const bodies = blueprint.bodies.map((body, index) => (
      body.kind === 'static' && !isLast ? '' : drawBody(body, poseOf(built, index))
    ))
    shapes.push(`<g opacity="${round(opacity)}">${bodies.join('')}</g>`)
  })
  const joints = blueprint.joints.map((joint) => drawJoint(joint, built))
  const [width, height] = [VIEW.width * SCALE, VIEW.height * SCALE + TOP]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"`
    + ` font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif">\n<title>${title}</title>\n`
    + `<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>\n`
    + `<text x="16" y="27" font-size="14" font-weight="600" fill="${COLORS.text}">${title}</text>\n`
    + `<g stroke-width="2" stroke-linejoin="round" stroke-linecap="round">\n${shapes.join('\n')}\n`
    + `<g fill="none" stroke="${COLORS.joint}">${joints.join('')}</g>\n</g>\n</svg>\n`
}

interface Pose extends PointData { readonly angle: number }

function poseOf({ entities, physics }: BuiltScene, body: number): Pose {
  const { Position, Rotation } = physics.components
  const entity = entities[body]
  return { x: Position.x[entity], y: Position.y[entity], angle: Rotation.angle[entity] }
}

function drawBody(body: BodyData, pose: Pose): string {
  const [fill, stroke] = COLORS[body.kind === 'static' ? 'still' : body.kind === 'kinematic' ? 'hand' : 'moving']
  const paint = `fill="${fill}" stroke="${stroke}"`
  const { shape } = body
  switch (shape.type) {
    case 'circle': {
      const rim = turned({ x: shape.radius, y: 0 }, pose)
      return `<circle cx="${px(pose.x)}" cy="${py(pose.y)}" r="${round(shape.radius * SCALE)}" ${paint}/>`
        + line(pose, rim, `stroke="${stroke}"`)
    }
    case 'box': {
      const { halfWidth: w, halfHeight: h } = shape
      const corners = [[-w, -h], [w, -h], [w, h], [-w, h]].map(([x, y]) => turned({ x, y }, pose))
      return `<polygon points="${corners.map(pair).join(' ')}" ${paint}/>`
    }
    case 'chain': return `<polyline points="${shape.points.map(pair).join(' ')}" fill="none" stroke="${stroke}"/>`
    default: throw new Error(`no way to draw a ${shape.type}`)
  }
}

function drawJoint(joint: JointData, built: BuiltScene): string {
  const { bodies, joints = [] } = built.scene
  const on = (body: number, point: PointData): PointData => {
    const { x, y, angle = 0 } = bodies[body]
    const local = turned({ x: point.x - x, y: point.y - y }, { x: 0, y: 0, angle: -angle })
    return turned(local, poseOf(built, body))
  }
  switch (joint.type) {
    case 'distance': {
      const [from, to] = [on(joint.a, joint.from), on(joint.b, joint.to)]
      const way = joint.spring !== undefined ? spring(from, to) : line(from, to, joint.limit === undefined ? '' : 'stroke-dasharray="6 5"')
      return way + dot(from, 3) + dot(to, 3)
    }
    case 'revolute': return arc(joint, on(joint.a, joint)) + dot(on(joint.b, joint), 6)
    case 'weld': {
      const { x, y } = on(joint.b, joint)
      return `<rect x="${round(Number(px(x)) - 5)}" y="${round(Number(py(y)) - 5)}" width="10" height="10" fill="#ffedd5"/>`
    }
    case 'prismatic':
    case 'wheel': {
      const { limit = { lower: -0.5, upper: 0.5 }, axis } = joint
      const end = (way: number): PointData => on(joint.a, { x: joint.x + way * axis.x, y: joint.y + way * axis.y })
      return line(end(limit.lower), end(limit.upper), '') + dot(on(joint.b, joint), 6)
    }
    case 'pulley': {
      const points = [on(joint.a, joint.from), joint.groundA, joint.groundB, on(joint.b, joint.to)]
      return `<polyline points="${points.map(pair).join(' ')}"/>${dot(joint.groundA, 6)}${dot(joint.groundB, 6)}`
    }
    case 'motor': return line(on(joint.a, joint), on(joint.b, joint), 'stroke-dasharray="2 5"') + dot(on(joint.b, joint), 4)
    case 'gear': {
      const [one, two] = [joints[joint.a], joints[joint.b]].map((held) => poseOf(built, held.b))
      return line(one, two, 'stroke-dasharray="6 5"')
    }
    case 'filter': return line(poseOf(built, joint.a), poseOf(built, joint.b), 'stroke-dasharray="2 5"')
  }
}

/** The angles that a hinge lets the middle of its B go through. */
function arc(joint: Extract<JointData, { type: 'revolute' }>, at: PointData): string {
  if (joint.limit === undefined) return ''
  const rim = (angle: number): string => pair({ x: at.x + 0.8 * Math.cos(angle), y: at.y + 0.8 * Math.sin(angle) })
  return `<path d="M${rim(joint.limit.lower)} A40 40 0 0 0 ${rim(joint.limit.upper)}" stroke-dasharray="4 4"/>`
}

function spring(from: PointData, to: PointData): string {
  const teeth = 12
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  const points = Array.from({ length: teeth + 1 }, (_, i) => {
    const side = i === 0 || i === teeth ? 0 : i % 2 === 0 ? -0.12 : 0.12
    const part = i / teeth
    return pair({ x: from.x + dx * part - (dy / length) * side, y: from.y + dy * part + (dx / length) * side })
  })
  return `<polyline points="${points.join(' ')}"/>`
}

function line(from: PointData, to: PointData, style: string): string {
  return `<line x1="${px(from.x)}" y1="${py(from.y)}" x2="${px(to.x)}" y2="${py(to.y)}" ${style}/>`
}

function dot({ x, y }: PointData, radius: number): string {
  return `<circle cx="${px(x)}" cy="${py(y)}" r="${radius}" fill="#ffedd5"/>`
}

function turned(point: PointData, { x, y, angle }: Pose): PointData {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: x + cos * point.x - sin * point.y, y: y + sin * point.x + cos * point.y }
}

function pair({ x, y }: PointData): string {
  return `${px(x)},${py(y)}`
}

function px(x: number): string {
  return round((x + VIEW.width / 2) * SCALE)
}

function py(y: number): string {
  return round((VIEW.height / 2 - y) * SCALE + TOP)
}

/** Tenths of a pixel: the same picture where the last digits differ. */
function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}
