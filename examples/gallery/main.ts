import { Gallery } from './gallery.ts'

declare global {
  interface Window {
    /** The running page, for the console and for test/browser. */
    gallery?: Gallery
  }
}

window.gallery = new Gallery()
