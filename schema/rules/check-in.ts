/** TIX-03: when the check-in of an event is open, and which answers it requires. Instants are epoch milliseconds. */
import type { EventMeta, PersonalizationRequirement } from '../catalogue-values.ts'
import type { Localised } from '../locale.ts'

/**
 * `NONE`: the event has no check-in. `INVALID`: the ticket is refunded, disputed, or its order is not paid. `POSTPONED`: the
 * event has no date, so the check-in has none either.
 */
export type CheckInState = 'NONE' | 'INVALID' | 'CANCELLED' | 'POSTPONED' | 'NOT_YET' | 'OPEN' | 'CLOSED'

export type CheckInItem = NonNullable<EventMeta['checkin']>['items'][number]
/** A form field with the name under which its answer is stored. */
type Field = { name: string; form_type?: 'text' | 'checkbox'; tags?: string[] }

export type CheckInAnswers = Record<string, string | boolean>

type CheckInEvent = {
  status: string
  checkInStartAt: number
  checkInEndAt: number
  personalizationRequirement: PersonalizationRequirement
  meta: EventMeta
}

const NAME: Localised = { de: 'Name wie im Ausweis', en: 'Name as in your ID' }

/** The fields of an event that requires a check-in and whose catalogue file names none. */
const DEFAULT_ITEMS: CheckInItem[] = [
  { type: 'form', name: 'name', label: NAME, form_type: 'text', tags: ['required'], order: 1 },
]

/** The texts and fields of the event's check-in in their order. Empty if the event has no check-in. */
export function checkInItemsOf({ meta, personalizationRequirement }: CheckInEvent): CheckInItem[] {
  if (meta.checkin) return [...meta.checkin.items].sort((one, other) => one.order - other.order)
  return personalizationRequirement === 'check_in_required' ? DEFAULT_ITEMS : []
}

/** The period includes `checkInStartAt` and excludes `checkInEndAt`. */
export function checkInState(event: CheckInEvent, isTicketValid: boolean, now: number): CheckInState {
  if (event.status === 'cancelled') return 'CANCELLED'
  if (!isTicketValid) return 'INVALID'
  if (checkInItemsOf(event).length === 0) return 'NONE'
  if (event.status === 'postponed') return 'POSTPONED'
  if (now < event.checkInStartAt) return 'NOT_YET'
  return now < event.checkInEndAt ? 'OPEN' : 'CLOSED'
}

/** Whether holders of valid tickets can check in, now or later. */
export function awaitsCheckIn(event: CheckInEvent, now: number): boolean {
  return ['NOT_YET', 'OPEN'].includes(checkInState(event, true, now))
}

/** Whether the field must be filled in, or ticked. */
export function isRequired({ tags }: Pick<Field, 'tags'>): boolean {
  return tags?.includes('required') ?? false
}

/** Returns the names of the required fields without an answer, in the order of the form. */
export function missingAnswers(fields: readonly Field[], answers: CheckInAnswers): string[] {
  return fields.filter((field) => isRequired(field) && !isAnswered(answers[field.name])).map(({ name }) => name)
}

function isAnswered(answer: string | boolean | undefined): boolean {
  return typeof answer === 'string' ? answer.trim() !== '' : answer === true
}
