/**
 * Whether an order may be paid by bank transfer (PAY-06). A transfer takes days, and the order keeps its tickets from other
 * buyers for so long. Transfers are therefore not offered shortly before an event, and, unless the catalogue says otherwise,
 * not in the first days of a sale and not behind a waiting room.
 */
import { BANK_TRANSFER_AFTER_HOURS, DAY } from '../../../schema/limits.ts'
import { transferDeadline } from './payment-deadline.ts'

const HOUR = DAY / 24
/** A transfer may take until its deadline and still leave time to send the tickets. */
const TIME_FOR_TICKETS_MS = DAY

/** What the offer depends on for an event's tickets; instants are epoch milliseconds. */
export type TransferEvent = {
  id: string
  happeningFromAt: number
  presaleAt: number
  meta: {
    bank_transfer_after_hours?: number | undefined
    bank_transfer_in_waiting_room?: boolean | undefined
  }
}

/** The events with a waiting room in use; `all` if the room guards the whole shop. */
export type QueuedEvents = 'all' | string[]

/** `events` are those of the order's tickets; an order without tickets may always be paid by transfer. */
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
