/**
 * Carries out for operators what customer service has decided about single tickets of a paid order: takes them back
 * (SUP-02), or gives one of them another name (SUP-03). The organiser's deadlines and the state of mass refunds do not count
 * here.
 */
import { createHash } from 'node:crypto'
import { newId } from '../../schema/ids.ts'
import { completeNames } from '../../schema/inputs/holder.ts'
import type { Cents } from '../../schema/money.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { comparableName } from '../../schema/rules/ticket-names.ts'
import { openDatabase } from '../db/database.ts'
import { findNameChangeByRequest, unpaidNameChanges, writeFreeNameChange } from '../db/name-change.ts'
import {
  findOrderByReference,
  findTicketedOrders,
  type OrderEvent,
  type Ticket,
  type TicketedOrder,
} from '../db/order.ts'
import { formerReturn, writeTicketReturn } from '../db/ticket-return.ts'
import { ticketIsChangeable } from '../domain/tickets/name-change.ts'
import { holderName, holderOf } from '../domain/tickets/personal-identifier.ts'
import { newValidationCode } from '../domain/tickets/validation-code.ts'
import type { Env } from '../env.ts'
import { log } from './log.ts'
import { readersOf } from './name-change.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { wakeOutbox } from './outbox.ts'
import { feesOf, isUsed, planRefund, refundableOf } from './refund-request.ts'
import { ShopError } from './shop-error.ts'

/**
 * `codes` are the tickets' numbers, with or without the check digit. `feeCents` is kept of each ticket; null for the
 * catalogue's.
 */
export type TicketsToReturn = { reference: string; codes: string[]; feeCents: Cents | null }
export type ReturnedTickets = { reference: string; tickets: number; returnedCents: Cents }

/**
 * Makes the tickets void and records their refund, once per set of tickets. Throws ORDER_NOT_FOUND. Refuses an order that is
 * not paid, tickets that are not valid or belong to several events, and a fee that exceeds the price.
 */
export async function returnTicketsByOperator(
  env: Env,
  { reference, codes, feeCents }: TicketsToReturn,
  now: number,
): Promise<ReturnedTickets> {
  const db = openDatabase(env.DB)
  const { order, items, tickets, events } = await requireTicketed(env, reference)
  const named = new Map(codes.map((code) => [code, tickets.find((ticket) => hasCode(ticket, code))]))
  const chosen = [...new Set(named.values())].filter((ticket) => ticket !== undefined)
  const key = returnKey(chosen)
  const recorded = async (): Promise<ReturnedTickets | null> => {
    const { isKnown, amountCents } = await formerReturn(db, order.id, key)
    return isKnown ? { reference, tickets: chosen.length, returnedCents: amountCents } : null
  }
  const former = chosen.length > 0 && ![...named.values()].includes(undefined) ? await recorded() : null
  if (former) return former
  if (!PAID_STATUSES.includes(order.status)) throw new OperatorRefusal('ORDER_STATUS', { status: order.status })
  const obstacles = [...named].flatMap(([code, ticket]) => {
    const obstacle = obstacleOf(ticket, ticket && events.get(ticket.eventId))
    return obstacle === null ? [] : [[code, obstacle]]
  })
  if (obstacles.length > 0) throw new OperatorRefusal('TICKETS_NOT_VALID', Object.fromEntries(obstacles))
  const [event, ...others] = new Set(chosen.flatMap(({ eventId }) => events.get(eventId) ?? []))
  if (!event || others.length > 0) throw new OperatorRefusal('TICKETS_OF_SEVERAL_EVENTS', { reference })

  const found = await refundableOf(db, { order, items }, event)
  const fees = feesOf(event)
  const { loss, parts } = planRefund(found, chosen, { ...fees, feeCents: feeCents ?? fees.feeCents })
  if (feeCents !== null && feeCents * chosen.length > loss.paidCents)
    throw new OperatorRefusal('DEDUCTION_TOO_HIGH', { priceCents: loss.paidCents })
  const isWritten = await writeTicketReturn(
    db,
    {
      ...loss,
      orderId: order.id,
      event,
      key,
      tickets: chosen,
      validItems: items.filter(({ invalidatedAt }) => invalidatedAt === null).length,
      // No buyer has named an account here. An operator transfers the money of a bank transfer to its sender.
      parts: parts.map((part) => ({ ...part, account: null })),
      releaseDueAt: null,
    },
    now,
  )
  // The same command may have been faster.
  const answer = await recorded()
  if (!answer) throw new OperatorRefusal('ORDER_CHANGED', { reference })
  if (isWritten) log('info', 'tickets returned by an operator', { order: order.id, tickets: chosen.length })
  await wakeOutbox(env, order.id)
  return answer
}

/** A ticket can be returned once, so the same tickets are the same return. */
function returnKey(tickets: readonly Ticket[]): string {
  const ids = tickets.map(({ id }) => id).sort()
  return `desk-${createHash('sha256').update(ids.join()).digest('hex').slice(0, 32)}`
}

/** Operators know a ticket's number from the ticket, or from a form, which drops the check digit. */
const hasCode = ({ validationCode }: Ticket, typed: string) => validationCode.slice(0, typed.length) === typed

function obstacleOf(ticket: Ticket | undefined, event: OrderEvent | undefined): string | null {
  if (!ticket || !event) return 'not a ticket of this order'
  if (ticket.invalidatedAt !== null) return 'void'
  if (ticket.disputedAt !== null) return 'its payment is disputed'
  return isUsed(ticket, event) ? 'used' : null
}

/**
 * `email` is the new holder's address; null for the buyer's. `isPrintedAgain` promises that the operator sends a new ticket in
 * place of one on paper.
 */
export type Renaming = { reference: string; code: string; name: string; email: string | null; isPrintedAgain: boolean }
export type RenamedTicket = { reference: string; ticketId: string; name: string }

/**
 * Gives a valid ticket another name and a new code, once per code. Throws ORDER_NOT_FOUND, and BAD_INPUT for a name that the
 * organiser does not accept. Refuses a ticket that is not valid or bears no name, and one whose holder is changing for a
 * fee.
 */
export async function renameTicketByOperator(env: Env, renaming: Renaming, now: number): Promise<RenamedTicket> {
  const { reference, code } = renaming
  const db = openDatabase(env.DB)
  const { order, tickets, events } = await requireTicketed(env, reference)
  const requestKey = `desk/${order.id}/${code.slice(0, 12)}`
  const email = renaming.email ?? order.email
  const recorded = await findNameChangeByRequest(db, requestKey)
  const ticket = tickets.find((one) => (recorded ? one.id === recorded.ticketId : hasCode(one, code)))
  const event = ticket && events.get(ticket.eventId)
  if (!ticket || !event) throw notValid(code, 'not a ticket of this order')
  const holder = newHolder(renaming.name, event)
  const answer = { reference, ticketId: ticket.id, name: holderName(holder) }
  const isSame = (earlier: typeof recorded) =>
    earlier !== null && earlier.email === email && JSON.stringify(earlier.holder) === JSON.stringify(holder)
  if (isSame(recorded)) return answer
  if (recorded) throw notValid(code, 'replaced by another code')
  if (!PAID_STATUSES.includes(order.status)) throw new OperatorRefusal('ORDER_STATUS', { status: order.status })
  // Its code is printed, so the new holder needs another ticket to show.
  if (ticket.kind === 'hard' && !renaming.isPrintedAgain) throw notValid(code, 'a ticket on paper, use --reprint')
  if (!ticketIsChangeable(ticket, event, now)) throw notValid(code, 'void, used, expired or disputed')
  // The purge has deleted the address of an old order, so nobody could be told about the change.
  if (order.email === '') throw notValid(code, 'the contact data of the buyer is deleted')
  if (comparableName(holderName(ticket.personalIdentifier)) === comparableName(answer.name))
    throw new ShopError('BAD_INPUT', { field: 'name', expected: 'another name' })
  const [unpaid] = (await unpaidNameChanges(db, order.id)).filter(({ ticketId }) => ticketId === ticket.id)
  if (unpaid) throw new OperatorRefusal('NAME_CHANGE_UNPAID', { feeOrder: unpaid.reference })

  const change = {
    id: newId('nameChange', now),
    requestKey,
    ticketId: ticket.id,
    orderId: order.id,
    eventId: event.id,
    formerHolder: ticket.personalIdentifier,
    holder,
    email,
    formerCode: ticket.validationCode,
  }
  const readers = await readersOf(db, ticket.id, [order.email, email], now)
  if (await writeFreeNameChange(db, change, newValidationCode(), readers, now)) {
    log('info', 'name of a ticket changed by an operator', { order: order.id, change: change.id })
    await wakeOutbox(env, order.id)
    // The same command may have been faster.
  } else if (!isSame(await findNameChangeByRequest(db, requestKey)))
    throw new OperatorRefusal('ORDER_CHANGED', { reference })
  return answer
}

const notValid = (code: string, reason: string) => new OperatorRefusal('TICKETS_NOT_VALID', { [code]: reason })

/** Parses a name as an operator types it. Plus signs separate the parts of names that have several words. */
function newHolder(name: string, { personalizationRequirement: requirement, meta }: OrderEvent) {
  if (requirement === 'no_personalization_required')
    throw new ShopError('BAD_INPUT', { field: 'name', expected: 'a ticket of an event whose tickets bear names' })
  const isWhole = requirement === 'group_personalization_required' || name.includes('+')
  const typed = isWhole ? name : name.trim().replace(/\s+(\S+)$/, '+$1')
  const text = completeNames(typed, 1, { requirement, asksContact: meta.contact_tracing === true })
  if (text === null) throw new ShopError('BAD_INPUT', { field: 'name', expected: 'a first and a last name' })
  return holderOf(text, requirement, 0)
}

async function requireTicketed(env: Env, reference: string): Promise<TicketedOrder> {
  const db = openDatabase(env.DB)
  const id = (await findOrderByReference(db, reference))?.order.id ?? ''
  const ticketed = (await findTicketedOrders(db, [id])).get(id)
  if (!ticketed) throw new ShopError('ORDER_NOT_FOUND', {})
  return ticketed
}
