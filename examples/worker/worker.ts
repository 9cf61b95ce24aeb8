// The worker of the page: the whole world is here.
import type { Port } from '../../src/worker/index.ts'
import { Tower } from './tower.ts'

/** What a worker sees of itself; the types of this project are those of pages. */
const scope = globalThis as unknown as Port & EventTarget

const tower = new Tower({ port: scope })
scope.addEventListener('message', (event) => tower.receive((event as MessageEvent).data))
tower.run()
