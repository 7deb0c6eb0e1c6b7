/**
 * Reads the text with which the buyer names the holders of a line's tickets. Each ticket stores the parts of its own line
 * separately.
 */
import type { PersonalizationRequirement } from '../../../schema/catalogue-values.ts'
import { fullName, holdersIn } from '../../../schema/rules/ticket-names.ts'
import type { PersonalIdentifier } from '../../../schema/tables/ticket.ts'

/** `position` is the ticket's number within its line, from 0. */
export function holderOf(
  text: string | null,
  requirement: PersonalizationRequirement,
  position: number,
): PersonalIdentifier {
  const typed = text?.trim() ?? ''
  if (typed === '') return {}
  if (requirement === 'group_personalization_required') return { groupName: typed }
  const holder = holdersIn(typed)[position] ?? {}
  return Object.fromEntries(Object.entries(holder).filter(([, value]) => value !== ''))
}

/** Returns the name to print on the ticket; empty if the buyer named nobody. */
export function holderName({ firstName = '', lastName = '', groupName }: PersonalIdentifier): string {
  return groupName ?? fullName({ firstName, lastName })
}
