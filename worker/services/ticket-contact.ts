/**
 * The form for the contact data of a ticket (TIX-04). Anyone who knows a ticket's code may use it, and codes can be seen on
 * photos. So the answer to a code names the event only. The data of a holder with the same name, or of a ticket without a
 * name, is replaced at once. For another name, the buyer gets a mail and decides. All these cases get the same answer, so a
 * stranger cannot find out the name on a ticket.
 */
import { newId } from '../../schema/ids.ts'
import { completeNames } from '../../schema/inputs/holder.ts'
import { DAY } from '../../schema/limits.ts'
import { comparableName } from '../../schema/rules/ticket-names.ts'
import type { ShopContext } from '../context.ts'
import { findNameChangeByRequest, writeHolderContact, writeNameRequest } from '../db/name-change.ts'
import type { OrderEvent } from '../db/order.ts'
import { findNamedTicket } from '../db/ticket.ts'
import { hasHolders, isAhead, ticketIsChangeable } from '../domain/tickets/name-change.ts'
import { holderName, holderOf } from '../domain/tickets/personal-identifier.ts'
import { log } from './log.ts'
import { enqueueOutboxRows } from './outbox.ts'
import { ShopError } from './shop-error.ts'
import { findByCode } from './ticket-tries.ts'

/** The client drops the check digit of the code. */
const TYPED_CODE = /^\d{12}$/

/**
 * Returns the event of a valid ticket that bears a name; null if there is no such ticket. Throws the errors of `findByCode`.
 */
export async function eventOfCode(context: ShopContext, typed: string): Promise<OrderEvent | null> {
  return (await namedTicket(context, typed))?.event ?? null
}

async function namedTicket(context: ShopContext, typed: string) {
  const { db, shop, range, now } = context
  const code = typed.replace(/\s/g, '')
  // While the fan types, nothing is read, and nothing counts as a guess.
  if (!TYPED_CODE.test(code)) return null
  return findByCode(context, `ticket/${shop.id}`, code, async () => {
    const found = await findNamedTicket(db, shop, range, code)
    const isOpen =
      found &&
      hasHolders(found.event) &&
      isAhead(found.event, now) &&
      ticketIsChangeable(found.ticket, found.event, now)
    return isOpen ? found : null
  })
}

/**
 * Throws NOT_FOUND, BAD_INPUT, TICKET_CHANGED, the errors of `findByCode`, or TOO_MANY_REQUESTS if the buyer was asked about
 * another name today.
 */
export async function updateTicketContact(
  context: ShopContext,
  typed: string,
  personalIdentifier: string,
  key: string,
): Promise<OrderEvent> {
  const { db, env, now } = context
  const found = await namedTicket(context, typed)
  if (!found) throw new ShopError('NOT_FOUND', { what: 'ticket' })
  const { ticket, event } = found
  const asksContact = event.meta.contact_tracing === true
  const text = completeNames(personalIdentifier, 1, { requirement: 'check_in_required', asksContact })
  if (text === null) throw new ShopError('BAD_INPUT', { field: 'personalIdentifier', expected: 'a complete name' })
  const holder = holderOf(text, 'check_in_required', 0)
  const current = comparableName(holderName(ticket.personalIdentifier))
  if (current === '' || current === comparableName(holderName(holder))) {
    if (!(await writeHolderContact(db, ticket, holder))) throw new ShopError('TICKET_CHANGED', {})
    log('info', 'contact data of a ticket updated', { ticket: ticket.id })
    return event
  }
  const mailId = newId('outbox', now)
  const request = {
    id: newId('nameChange', now),
    requestKey: `${ticket.id}/request/${key}`,
    ticketId: ticket.id,
    orderId: ticket.orderId,
    eventId: event.id,
    formerHolder: ticket.personalIdentifier,
    holder,
    email: '',
    formerCode: ticket.validationCode,
  }
  if (await writeNameRequest(db, request, mailId, now - DAY, now)) {
    log('info', 'another name on a ticket requested', { ticket: ticket.id })
    await enqueueOutboxRows(env, mailId)
  } else if (!(await findNameChangeByRequest(db, request.requestKey))) throw new ShopError('TOO_MANY_REQUESTS', {})
  return event
}
