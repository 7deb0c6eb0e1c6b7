/** A shot opens a page, brings it into one state, and takes one or more pictures of it. */
import type { Config } from './configs.ts'
import { SHOPS } from './demo.ts'
import type { Orders } from './orders.ts'
import type { Visit } from './visit.ts'

export type Shot = {
  name: string
  /** Whether the configuration has the page; by default, each has it. */
  isIn?: (config: Config) => boolean
  /** Matches faults that belong to the page, such as the status of an error page. */
  expects?: RegExp
  /** Whether the shot neither needs nor changes the data of a visitor. All such shots share one visitor. */
  isPlain?: boolean
  /** Whether the page still asks the visitor for consent. */
  asksForConsent?: boolean
  take(visit: Visit, orders: Orders): Promise<void>
}

export const isMoved = ({ shop }: Config) => SHOPS[shop].moved !== undefined
export const sellsTickets = ({ shop }: Config) => SHOPS[shop].cart.event !== undefined

/** Returns shots that only open a page. */
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
