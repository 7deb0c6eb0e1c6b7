/** When the tickets of an event expire. The trigger of 0024_ticket_expiry applies the same rule when an event moves. */
import { TICKET_EXPIRES_AFTER } from '../../../schema/limits.ts'

/** The end of the year 9999, in epoch milliseconds: tickets of a postponed event, which has no date, do not expire. */
const NEVER_EXPIRES = Date.UTC(9999, 11, 31, 23, 59, 59)

/** Returns epoch milliseconds. */
export function ticketExpiry(event: {
  status: string
  happeningFromAt: number
  happeningUntilAt: number | null
}): number {
  if (event.status === 'postponed') return NEVER_EXPIRES
  return (event.happeningUntilAt ?? event.happeningFromAt) + TICKET_EXPIRES_AFTER
}
