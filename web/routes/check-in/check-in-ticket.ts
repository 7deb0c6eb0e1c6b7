import type { TicketDetailsQuery } from '../../../schema/generated/operations.ts'

export type CheckInTicket = TicketDetailsQuery['ticketDetails']
