/** The storage of a browser's tab, for tests in node. */
import { vi } from 'vitest'

/** Stubs `sessionStorage` with an empty storage, and returns its content. `vi.unstubAllGlobals` ends it. */
export function stubTabStorage(): Map<string, string> {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  return items
}
