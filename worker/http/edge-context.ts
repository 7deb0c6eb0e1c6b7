/** The request context of the router's handlers. */
import type { Context } from 'hono'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { CategoryRow } from '../db/category.ts'
import type { Redirect } from '../db/shop.ts'
import type { Env } from '../env.ts'
import type { Entry } from '../services/cache/tiered-cache.ts'
import type { CatalogueState } from '../services/catalogue-state.ts'

/**
 * `failed` means that the shops are unknown. No catalogue data may then be sent, because it is unknown which shop the data
 * belongs to.
 */
export type Edge = {
  shops: ShopRow[]
  redirects: Redirect[]
  /** The artists of the bands' shops. */
  artists: CategoryRow[]
  shopsVersion: number
  catalogue: CatalogueState
  catalogueVersion: number
  now: number
  failed: boolean
}

type EdgeVariables = {
  /**
   * A handler with a public answer sets `cacheable`, so that the middleware can remember the answer with its final headers.
   */
  cacheable?: { key: string; entry: Entry }
  /** Set for a page whose visitor may pay, so its policy allows the scripts of the payment providers. */
  allowsPayment?: boolean
  /** Set for a page from which the browser uploads to the storage. */
  uploads?: boolean
  /** Set for a page or file whose address contains a secret, which no other site may learn as a referrer. */
  hasSecretAddress?: boolean
  /** What the operators' journal records instead of the command's body, if the body contains personal data. */
  journalNote?: string
  /** Set by `readEdge`. */
  edge?: Promise<Edge>
}

export type EdgeEnv = { Bindings: Env; Variables: EdgeVariables }
export type EdgeContext = Context<EdgeEnv>
