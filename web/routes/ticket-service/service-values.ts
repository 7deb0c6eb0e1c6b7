/** The values of the forms for cancellations and changes, and their storage in the tab. */
import { TICKET_ROWS } from '../../../schema/limits.ts'
import type { TicketService } from '../../../schema/rules/ticket-service.ts'
import { writeItem } from '../../data/browser-storage.ts'
import { randomKey } from '../../data/visit.ts'

export type TicketValues = {
  /** Names the row while the form is open. */
  row: string
  type: '' | 'online' | 'hard'
  name: string
  newName: string
  number: string
}

/** A ticket of the order from whose page the fan came. */
export type OfferedTicket = Omit<TicketValues, 'newName'> & {
  /** Tells the tickets of an order apart. */
  label: string
}

export type ServiceValues = {
  /** The idempotency key of the submission. */
  key: string
  name: string
  email: string
  orderReference: string
  tickets: TicketValues[]
  comment: string
  /** The fan chooses from these tickets instead of typing their numbers. Empty if the fan did not come from an order. */
  offered: OfferedTicket[]
}

export const emptyTicket = (): TicketValues => ({ row: randomKey(), type: '', name: '', newName: '', number: '' })

export function emptyValues(orderReference = ''): ServiceValues {
  return { key: randomKey(), name: '', email: '', orderReference, tickets: [emptyTicket()], comment: '', offered: [] }
}

/** What the fan typed before a reload, or null. The tab stores no photo. */
export function storedValues(service: TicketService): ServiceValues | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(service)) ?? 'null')
    return isValues(stored) ? stored : null
  } catch {
    return null
  }
}

/** `values`: null removes them. Without storage, the form works, but a reload empties it. */
export function storeValues(service: TicketService, values: ServiceValues | null): void {
  try {
    if (values) writeItem(sessionStorage, storageKey(service), JSON.stringify(values))
    else sessionStorage.removeItem(storageKey(service))
  } catch {
    // Storage is blocked or full.
  }
}

const storageKey = (service: TicketService) => `ticketservice/${service}` as const

/** An older version of the page may have stored other values. */
function isValues(stored: unknown): stored is ServiceValues {
  const texts = (value: unknown, names: string[]) =>
    typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')
  if (!texts(stored, ['key', 'name', 'email', 'orderReference', 'comment'])) return false
  const { tickets, offered } = stored as { tickets?: unknown; offered?: unknown }
  return (
    Array.isArray(tickets) &&
    tickets.length > 0 &&
    tickets.every((ticket) => texts(ticket, ['row', 'type', 'name', 'newName', 'number'])) &&
    Array.isArray(offered) &&
    offered.every((ticket) => texts(ticket, ['row', 'type', 'name', 'number', 'label']))
  )
}

/** Whether the form still has only its first, empty row, although the fan can choose from the tickets of an order. */
export function awaitsChoice({ offered, tickets }: Pick<ServiceValues, 'offered' | 'tickets'>): boolean {
  return offered.length > 1 && tickets.length === 1 && tickets.every(isEmpty)
}

const isEmpty = ({ type, name, newName, number }: TicketValues) => type + name + newName + number === ''

/** Adds the offered ticket to the form or takes it away. A ticket without any value makes room. */
export function toggleOffered(tickets: TicketValues[], { row, type, name, number }: OfferedTicket): TicketValues[] {
  const others = tickets.filter((ticket) => ticket.row !== row)
  if (others.length < tickets.length) return others.length > 0 ? others : [emptyTicket()]
  const filled = tickets.filter((ticket) => !isEmpty(ticket))
  return filled.length < TICKET_ROWS ? [...filled, { row, type, name, newName: '', number }] : tickets
}
