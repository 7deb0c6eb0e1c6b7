/**
 * The form of the personalisation dialog as data: one entry per ticket, or one per event for a group, which shares a name.
 * A line of standing tickets has several tickets and is stored as one text.
 */
import { groupNameSchema, holderSchema } from '../../../../schema/inputs/holder.ts'
import {
  fullName,
  HOLDER_LENGTHS,
  type Holder,
  holdersIn,
  namesText,
  repeatedNames,
} from '../../../../schema/rules/ticket-names.ts'
import type { Cart, CartPart } from '../../../cart/use-cart.ts'
import { isGroupLine, namedLines } from './named-tickets.ts'

export type FieldKey = keyof Holder | 'groupName'
/** What the fan has typed, by the id of the field. */
export type Typed = Record<string, string>

export type NameEntry = {
  id: string
  eventId: string
  line: CartPart
  /** The number of the ticket among those of the dialog, from 1; null for a group. */
  number: number | null
  /** The ticket's number within its line, from 0. */
  position: number
  fields: { id: string; key: FieldKey; length: number; stored: string }[]
}

const NAME: (keyof Holder)[] = ['firstName', 'lastName']
const CONTACT: (keyof Holder)[] = ['address', 'phone']

export function nameEntries(cart: Pick<Cart, 'items'>): NameEntry[] {
  const entries: NameEntry[] = []
  let tickets = 0
  for (const line of namedLines(cart)) {
    const { eventId, personalIdentifier } = line
    if (eventId === null) continue
    if (isGroupLine(line)) {
      if (entries.some((entry) => entry.eventId === eventId && entry.number === null)) continue
      entries.push(entryOf(line, eventId, null, 0, ['groupName'], { groupName: personalIdentifier ?? '' }))
      continue
    }
    const stored = personalIdentifier === null ? [] : holdersIn(personalIdentifier)
    const keys = line.asksContact ? [...NAME, ...CONTACT] : NAME
    for (let position = 0; position < line.amount; position++)
      entries.push(entryOf(line, eventId, ++tickets, position, keys, stored[position] ?? {}))
  }
  return entries
}

function entryOf(
  line: CartPart,
  eventId: string,
  number: number | null,
  position: number,
  keys: FieldKey[],
  stored: Partial<Record<FieldKey, string>>,
): NameEntry {
  const id = `name-${line.id}-${position}`
  return {
    id,
    eventId,
    line,
    number,
    position,
    fields: keys.map((key) => ({ id: `${id}-${key}`, key, length: HOLDER_LENGTHS[key], stored: stored[key] ?? '' })),
  }
}

export function typedValue(entry: NameEntry, key: FieldKey, typed: Typed): string {
  const field = entry.fields.find((other) => other.key === key)
  return field ? (typed[field.id] ?? field.stored) : ''
}

function holderOf(entry: NameEntry, typed: Typed): Holder {
  const of = (key: keyof Holder) => typedValue(entry, key, typed).trim()
  return { firstName: of('firstName'), lastName: of('lastName'), address: of('address'), phone: of('phone') }
}

/** The kinds of the problems by the ids of their fields, as zod calls them. */
export function nameProblems(entries: NameEntry[], typed: Typed): Map<string, string> {
  const problems = new Map<string, string>()
  for (const entry of entries) {
    const issues =
      entry.number === null
        ? groupNameSchema
            .safeParse(typedValue(entry, 'groupName', typed))
            .error?.issues.map(({ code }) => ['groupName', code])
        : holderSchema(entry.line.asksContact)
            .safeParse(holderOf(entry, typed))
            .error?.issues.map(({ path, code }) => [String(path[0]), code])
    for (const [key, code] of issues ?? []) {
      const id = `${entry.id}-${key}`
      if (code !== undefined && !problems.has(id)) problems.set(id, code)
    }
  }
  return problems
}

/** Names that occur on more than one ticket of an event, as the fan typed them. */
export function namesOnSeveral(entries: NameEntry[], typed: Typed): string[] {
  const found = new Map<string, string>()
  for (const eventId of new Set(entries.map((entry) => entry.eventId))) {
    const names = entries
      .filter((entry) => entry.eventId === eventId && entry.number !== null)
      .map((entry) => fullName(holderOf(entry, typed)))
    for (const repeated of repeatedNames(names))
      found.set(repeated, names.find((name) => repeatedNames([name, repeated]).size > 0) ?? repeated)
  }
  return [...found.values()]
}

/** The texts to store: those of the lines whose names differ from the stored ones. */
export function changedTexts(
  cart: Pick<Cart, 'items'>,
  entries: NameEntry[],
  typed: Typed,
): { itemId: string; text: string }[] {
  return namedLines(cart).flatMap((line) => {
    const own = entries.filter((entry) =>
      isGroupLine(line) ? entry.eventId === line.eventId && entry.number === null : entry.line.id === line.id,
    )
    const [first] = own
    const text =
      isGroupLine(line) && first
        ? typedValue(first, 'groupName', typed).trim()
        : namesText(own.map((entry) => holderOf(entry, typed)))
    return text === line.personalIdentifier ? [] : [{ itemId: line.id, text }]
  })
}
