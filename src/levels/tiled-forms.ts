import type { Form } from './form.ts'

// What has to be in a file of Tiled, and as what, for it to be read. Cells are looked at where they are read.

const POINTS: Form = [{ x: 'a finite number', y: 'a finite number' }]
const PROPERTIES: Form = [{ name: 'a text' }]
const OBJECTS: Form = [{
  x: 'a finite number', y: 'a finite number', 'width?': 'a finite number', 'height?': 'a finite number', 'rotation?': 'a finite number', 'gid?': 'a whole number',
  'polygon?': POINTS, 'polyline?': POINTS, 'properties?': PROPERTIES,
}]

export const TILESET: Form = {
  tilewidth: 'a finite number', tileheight: 'a finite number', 'tileoffset?': { x: 'a finite number', y: 'a finite number' },
  'tiles?': [{
    'imagewidth?': 'a number greater than 0', 'imageheight?': 'a number greater than 0', 'objectgroup?': { 'objects?': OBJECTS }, 'properties?': PROPERTIES,
  }],
  'properties?': PROPERTIES,
}

const LAYER: Form = {
  'name?': 'a text', 'offsetx?': 'a finite number', 'offsety?': 'a finite number', 'properties?': PROPERTIES,
  'width?': 'a whole number', 'height?': 'a whole number',
  'chunks?': [{ x: 'a whole number', y: 'a whole number', width: 'a whole number', height: 'a whole number' }],
  'objects?': OBJECTS,
  get 'layers?'(): Form {
    return [LAYER]
  },
}

export const MAP: Form = {
  width: 'a finite number', height: 'a finite number', tilewidth: 'a number greater than 0', tileheight: 'a number greater than 0',
  layers: [LAYER], tilesets: [{ firstgid: 'a whole number', 'source?': 'a text' }], 'properties?': PROPERTIES,
}
