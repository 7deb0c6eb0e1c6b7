/**
 * The listeners of a value that is stored outside of components. `subscribe` is an argument of `useSyncExternalStore`, and
 * `notify` is called after each change of the value.
 */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify: (): void => {
      for (const listener of listeners) listener()
    },
  }
}
