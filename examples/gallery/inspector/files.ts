import { element } from '../dom.ts'

/** Bytes of files: one or more. */
type Use = (files: [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]) => void
/** Told why a file cannot be read: a folder, or one that was moved meanwhile. */
type Fail = (why: string) => void

/** Calls a function with what is chosen in a field for files. */
export function takeFiles(field: HTMLElement, use: Use, fail: Fail): void {
  const input = field as HTMLInputElement
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    // The same file may be chosen again.
    input.value = ''
    void read(files, use, fail)
  })
}

/** Calls a function with what is dropped onto the page. */
export function takeDropped(use: Use, fail: Fail): void {
  const { classList } = document.body
  window.addEventListener('dragover', (event) => {
    event.preventDefault()
    classList.add('dropping')
  })
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) classList.remove('dropping')
  })
  window.addEventListener('drop', (event) => {
    event.preventDefault()
    classList.remove('dropping')
    void read([...(event.dataTransfer?.files ?? [])], use, fail)
  })
}

/** Lets the browser save a file. */
export function giveFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const link = element('a')
  link.href = URL.createObjectURL(new Blob([bytes]))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

async function read(files: readonly File[], use: Use, fail: Fail): Promise<void> {
  let buffers: ArrayBuffer[]
  try {
    buffers = await Promise.all(files.slice(0, 2).map((file) => file.arrayBuffer()))
  } catch (error) {
    return fail(`This cannot be read: ${(error as Error).message}`)
  }
  const [first, ...others] = buffers.map((buffer) => new Uint8Array(buffer))
  if (first !== undefined) use([first, ...others])
}
