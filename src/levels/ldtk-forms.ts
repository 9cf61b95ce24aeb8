import type { Form } from './form.ts'

// What has to be in a file of LDtk, and as what, for it to be read. Values of cells are looked at where they are read.

const LEVELS: Form = [{ identifier: 'a text' }]
const FIELDS: Form = [{ __identifier: 'a text' }]

export const PROJECT: Form = {
  levels: LEVELS, 'worlds?': [{ levels: LEVELS }], 'defaultGridSize?': 'a number greater than 0',
  'defs?': { 'layers?': [{ 'intGridValues?': [{ value: 'a whole number' }] }] },
}

export const LEVEL: Form = {
  worldX: 'a finite number', worldY: 'a finite number', pxWid: 'a finite number', pxHei: 'a finite number', 'fieldInstances?': FIELDS,
  layerInstances: [{
    __identifier: 'a text', __type: 'a text', __cWid: 'a whole number', __cHei: 'a whole number', __gridSize: 'a number greater than 0',
    '__pxTotalOffsetX?': 'a finite number', '__pxTotalOffsetY?': 'a finite number',
    'entityInstances?': [{
      __identifier: 'a text', px: { 0: 'a finite number', 1: 'a finite number' }, width: 'a finite number', height: 'a finite number',
      __pivot: { 0: 'a finite number', 1: 'a finite number' }, 'fieldInstances?': FIELDS, '__tags?': ['a text'],
    }],
  }],
}
