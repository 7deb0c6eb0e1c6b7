/**
 * The rules for when the shop sells tickets for an event (EVT-03, EVL-04). The pages, the cart and the structured data
 * for search engines all use them, so that they agree on whether the sale is open. Instants are in epoch milliseconds of
 * the server's clock.
 */
import type { EventMeta } from '../catalogue-values.ts'

/** The reasons why the shop sells no tickets for an event, whatever the time. */
export type SaleClosure = 'cancelled' | 'soldOut' | 'external'
export type SaleState = SaleClosure | 'ended' | 'presale' | 'open'

type ClosableEvent = {
  status: string
  /** If `meta.external_link` is set, another seller sells the tickets. */
  meta: unknown
  /** The sale is closed if the event has a sold-out message. */
  soldOutMessage: unknown
}
type SalePeriod = { presaleAt: number; salesEndAt: number }

/** Returns the first reason that applies, or null if the time alone decides. A postponed event stays on sale. */
export function saleClosure({ status, meta, soldOutMessage }: ClosableEvent): SaleClosure | null {
  if (status === 'cancelled') return 'cancelled'
  // A concert that another seller sells can be sold out too, and then that seller's link leads to nothing.
  if (soldOutMessage !== null) return 'soldOut'
  return isSoldElsewhere(meta) ? 'external' : null
}

/** Whether the event was moved: to a date that is not fixed yet, or from the former date that the catalogue names. */
export function isMoved({ status, meta }: Pick<ClosableEvent, 'status' | 'meta'>): boolean {
  if (status === 'cancelled') return false
  return status === 'postponed' || (typeof meta === 'object' && meta !== null && 'former_date' in meta)
}

/**
 * Whether the date of a postponed event is not fixed yet. The event's date is then the former one. Otherwise, the catalogue
 * names the former date beside the new one.
 */
export function isDateOpen(status: string, formerDate: number | null | undefined): boolean {
  return status === 'postponed' && (formerDate ?? null) === null
}

/**
 * Whether the organiser keeps the date secret (EVT-16). Nothing that a fan gets then contains the date, a time of day, or an
 * instant that is calculated from them: pages and mails say in words how long before the start something ends.
 */
export function dateIsSecret({ meta }: { meta: Pick<EventMeta, 'hideDate'> }): boolean {
  return meta.hideDate === true
}

/** Returns an instant that depends on the date of the event, in epoch milliseconds; null if the date is secret. */
export function shownInstant(event: { meta: Pick<EventMeta, 'hideDate'> }, at: number | null): number | null {
  return dateIsSecret(event) ? null : at
}

/** Whether pages, mails and files name the day of the event. The organiser may hide it, and a postponed event may have none. */
export function showsDate({
  status,
  meta,
}: {
  status: string
  meta: Pick<EventMeta, 'hideDate' | 'former_date'>
}): boolean {
  return !dateIsSecret({ meta }) && !isDateOpen(status, meta.former_date)
}

/** Whether a sold-out event can have tickets again that this shop sells. */
export function ticketsCanReturn(
  { status, meta, salesEndAt }: Omit<ClosableEvent, 'soldOutMessage'> & SalePeriod,
  now: number,
): boolean {
  return status !== 'cancelled' && !isSoldElsewhere(meta) && now < salesEndAt
}

function isSoldElsewhere(meta: unknown): boolean {
  return typeof meta === 'object' && meta !== null && 'external_link' in meta
}

/** The event's fields that say whether its page shows a seat map. */
type MappedEvent = { seatmapUrl: string | null; displayMap: boolean; meta: unknown }

/** Whether visitors choose tickets on a seat map, and not by amount (SEAT-01, SEAT-08). `db/event` has the rule in SQL. */
export function showsSeatMap({ seatmapUrl, displayMap, meta }: MappedEvent): boolean {
  const { hide_map: isHidden = false } = (meta ?? {}) as Pick<EventMeta, 'hide_map'>
  return seatmapUrl !== null && displayMap && !isHidden
}

/** Whether the shop sells the category's tickets. With `hideButtons`, only the seat map sells them (EVT-02). */
export function isSoldHere({ hideButtons }: { hideButtons: boolean }, event: MappedEvent): boolean {
  return !hideButtons || showsSeatMap(event)
}

/**
 * Before `presaleAt`, only visitors with a presale code can buy tickets. From then on, presale codes have no effect.
 */
export function isBeforePresale({ presaleAt }: Pick<SalePeriod, 'presaleAt'>, now: number): boolean {
  return now < presaleAt
}

/** The sale period includes `presaleAt` and excludes `salesEndAt`. */
export function salePeriodState(period: SalePeriod, now: number): 'ended' | 'presale' | 'open' {
  if (now >= period.salesEndAt) return 'ended'
  return isBeforePresale(period, now) ? 'presale' : 'open'
}

export function saleState(event: ClosableEvent & SalePeriod, now: number): SaleState {
  return saleClosure(event) ?? salePeriodState(event, now)
}
