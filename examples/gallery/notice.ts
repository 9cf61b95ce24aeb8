import { byId, setText } from './dom.ts'

/** Milliseconds for which the page says what it did. */
const NOTICE_MS = 1800

let timer = 0

/** Says something over the scene. @param forMs Milliseconds after which the words go; 0: they stay. */
export function notify(text: string, forMs = 0): void {
  const notice = byId('notice')
  notice.hidden = text === ''
  setText(notice, text)
  clearTimeout(timer)
  if (forMs > 0) timer = window.setTimeout(() => notify(''), forMs)
}

/** Copies the address of the page, which says all that is to be seen. */
export async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    notify('Link copied: it opens this scene with these settings and this view.', NOTICE_MS)
  } catch {
    notify('This page may not write to the clipboard: copy the address of the page, it says the same.', NOTICE_MS)
  }
}
