/** The input of the check-in (TIX-03). The server parses its arguments with these schemas. */
import * as z from 'zod/mini'
import { isId } from '../ids.ts'
import { CHECK_IN_ANSWER_LENGTH } from '../limits.ts'
import { ticketCodeIn } from '../rules/ticket-code.ts'
import { mutationKeySchema } from './cart.ts'
import { unmailedLine } from './plain-text.ts'

/** A ticket's id or its code as typed. */
export const ticketSchema = z.string().check(z.maxLength(60))

export type TicketKey = { id: string } | { code: string }

/** Returns null if the text is neither the id of a ticket nor a code. */
export function ticketKeyIn(typed: string): TicketKey | null {
  const id = typed.trim()
  if (isId('ticket', id)) return { id }
  const code = ticketCodeIn(typed)
  return code === null ? null : { code }
}

const answer = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Of a text field; null for a checkbox. */
  text: z.nullish(unmailedLine(CHECK_IN_ANSWER_LENGTH)),
  isTicked: z.nullish(z.boolean()),
})

export const checkInSchema = z.strictObject({
  clientMutationId: mutationKeySchema,
  ticket: ticketSchema,
  answers: z.array(answer).check(z.maxLength(50)),
  /** The time of the check-in that the fan wants to replace; null for the first one. */
  retakeOf: z.nullish(z.int()),
})
export type CheckInInput = z.output<typeof checkInSchema>
