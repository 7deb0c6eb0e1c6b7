/**
 * Parses the text with which the buyer names the holder of a ticket. The text contains first name, last name, address
 * and phone number, joined by plus signs, or only the name of a group. A ticket stores the parts separately.
 */
import type { PersonalizationRequirement } from '../../../schema/catalogue-values.ts'
import type { PersonalIdentifier } from '../../../schema/tables/ticket.ts'

export function holderOf(text: string | null, requirement: PersonalizationRequirement): PersonalIdentifier {
  const typed = text?.trim() ?? ''
  if (typed === '') return {}
  if (requirement === 'group_personalization_required') return { groupName: typed }
  // The phone number is last because it may itself begin with a plus sign.
  const [firstName = '', lastName = '', address = '', ...phone] = typed.split('+').map((part) => part.trim())
  const holder = { firstName, lastName, address, phone: phone.join('+') }
  return Object.fromEntries(Object.entries(holder).filter(([, value]) => value !== ''))
}

/** Returns the name to print on the ticket; empty if the buyer named nobody. */
export function holderName({ firstName, lastName, groupName }: PersonalIdentifier): string {
  return groupName ?? [firstName, lastName].filter(Boolean).join(' ')
}
