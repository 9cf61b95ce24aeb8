/**
 * Binds the methods of a handle to it, so that they may be taken off and handed on: `const { save, restore } = createSnapshots(world)`. Only those that
 * are named: what is private stays where it is.
 */
export function bindMethods<H extends object, K extends keyof H>(handle: H, ...names: K[]): void {
  for (const name of names) {
    const method = handle[name]
    if (typeof method === 'function') handle[name] = method.bind(handle) as H[K]
  }
}
