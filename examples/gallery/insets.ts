import type { Insets } from './camera.ts'

/** Pixels. */
const AIR = 24

/** What the panels cover of the canvas, and a little air. Sheets, which lie over it for a while, do not count. */
export function insets(): Insets {
  const { innerWidth, innerHeight } = window
  const insets = { left: AIR, right: AIR, top: AIR, bottom: AIR }
  for (const id of ['sidebar', 'panel', 'code-panel', 'toolbar', 'topbar']) {
    const box = document.getElementById(id)?.getBoundingClientRect()
    if (box === undefined || box.width === 0) continue
    if (id === 'toolbar') insets.bottom = innerHeight - box.top + AIR
    else if (id === 'topbar') insets.top = box.bottom + AIR
    else if (isNarrow()) continue
    else if (box.left > innerWidth / 3) insets.right = Math.max(insets.right, innerWidth - box.left + AIR)
    else insets.left = Math.max(insets.left, box.right + AIR)
  }
  return insets
}

/** Whether the list and the panel are sheets: see styles/narrow.css. */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 1040px)').matches
}
