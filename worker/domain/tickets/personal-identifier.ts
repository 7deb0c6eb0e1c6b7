/**
 * Who a ticket is for, as the buyer typed it for an item: first name, last name, address and phone joined by plus signs,
 * or a group's name; kept by name from the ticket on.
 */
import type { PersonalizationRequirement } from '../../../schema/catalogue-values.ts'
import type { PersonalIdentifier } from '../../../schema/tables/ticket.ts'

export function holderOf(text: string | null, requirement: PersonalizationRequirement): PersonalIdentifier {
  const typed = text?.trim() ?? ''
  if (typed === '') return {}
  if (requirement === 'group_personalization_required') return { groupName: typed }
  // A phone number may begin with a plus of its own.
  const [firstName = '', lastName = '', address = '', ...phone] = typed.split('+').map((part) => part.trim())
  const holder = { firstName, lastName, address, phone: phone.join('+') }
  return Object.fromEntries(Object.entries(holder).filter(([, value]) => value !== ''))
}

/** For tickets in print; empty where nobody was named. */
export function holderName({ firstName, lastName, groupName }: PersonalIdentifier): string {
  return groupName ?? [firstName, lastName].filter(Boolean).join(' ')
}
