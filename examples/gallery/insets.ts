import type { Insets } from './camera.ts'

/** Pixels. */
const AIR = 24

/** What the panels cover of the canvas, and a little air. Sheets, which lie over it for a while, do not count. */
export function insets(): Insets {
  const { innerWidth, innerHeight } = window
  const covered: { -readonly [Side in keyof Insets]: number } = { left: AIR, right: AIR, top: AIR, bottom: AIR }
  for (const id of ['sidebar', 'panel', 'toolbar', 'topbar', 'code-panel']) {
    const box = document.getElementById(id)?.getBoundingClientRect()
    if (box === undefined || box.width === 0) continue
    if (id === 'toolbar') covered.bottom = innerHeight - box.top + AIR
    else if (id === 'topbar') covered.top = box.bottom + AIR
    else if (isNarrow()) {
      // The source is no sheet: it stays open beside the scene.
      if (id === 'code-panel') covered.bottom = Math.max(covered.bottom, innerHeight - box.top + AIR)
    } else if (box.left > innerWidth / 3) covered.right = Math.max(covered.right, innerWidth - box.left + AIR)
    else covered.left = Math.max(covered.left, box.right + AIR)
  }
  return covered
}

/** Whether the list and the panel are sheets: see styles/narrow.css. */
function isNarrow(): boolean {
  return matchMedia('(max-width: 1040px)').matches
}
