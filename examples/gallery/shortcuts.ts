import { byId } from './dom.ts'
import type { Gallery } from './gallery.ts'
import { installShortcuts } from './keys.ts'
import { SPEEDS } from './link.ts'
import { LAYERS } from './painter.ts'
import { TINT_MODES } from './tints.ts'
import { TOOLS } from './tools.ts'

/** Pixels that a key moves the view by. */
const PAN = 80

/** Everything that the page can do, by keyboard. */
export function installGalleryShortcuts(gallery: Gallery): void {
  const { link } = gallery
  installShortcuts([
    { keys: [' ', 'p'], label: 'Space', text: 'pause or play', run: () => gallery.setPaused(!link.paused) },
    { keys: ['.', 's'], label: '.', text: 'single step', run: () => gallery.singleStep() },
    { keys: ['r'], label: 'R', text: 'restart', run: () => gallery.restart() },
    { keys: ['f'], label: 'F', text: 'fit the whole scene', run: () => gallery.fit() },
    { keys: ['+', '='], label: '+', text: 'zoom in', run: () => gallery.zoom(1.25) },
    { keys: ['-'], label: '−', text: 'zoom out', run: () => gallery.zoom(0.8) },
    { keys: ['j'], label: 'J', text: 'view to the left', run: () => gallery.pan(PAN, 0) },
    { keys: ['l'], label: 'L', text: 'view to the right', run: () => gallery.pan(-PAN, 0) },
    { keys: ['i'], label: 'I', text: 'view up', run: () => gallery.pan(0, PAN) },
    { keys: ['k'], label: 'K', text: 'view down', run: () => gallery.pan(0, -PAN) },
    { keys: ['/'], label: '/', text: 'search the scenes', run: () => gallery.list.find() },
    { keys: [']', 'ArrowDown'], label: '] / ↓', text: 'next scene', run: () => gallery.openNeighbor(1) },
    { keys: ['[', 'ArrowUp'], label: '[ / ↑', text: 'previous scene', run: () => gallery.openNeighbor(-1) },
    { keys: ['>', ','], label: ',', text: 'change the speed', run: () => gallery.setSpeed(next(SPEEDS, link.speed)) },
    { keys: ['c'], label: 'C', text: 'color by something else', run: () => gallery.setTint(next(TINT_MODES, link.tint)) },
    { keys: ['t'], label: 'T', text: 'drag, spawn or explode', run: () => gallery.setTool(next(TOOLS.map(({ name }) => name), link.tool)) },
    { keys: ['o'], label: 'O', text: 'edit the source', run: () => void gallery.setSource(!link.source) },
    { keys: ['y'], label: 'Y', text: 'copy the link', run: () => void gallery.copyLink() },
    ...LAYERS.map((layer, i) => ({
      keys: [String(i + 1)], label: String(i + 1), text: `layer: ${layer}`, run: () => gallery.toggleLayer(layer),
    })),
    { keys: ['?', 'h'], label: '?', text: 'this list', run: () => byId<HTMLDialogElement>('shortcuts').showModal() },
  ])
}

function next<T>(values: readonly T[], value: unknown): T {
  return values[(values.findIndex((candidate) => candidate === value) + 1) % values.length]!
}
