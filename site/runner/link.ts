/** Code as part of a link: deflated, in letters that an address may hold. */

export async function packCode(code: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(code), new CompressionStream('deflate-raw'))
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** @throws Error when the text is no packed code. */
export async function unpackCode(packed: string): Promise<string> {
  try {
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, new DecompressionStream('deflate-raw')))
  } catch {
    throw new Error('The code in this link is damaged: copy the whole link again.')
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}
