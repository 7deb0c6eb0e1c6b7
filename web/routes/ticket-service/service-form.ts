/** The values of the forms for cancellations and changes, their storage in the tab, and their validation. */
import { cancellationSchema, changeSchema } from '../../../schema/inputs/ticket-service.ts'
import type { TicketService } from '../../../schema/rules/ticket-service.ts'
import { writeItem } from '../../data/browser-storage.ts'
import { randomKey } from '../../data/visit.ts'
import { m } from '../../i18n/messages.ts'
import type { Message } from '../../ui/problem.ts'

export type TicketValues = {
  /** Names the row while the form is open. */
  row: string
  type: '' | 'online' | 'hard'
  name: string
  newName: string
  number: string
}

export type ServiceValues = {
  /** The idempotency key of the submission. */
  key: string
  name: string
  email: string
  orderReference: string
  tickets: TicketValues[]
  comment: string
}

/** The names of the wrong fields, such as `email` and `tickets.0.number`, in the order of the form. */
export type Problems = Map<string, Message>

export const emptyTicket = (): TicketValues => ({ row: randomKey(), type: '', name: '', newName: '', number: '' })

export function emptyValues(orderReference = ''): ServiceValues {
  return { key: randomKey(), name: '', email: '', orderReference, tickets: [emptyTicket()], comment: '' }
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
  const { tickets } = stored as { tickets?: unknown }
  return (
    Array.isArray(tickets) &&
    tickets.length > 0 &&
    tickets.every((ticket) => texts(ticket, ['row', 'type', 'name', 'newName', 'number']))
  )
}

type ServiceInput = {
  key: string
  event: string | null
  name: string
  email: string
  orderReference: string
  comment: string
}

function commonInput({ key, name, email, orderReference, comment }: ServiceValues, event: string | null): ServiceInput {
  return { key, event, name, email, orderReference, comment }
}

/** `photoOf` returns the id of a ticket's uploaded photo. */
export function cancellationInput(
  values: ServiceValues,
  event: string | null,
  photoOf: (row: string) => string | null,
) {
  const tickets = values.tickets.map(({ row, type, name, number }) => ({
    type,
    name,
    number,
    photo: type === 'hard' ? photoOf(row) : null,
  }))
  return { ...commonInput(values, event), tickets }
}

export function changeInput(values: ServiceValues, event: string | null) {
  const tickets = values.tickets.map(({ type, name, newName, number }) => ({ type, name, newName, number }))
  return { ...commonInput(values, event), tickets }
}

/** Which fields the server would refuse. */
export function problemsOf(
  service: TicketService,
  input: ReturnType<typeof cancellationInput> | ReturnType<typeof changeInput>,
): Problems {
  // Without a type, the other fields of a ticket are checked as those of an online ticket.
  const typed = { ...input, tickets: input.tickets.map((ticket) => ({ ...ticket, type: ticket.type || 'online' })) }
  const parsed = (service === 'cancel' ? cancellationSchema : changeSchema).safeParse(typed)
  const issues = parsed.success ? [] : parsed.error.issues
  const found = new Map<string, Message>()
  for (const { path, code, message } of issues) {
    const name = path.map(String).join('.')
    if (!found.has(name)) found.set(name, textOf(name, code, message))
  }
  for (const [index, ticket] of input.tickets.entries()) {
    if (ticket.type === '') found.set(`tickets.${index}.type`, m.service_type_missing)
    // The schema looks for a photo only if everything else is right.
    if ('photo' in ticket && ticket.type === 'hard' && ticket.photo === null)
      found.set(`tickets.${index}.photo`, m.service_photo_missing)
  }
  const inOrder = fieldNames(service, input.tickets.length)
  return new Map(
    inOrder.flatMap((name) => (found.has(name) ? [[name, found.get(name) ?? m.checkout_field_required]] : [])),
  )
}

function fieldNames(service: TicketService, tickets: number): string[] {
  const ofTicket = service === 'cancel' ? ['type', 'name', 'number', 'photo'] : ['type', 'name', 'newName', 'number']
  return [
    ...['name', 'email', 'orderReference'],
    ...Array.from({ length: tickets }, (_, index) => ofTicket.map((field) => `tickets.${index}.${field}`)).flat(),
    'comment',
  ]
}

function textOf(name: string, code: string | undefined, message: string): Message {
  const field = name.slice(name.lastIndexOf('.') + 1)
  if (field === 'photo') return m.service_photo_missing
  if (field === 'email') return m.checkout_email_invalid
  if (message === 'digits') return m.service_number_digits
  if (message === 'reference') return m.service_reference_wrong
  if (code === 'too_big') return () => m.checkout_field_too_long({ length: field === 'comment' ? 1000 : 80 })
  return code === 'custom' ? m.checkout_field_plain : m.checkout_field_required
}
