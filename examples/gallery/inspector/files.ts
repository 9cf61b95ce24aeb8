/** Bytes of files: one or more. */
type Use = (files: [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]) => void

/** Calls a function with what is chosen in a field for files. */
export function takeFiles(field: HTMLElement, use: Use): void {
  const input = field as HTMLInputElement
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    // The same file may be chosen again.
    input.value = ''
    void read(files, use)
  })
}

/** Calls a function with what is dropped onto the page. */
export function takeDropped(use: Use): void {
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
    void read([...(event.dataTransfer?.files ?? [])], use)
  })
}

async function read(files: readonly File[], use: Use): Promise<void> {
  const [first, ...others] = (await Promise.all(files.slice(0, 2).map((file) => file.arrayBuffer()))).map((buffer) => new Uint8Array(buffer))
  if (first !== undefined) use([first, ...others])
}
