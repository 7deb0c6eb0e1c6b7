/** Decides what an order loses if its buyer returns some of its tickets, and what the buyer gets back for them. */
import type { Cents } from '../../../schema/money.ts'
import { type CancellableItem, paidFor } from './cancelled-event-items.ts'

export type ReturnableItem = CancellableItem & { amount: number; unitCents: Cents }

/** The part of an item that becomes a void item of its own. */
export type ItemSplit = { itemId: string; amount: number; former: number; voucherCents: Cents }

export type TicketReturn = {
  voidItemIds: string[]
  splits: ItemSplit[]
  /** What the buyer paid for the returned tickets, without the voucher's part. */
  paidCents: Cents
  /** Whether the order has no valid item left. */
  isWhole: boolean
}

/**
 * `returned` is the number of returned tickets by item. As with a cancelled event, a bundle's own item goes back with the
 * bundle's last ticket, and the bundle's merchandise stays ordered.
 */
export function returnTickets(items: readonly ReturnableItem[], returned: ReadonlyMap<string, number>): TicketReturn {
  const valid = items.filter(({ invalidatedAt }) => invalidatedAt === null)
  const countOf = ({ id }: ReturnableItem) => returned.get(id) ?? 0
  const gone = valid.filter((item) => countOf(item) >= item.amount)
  const ids = new Set(gone.map(({ id }) => id))
  const roots = valid.filter(({ id }) => {
    const tickets = valid.filter((item) => item.bundleRootId === id && item.eventId !== null)
    return tickets.length > 0 && tickets.every((ticket) => ids.has(ticket.id))
  })
  const lost = [...gone, ...roots]
  const split = valid.filter((item) => countOf(item) > 0 && countOf(item) < item.amount)
  const splits = split.map((item) => ({
    itemId: item.id,
    amount: countOf(item),
    former: item.amount,
    // The rest of the voucher's part stays with the rest of the item, so the parts sum to the whole.
    voucherCents: Math.floor((item.voucherCents * countOf(item)) / item.amount),
  }))
  const paidForSplits = split.reduce((sum, item, index) => {
    const share = splits[index]?.voucherCents ?? 0
    return sum + item.unitCents * countOf(item) - share
  }, 0)
  return {
    voidItemIds: lost.map(({ id }) => id),
    splits,
    paidCents: paidFor(lost) + paidForSplits,
    isWhole: lost.length === valid.length,
  }
}

/** What the organiser keeps, in cents. */
export type KeptFees = { feeCents: Cents; keepsShipping: boolean }

/**
 * Returns the amount to refund, at most `leftCents`, the money that has not been refunded yet. With the last item of an order,
 * `extraCents` go back too: its shipping and surcharges, which no voucher pays. The organiser may keep them, and a fee of each
 * ticket.
 */
export function refundFor(
  { paidCents, isWhole }: Pick<TicketReturn, 'paidCents' | 'isWhole'>,
  tickets: number,
  { leftCents, extraCents }: { leftCents: Cents; extraCents: Cents },
  { feeCents, keepsShipping }: KeptFees,
): Cents {
  const owed = paidCents + (isWhole && !keepsShipping ? extraCents : 0) - tickets * feeCents
  return Math.max(0, Math.min(owed, leftCents))
}
