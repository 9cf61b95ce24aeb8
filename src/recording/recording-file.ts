import { BadFile, ByteReader, ByteWriter } from '../snapshots/bytes.ts'
import { SEAL, checkSeal, seal } from '../snapshots/seal.ts'
import { InputLog, parseJson } from './input-log.ts'
import { MOST_STATES } from './kept-states.ts'

/** "BPR" and a byte that tells little from big endian, as text. */
const MAGIC = 0x01525042
/** Files of another number cannot be read. */
const VERSION = 1

/** A state of a file: the file that `Snapshots.toBytes` makes. */
export interface FileState {
  readonly step: number
  readonly isCut: boolean
  readonly bytes: Uint8Array
}

/** What a file has. */
export interface RecordingData {
  /** The user's own words on what was recorded, as JSON. */
  readonly about: string
  readonly inputs: InputLog
  /** `hashWorld` of the first state, and after each step. */
  readonly hashes: Uint32Array
  readonly states: readonly FileState[]
}

export function writeRecording({ about, inputs, hashes, states }: RecordingData): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(states.reduce((room, { bytes }) => room + bytes.length + 32, 4 * hashes.length + 4096))
  for (let i = 0; i < SEAL; i += 4) out.u32(0)
  out.text(about)
  out.f64(inputs.first)
  out.array(hashes, hashes.length)
  inputs.write(out)
  out.u32(states.length)
  for (const { step, isCut, bytes } of states) {
    out.f64(step)
    out.u32(isCut ? 1 : 0)
    out.array(bytes, bytes.length)
  }
  const bytes = out.finish()
  seal(bytes, MAGIC, VERSION)
  return bytes
}

/** @throws BadFile that says what is wrong with it. */
export function readRecording(bytes: Uint8Array): RecordingData {
  checkSeal(bytes, MAGIC, VERSION, 'a recorder')
  const reader = new ByteReader(bytes, SEAL)
  const about = reader.text()
  parseJson(about, 'what it says of itself')
  const first = reader.f64()
  if (!Number.isSafeInteger(first) || first < 0) throw new BadFile('its first step is none')
  const hashes = reader.numbers(Uint32Array)
  if (hashes.length === 0) throw new BadFile('it has no step')
  const inputs = InputLog.read(reader, first, hashes.length - 1)
  const count = reader.count(20)
  if (count > MOST_STATES) throw new BadFile(`it has ${count} states, and a recording has ${MOST_STATES} at most`)
  const states = Array.from({ length: count }, () => readState(reader))
  if (states[0]?.step !== first) throw new BadFile('its first state is missing')
  for (let i = 1; i < states.length; i++) {
    const { step } = states[i]!
    if (!Number.isSafeInteger(step) || step <= states[i - 1]!.step || step > inputs.end) throw new BadFile('its states are out of order')
  }
  if (!reader.isDone) throw new BadFile('there is more in it than there should be')
  return { about, inputs, hashes, states }
}

function readState(reader: ByteReader): FileState {
  const step = reader.f64()
  const isCut = reader.u32() === 1
  return { step, isCut, bytes: reader.numbers(Uint8Array) }
}
