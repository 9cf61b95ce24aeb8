// The same for node:worker_threads: { workerData: { shared } } says how.
import { parentPort, workerData } from 'node:worker_threads'
import { Tower } from './tower.ts'

const port = parentPort!
const tower = new Tower({ port, shared: (workerData as { shared: boolean }).shared })
port.on('message', (message) => {
  if (message === 'stop') tower.stop()
  else tower.receive(message)
})
tower.run()
