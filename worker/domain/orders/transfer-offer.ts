/**
 * Decides whether an order may be paid by bank transfer (PAY-06). A transfer takes days, and meanwhile the order keeps its
 * tickets from other buyers. Transfers are therefore not offered shortly before an event. Unless the catalogue says
 * otherwise, they are also not offered in the first days of a sale or behind a waiting room.
 */
import { BANK_TRANSFER_AFTER_HOURS, DAY, HOUR } from '../../../schema/limits.ts'
import { transferDeadline } from './payment-deadline.ts'

/** The least time between a transfer's deadline and the event, so that the tickets can still be sent. */
const TIME_FOR_TICKETS_MS = DAY

/** The properties of an event that decide whether its tickets may be paid by transfer. Instants are epoch milliseconds. */
export type TransferEvent = {
  id: string
  happeningFromAt: number
  presaleAt: number
  meta: {
    bank_transfer_after_hours?: number | undefined
    bank_transfer_in_waiting_room?: boolean | undefined
  }
}

/** The ids of the events with an active waiting room, or `all` if a waiting room guards the whole shop. */
export type QueuedEvents = 'all' | string[]

/** `events` are the events of the order's tickets. An order without tickets may always be paid by transfer. */
export function orderTakesTransfers(order: {
  events: TransferEvent[]
  queuedEvents: QueuedEvents
  now: number
}): boolean {
  return order.events.every((event) => eventTakesTransfers(event, order.queuedEvents, order.now))
}

function eventTakesTransfers(event: TransferEvent, queued: QueuedEvents, now: number): boolean {
  const { id, happeningFromAt, presaleAt, meta } = event
  if (happeningFromAt - transferDeadline.of(now) < TIME_FOR_TICKETS_MS) return false
  if ((queued === 'all' || queued.includes(id)) && meta.bank_transfer_in_waiting_room !== true) return false
  const hours = meta.bank_transfer_after_hours ?? BANK_TRANSFER_AFTER_HOURS
  return hours === 0 || now >= presaleAt + hours * HOUR
}
