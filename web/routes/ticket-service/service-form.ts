/** The validation of the forms for cancellations and changes, and what they send. */
import { cancellationSchema, changeSchema } from '../../../schema/inputs/ticket-service.ts'
import type { TicketService } from '../../../schema/rules/ticket-service.ts'
import { m } from '../../i18n/messages.ts'
import type { Message } from '../../ui/problem.ts'
import type { ServiceValues } from './service-values.ts'

/** The names of the wrong fields, such as `email` and `tickets.0.number`, in the order of the form. */
export type Problems = Map<string, Message>

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

/** While the fan has chosen none of the offered tickets, the form names only that, and no field of a ticket. */
export function problemsBeforeChoice(problems: Problems): Problems {
  const [others, ofTickets] = [new Map(problems), [...problems.keys()].filter((name) => name.startsWith('tickets.'))]
  for (const name of ofTickets) others.delete(name)
  if (ofTickets.length > 0) others.set('offered', m.service_offered_missing)
  return others
}
