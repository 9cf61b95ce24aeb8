import { byId } from './dom.ts'
import { Gallery } from './gallery.ts'
import { showPages } from './pages.ts'

declare global {
  interface Window {
    /** The running page, for the console and for test/browser. */
    gallery?: Gallery
  }
}

window.gallery = new Gallery(showPages(byId('sidebar'), 'scenes'))
