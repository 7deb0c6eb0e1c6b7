/**
 * The text that names the holders of a line's tickets. It has one line per ticket: first name, last name and, with contact
 * tracing, address and phone number, joined by plus signs. The tickets of a group share the group's name, which is the
 * whole text. The phone number is last, because it may itself begin with a plus sign.
 */
import type { PersonalizationRequirement } from '../catalogue-values.ts'

export type Holder = { firstName: string; lastName: string; address: string; phone: string }

export const HOLDER_LENGTHS = { firstName: 40, lastName: 40, address: 120, phone: 30, groupName: 80 } as const

export type NameRules = {
  requirement: PersonalizationRequirement
  /** Contact tracing: the organiser also needs the address and the phone number of each holder. */
  asksContact: boolean
}

export function holderText({ firstName, lastName, address, phone }: Holder): string {
  const parts = [firstName, lastName, ...(address === '' && phone === '' ? [] : [address, phone])]
  return parts.map((part) => part.trim()).join('+')
}

function holderIn(line: string): Holder {
  const [firstName = '', lastName = '', address = '', ...phone] = line.split('+').map((part) => part.trim())
  return { firstName, lastName, address, phone: phone.join('+') }
}

export function namesText(holders: Holder[]): string {
  return holders.map(holderText).join('\n')
}

export function holdersIn(text: string): Holder[] {
  return text.split('\n').map(holderIn)
}

export function fullName({ firstName, lastName }: Pick<Holder, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}

/** The names to show for a line of tickets, without contact data. */
export function namesIn(text: string | null, requirement: string): string[] {
  if (text === null || text === '') return []
  return requirement === 'group_personalization_required' ? [text] : holdersIn(text).map(fullName).filter(Boolean)
}

/** The names that occur more than once, in lower case. A repeated name is allowed, but probably a mistake. */
export function repeatedNames(names: string[]): Set<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of names.map(comparableName)) {
    if (name !== '' && seen.has(name)) repeated.add(name)
    seen.add(name)
  }
  return repeated
}

export function comparableName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}
