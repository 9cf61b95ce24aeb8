import type { Insets } from './camera.ts'
import { byId } from './dom.ts'

/** What the panels cover of the canvas, and a little air. */
export function insets(): Insets {
  const air = 24
  const sidebar = byId('sidebar').getBoundingClientRect()
  const panel = byId('panel').getBoundingClientRect()
  const toolbar = byId('toolbar').getBoundingClientRect()
  const wide = sidebar.right < window.innerWidth / 2
  return {
    left: (wide ? sidebar.right : 0) + air,
    right: (panel.left > window.innerWidth / 2 && panel.width > 0 ? window.innerWidth - panel.left : 0) + air,
    top: (wide ? 0 : sidebar.bottom) + air,
    bottom: window.innerHeight - toolbar.top + air,
  }
}
