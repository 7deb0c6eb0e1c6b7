/** A shot is a page in one state. It opens the page and takes one or more pictures. */
import type { Config } from './configs.ts'
import type { Orders } from './orders.ts'
import type { Visit } from './visit.ts'

export type Shot = {
  name: string
  /** False if this configuration has no such page. */
  isIn?: (config: Config) => boolean
  /** Faults that belong to the page, like the status of an error page. */
  expects?: RegExp
  /** Neither changes what the shop stores about the visitor nor depends on it, so these shots share one visitor. */
  isPlain?: boolean
  /** The visitor has not answered the question for consent. */
  asksForConsent?: boolean
  take(visit: Visit, orders: Orders): Promise<void>
}

/** Shots of pages that need nothing but to be opened. */
export function plainShots(paths: Readonly<Record<string, string>>): Shot[] {
  return Object.entries(paths).map(([name, path]) => ({
    name,
    isPlain: true,
    async take(visit) {
      await visit.open(path)
      await visit.takePage()
    },
  }))
}
