export { sortItems } from '../quadtree/sort-items.ts'
