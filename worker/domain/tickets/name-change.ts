/** The rules for changing the name on a paid ticket (TIX-04): until when, for which fee, and for which tickets. */
import type { EventMeta, PersonalizationRequirement } from '../../../schema/catalogue-values.ts'
import { HOUR, NAME_CHANGE_CLOSES_HOURS } from '../../../schema/limits.ts'
import type { Cents } from '../../../schema/money.ts'
import type { OrderStatus } from '../../../schema/rules/order-payable.ts'
import { PAID_STATUSES } from '../../../schema/rules/order-payable.ts'

type NamedEvent = {
  personalizationRequirement: PersonalizationRequirement
  status: string
  happeningFromAt: number
  meta: Pick<EventMeta, 'no_name_change' | 'name_change_until_hours' | 'name_change_fee'>
}
type Dated = Pick<NamedEvent, 'status' | 'happeningFromAt'>
type NamedTicket = {
  kind: 'online' | 'hard'
  invalidatedAt: number | null
  checkedInAt: number | null
  disputedAt: number | null
  expiresAt: number
}

/**
 * `CLOSED`: the organiser allows no changes, or no longer. `NOT_VALID`: this ticket cannot be changed. `CHECKED_IN`: it is valid,
 * and its holder has checked in. `BY_POST`: its code is printed on paper, so customer service must send another one.
 */
export type NameChangeObstacle = 'CLOSED' | 'NOT_VALID' | 'CHECKED_IN' | 'BY_POST'

/** Whether the tickets of the event bear the names of persons. */
export function hasHolders({ personalizationRequirement }: Pick<NamedEvent, 'personalizationRequirement'>): boolean {
  return personalizationRequirement === 'check_in_required'
}

/** Whether the event has not begun. A postponed event has no date yet. */
export function isAhead({ status, happeningFromAt }: Dated, now: number): boolean {
  return status === 'postponed' || (status !== 'cancelled' && happeningFromAt > now)
}

/** The organiser's deadline, in epoch milliseconds; null if there is none, because the event has no date yet. */
export function nameChangeUntil({ status, happeningFromAt, meta }: Dated & Pick<NamedEvent, 'meta'>): number | null {
  const hours = nameChangeHours({ status, meta })
  return hours === null ? null : happeningFromAt - hours * HOUR
}

/** How many hours before the event the organiser's deadline is; null if the event has no date yet. */
export function nameChangeHours({ status, meta }: Pick<NamedEvent, 'status' | 'meta'>): number | null {
  return status === 'postponed' ? null : (meta.name_change_until_hours ?? NAME_CHANGE_CLOSES_HOURS)
}

/** Whether the organiser allows changes of names now. */
export function namesAreChangeable(event: Dated & Pick<NamedEvent, 'meta'>, now: number): boolean {
  const until = nameChangeUntil(event)
  return !event.meta.no_name_change && event.status !== 'cancelled' && (until === null || until > now)
}

export function nameChangeFee({ meta }: Pick<NamedEvent, 'meta'>): Cents {
  return meta.name_change_fee ?? 0
}

/** Whether an order pays the fee of a name change: its item is neither a ticket nor a product. */
export function isFeeOfNameChange(items: readonly { productId: string | null; eventId: string | null }[]): boolean {
  return items.every(({ productId, eventId }) => productId === null && eventId === null)
}

export function ticketIsChangeable(
  ticket: Omit<NamedTicket, 'kind'>,
  event: Pick<NamedEvent, 'status'>,
  now: number,
): boolean {
  const isUsed = ticket.checkedInAt !== null || ticket.expiresAt <= now
  return ticket.invalidatedAt === null && ticket.disputedAt === null && !isUsed && event.status !== 'cancelled'
}

export function nameChangeObstacle(
  orderStatus: OrderStatus,
  ticket: NamedTicket,
  event: NamedEvent,
  now: number,
): NameChangeObstacle | null {
  const isPaid = PAID_STATUSES.includes(orderStatus) && hasHolders(event)
  if (!isPaid || !ticketIsChangeable({ ...ticket, checkedInAt: null }, event, now)) return 'NOT_VALID'
  if (ticket.checkedInAt !== null) return 'CHECKED_IN'
  if (ticket.kind === 'hard') return 'BY_POST'
  return namesAreChangeable(event, now) ? null : 'CLOSED'
}
