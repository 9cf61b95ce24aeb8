import { entityExists, hasComponent, type World } from 'bitecs'
import { bodyOf, getJointReaction, getPhysics, JointKind, jointsOf, queryContacts } from '../../../src/index.ts'
import { explainAwake, explainPair } from '../../../src/debug/index.ts'
import { byId, element, setText } from '../dom.ts'

const KIND_NAMES = Object.fromEntries(Object.entries(JointKind).map(([name, kind]) => [kind, name]))
const MOST_ROWS = 8

/** What there is to know of a body now: components, contacts, joints, and why it is awake. */
export class BodyPanel {
  private shown = ''

  /** @param select Called with another body that was pressed. */
  constructor(private readonly select: (entity: number) => void) {}

  show(world: World, entity: number): void {
    const exists = entity !== 0 && entityExists(world, entity)
    setText(byId('body-name'), entity === 0 ? 'press one' : `entity ${entity}${exists ? '' : ', not there'}`)
    setText(byId('awake'), exists ? explainAwake(world, entity).text : '')
    const components = exists ? componentsOf(world, entity) : []
    const contacts = exists ? contactsOf(world, entity) : []
    const joints = exists ? jointRows(world, entity) : []
    // Rows are made anew only where something changed: a press takes longer than a frame.
    const now = JSON.stringify([components, contacts, joints])
    if (now === this.shown) return
    this.shown = now
    byId('components').replaceChildren(...components.flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]))
    this.fill('contacts', contacts)
    this.fill('joints', joints)
    setText(byId('contact-count'), String(contacts.length))
    setText(byId('joint-count'), String(joints.length))
  }

  private fill(id: string, rows: readonly Row[]): void {
    byId(id).replaceChildren(...rows.slice(0, MOST_ROWS).map(({ other, text, number, title }) => {
      const row = element('li')
      row.title = title
      const button = element('button', '', String(other))
      button.addEventListener('click', () => this.select(other))
      row.append(button, element('span', '', text), element('span', 'number', number))
      return row
    }), ...(rows.length > MOST_ROWS ? [element('li', 'more', `and ${rows.length - MOST_ROWS} more`)] : []))
  }
}

interface Row {
  /** The body at the other side. */
  readonly other: number
  readonly text: string
  readonly number: string
  readonly title: string
}

function componentsOf(world: World, entity: number): [string, string][] {
  const { components } = getPhysics(world)!
  const rows: [string, string][] = []
  for (const [name, component] of Object.entries(components)) {
    if (!hasComponent(world, entity, component)) continue
    const columns = Object.entries(component as Record<string, unknown>).filter(([, column]) => ArrayBuffer.isView(column))
    if (columns.length === 0) rows.push([name, 'yes'])
    for (const [key, column] of columns) rows.push([`${name}.${key}`, textOf((column as Float64Array)[entity])])
  }
  return rows
}

function contactsOf(world: World, entity: number): Row[] {
  const found = queryContacts(world, entity, { includeSensors: true })
  const rows: Row[] = []
  for (let i = 0; i < found.count; i++) {
    rows.push({
      other: bodyOf(world, found.others[i]), text: `${textOf(found.x[i])}, ${textOf(found.y[i])}`, number: `${textOf(found.impulse[i])} N·s`, title: '',
    })
  }
  return rows.map((row) => ({ ...row, title: explainPair(world, entity, row.other).text }))
}

function jointRows(world: World, entity: number): Row[] {
  const { Joint } = getPhysics(world)!.components
  const found = jointsOf(world, entity)
  return Array.from(found.entities.subarray(0, found.count), (joint) => {
    const { x, y, torque } = getJointReaction(world, joint)
    return {
      other: Joint.a[joint] === entity ? Joint.b[joint] : Joint.a[joint], text: KIND_NAMES[Joint.kind[joint]],
      number: `${textOf(Math.hypot(x, y))} N`, title: `joint ${joint}: torque ${textOf(torque)} N·m`,
    }
  })
}

function textOf(value: number): string {
  return Number.isInteger(value) ? String(value) : Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3 ? value.toExponential(2) : value.toPrecision(4)
}
