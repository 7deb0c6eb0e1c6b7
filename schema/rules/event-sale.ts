/**
 * Whether the shop sells tickets for an event at an instant (EVT-03, EVL-04). The pages, the cart and the structured data
 * for search engines all ask here, so that a page never offers tickets that the cart refuses. Instants are epoch
 * milliseconds of the server's clock.
 */

/** Why nothing is sold, whatever the time. */
export type SaleClosure = 'cancelled' | 'external' | 'soldOut'
export type SaleState = SaleClosure | 'ended' | 'presale' | 'open'

type ClosableEvent = {
  status: string
  /** `meta.external_link` leads to another seller. */
  meta: unknown
  /** Any message closes the sale, in one language or in all. */
  soldOutMessage: unknown
}
type SalePeriod = { presaleAt: number; salesEndAt: number }

/** The first that applies; null while the clock alone decides. A postponed event stays on sale. */
export function saleClosure({ status, meta, soldOutMessage }: ClosableEvent): SaleClosure | null {
  if (status === 'cancelled') return 'cancelled'
  if (isSoldElsewhere(meta)) return 'external'
  return soldOutMessage === null ? null : 'soldOut'
}

function isSoldElsewhere(meta: unknown): boolean {
  return typeof meta === 'object' && meta !== null && 'external_link' in meta
}

/** Before its presale an event sells to holders of a presale code alone. From then on a code has no effect. */
export function isBeforePresale({ presaleAt }: Pick<SalePeriod, 'presaleAt'>, now: number): boolean {
  return now < presaleAt
}

/** The sale includes the instant at which it opens and excludes the one at which it ends. */
export function salePeriodState(period: SalePeriod, now: number): 'ended' | 'presale' | 'open' {
  if (now >= period.salesEndAt) return 'ended'
  return isBeforePresale(period, now) ? 'presale' : 'open'
}

export function saleState(event: ClosableEvent & SalePeriod, now: number): SaleState {
  return saleClosure(event) ?? salePeriodState(event, now)
}
