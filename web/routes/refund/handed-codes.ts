/**
 * The numbers of tickets that the page of an order hands to the form that returns them, in the state of the history entry. They
 * are not part of the address, because they are as good as the tickets.
 */
import { groupedCode } from '../../../schema/rules/ticket-code.ts'

type HandedCodes = { returnedCodes: string[] }

type HandingOrder = { tickets: { eventId: string; code: string | null }[] }

/**
 * Hands over the tickets of a cancelled event, or a single ticket. Of several tickets of a moved event, the fan may want to keep
 * some, so the fan types the numbers.
 */
export function handOverCodes({ tickets }: HandingOrder, event: { id: string; status: string }): HandedCodes {
  const codes = tickets.flatMap(({ eventId, code }) =>
    eventId === event.id && code !== null ? [groupedCode(code)] : [],
  )
  return { returnedCodes: event.status === 'cancelled' || codes.length === 1 ? codes : [] }
}

/** Returns at least one text, which is empty without a handed number. A history entry may contain anything. */
export function handedCodes(state: unknown): string[] {
  const codes = typeof state === 'object' && state !== null && 'returnedCodes' in state ? state.returnedCodes : null
  const texts = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
  return texts.length > 0 ? texts : ['']
}
