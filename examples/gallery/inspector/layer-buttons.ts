import { element } from '../dom.ts'
import { LAYERS, type Layer } from './picture.ts'

/** Fills a row of buttons of which each switches a layer on and off. */
export function showLayerButtons(container: HTMLElement, shown: Set<Layer>): void {
  for (const layer of LAYERS) {
    const button = element('button', 'layer', layer.charAt(0).toUpperCase() + layer.slice(1))
    button.dataset['layer'] = layer
    button.setAttribute('aria-pressed', String(shown.has(layer)))
    button.addEventListener('click', () => {
      if (!shown.delete(layer)) shown.add(layer)
      button.setAttribute('aria-pressed', String(shown.has(layer)))
    })
    container.append(button)
  }
}
