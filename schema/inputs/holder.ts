/**
 * The names and the contact data of ticket holders (TIX-02). The forms and the server apply the same rules. The text with
 * which a browser sends the names is described in rules/ticket-names.
 */
import * as z from 'zod/mini'
import { HOLDER_LENGTHS, type Holder, holdersIn, type NameRules, namesText } from '../rules/ticket-names.ts'
import { requiredLine, requiredName } from './plain-text.ts'

/** A plus sign separates the parts of the text. */
const withoutPlus = z.refine<string>((text) => !text.includes('+'), 'a text without a plus sign')
const PHONE = /^\+?[\d ()/-]{5,}$/

const names = {
  firstName: requiredName(HOLDER_LENGTHS.firstName),
  lastName: requiredName(HOLDER_LENGTHS.lastName),
}
const nameOnly = z.strictObject({ ...names, address: z.literal(''), phone: z.literal('') })
const withContact = z.strictObject({
  ...names,
  address: requiredLine(HOLDER_LENGTHS.address).check(withoutPlus),
  phone: z.string().check(z.trim(), z.minLength(1), z.maxLength(HOLDER_LENGTHS.phone), z.regex(PHONE)),
})

export function holderSchema(asksContact: boolean): z.ZodMiniType<Holder> {
  return asksContact ? withContact : nameOnly
}

export const groupNameSchema = requiredLine(HOLDER_LENGTHS.groupName)

/**
 * Returns the text with trimmed parts if it names `amount` tickets as the event requires; null if something is missing or not
 * allowed.
 */
export function completeNames(text: string, amount: number, { requirement, asksContact }: NameRules): string | null {
  if (requirement === 'group_personalization_required') return groupNameSchema.safeParse(text).data ?? null
  const parsed = z.array(holderSchema(asksContact)).check(z.length(amount)).safeParse(holdersIn(text))
  return parsed.success ? namesText(parsed.data) : null
}

const LINE_LENGTH = Object.values(HOLDER_LENGTHS).reduce((sum, length) => sum + length + 1, 0)
const MOST_TICKETS = 100

/** The text before the worker knows what it is for: a text on merchandise, or the names of tickets. */
export const namesTextSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(MOST_TICKETS * LINE_LENGTH))
