/**
 * TIX-03: the online check-in of a ticket. The ticket's code is all that a fan needs, so guesses are limited
 * (`ticket-tries`).
 */
import { gtin } from 'cdigit'
import type { CheckInInput, TicketKey } from '../../schema/inputs/check-in.ts'
import { ticketKeyIn } from '../../schema/inputs/check-in.ts'
import {
  type CheckInAnswers,
  type CheckInItem,
  type CheckInState,
  checkInItemsOf,
  checkInState,
  missingAnswers,
} from '../../schema/rules/check-in.ts'
import { shownInstant } from '../../schema/rules/event-sale.ts'
import type { ShopContext } from '../context.ts'
import { type FoundTicket, findTicket, writeCheckIn } from '../db/check-in.ts'
import { log } from './log.ts'
import { withinRate } from './rate-limit.ts'
import { ShopError } from './shop-error.ts'
import { findByCode } from './ticket-tries.ts'

/**
 * Throws CHECKIN_ERROR_NOTFOUND, or the errors of `findByCode`. A text that is no code gets the same answer as an unknown code, but
 * does not count as a guess: its check digit shows that it is a typing error.
 */
export async function requireTicket(context: ShopContext, typed: string): Promise<FoundTicket> {
  const { db, env, shop, range } = context
  const key = ticketKeyIn(typed)
  const find = (one: TicketKey) => findTicket(db, shop, range, one)
  let found: FoundTicket | null = null
  if (key && 'id' in key) {
    await withinRate(env.UNCACHED_READS, env.UNCACHED_READS_WIDE, context)
    found = await find(key)
  } else if (key && gtin.validate(key.code))
    found = await findByCode(context, `check-in/${shop.id}`, key.code, () => find(key))
  if (!found) throw new ShopError('CHECKIN_ERROR_NOTFOUND', {})
  return found
}

export function stateOf({ ticket, event, isOrderPaid }: FoundTicket, now: number) {
  const isValid = isOrderPaid && ticket.invalidatedAt === null && ticket.disputedAt === null
  return checkInState(event, isValid, now)
}

/**
 * Checks a ticket in and returns it. The same key again returns the ticket without a change. Throws CHECKIN_CLOSED,
 * CHECKIN_DONE, BAD_INPUT, or the errors of `requireTicket`.
 */
export async function checkIn(context: ShopContext, input: CheckInInput): Promise<FoundTicket> {
  const { db, now } = context
  const found = await requireTicket(context, input.ticket)
  const { ticket, event } = found
  if (isReplay(found, input)) return found
  const state = stateOf(found, now)
  if (state !== 'OPEN') throw checkInClosed(event, state)
  const answers = answersTo(checkInItemsOf(event), input.answers)
  const formerly = input.retakeOf ?? null
  const mayRetake = formerly === null || event.meta.checkin?.allow_retake === true
  if (!mayRetake || ticket.checkedInAt !== formerly) throw new ShopError('CHECKIN_DONE', {})
  // A second check-in in the same millisecond would not differ from the one that it replaces.
  const at = formerly === null ? now : Math.max(now, formerly + 1)
  const isWritten = await writeCheckIn(db, ticket, formerly, { at, key: input.clientMutationId, answers })
  // By its code: the id of a ticket does not find it after a name change.
  const written = await findTicket(db, context.shop, context.range, { code: ticket.validationCode })
  if (!written) throw new ShopError('CHECKIN_ERROR_NOTFOUND', {})
  if (isWritten) log('info', 'ticket checked in', { ticket: ticket.id, order: ticket.orderId })
  else if (!isReplay(written, input)) throw refusalOf(written, now)
  return written
}

const isReplay = ({ ticket }: FoundTicket, { clientMutationId }: CheckInInput) =>
  ticket.checkedInAt !== null && ticket.personalIdentifier.check_in_key === clientMutationId

/** Why a ticket could not be checked in although it was open a moment before. */
function refusalOf(written: FoundTicket, now: number): ShopError {
  const state = stateOf(written, now)
  return state === 'OPEN' ? new ShopError('CHECKIN_DONE', {}) : checkInClosed(written.event, state)
}

function checkInClosed(event: FoundTicket['event'], state: CheckInState): ShopError {
  return new ShopError('CHECKIN_CLOSED', { state, opensAt: shownInstant(event, event.checkInStartAt) })
}

export type FormField = CheckInItem & { name: string }

export const isFormField = (item: CheckInItem): item is FormField => item.type === 'form' && item.name !== undefined

/** Returns the answers as the ticket stores them. Throws BAD_INPUT for an unknown field or a missing answer. */
function answersTo(items: CheckInItem[], given: CheckInInput['answers']): CheckInAnswers {
  const fields = items.filter(isFormField)
  const answers: CheckInAnswers = {}
  for (const { name, text, isTicked } of given) {
    const field = fields.find((each) => each.name === name)
    if (!field) throw new ShopError('BAD_INPUT', { field: 'input.answers', expected: 'the fields of the form' })
    answers[name] = field.form_type === 'checkbox' ? (isTicked ?? false) : (text ?? '')
  }
  const [missing] = missingAnswers(fields, answers)
  if (missing !== undefined)
    throw new ShopError('BAD_INPUT', { field: `input.answers.${missing}`, expected: 'an answer' })
  return answers
}

/** The name for the door: the ticket's holder, or the first text that the holder typed into the form. */
export function nameOnPass({ ticket, event }: FoundTicket): string {
  const { answers = {} } = ticket.personalIdentifier
  const typed = checkInItemsOf(event)
    .filter(isFormField)
    .find(({ name, form_type }) => form_type !== 'checkbox' && typeof answers[name] === 'string')
  return String((typed && answers[typed.name]) ?? '')
}
