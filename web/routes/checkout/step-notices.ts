/** What a redirect to a step tells the buyer there, in the state of the history entry. */
const NOTICES = [
  'changed_elsewhere',
  'resumed',
  'no_delivery',
  'check_details',
  'names_missing',
  'hold_expired',
] as const
export type Notice = (typeof NOTICES)[number]
type StepState = { notice: Notice | null }

export const CHANGED_ELSEWHERE: StepState = { notice: 'changed_elsewhere' }
export const RESUMED: StepState = { notice: 'resumed' }
export const NO_DELIVERY: StepState = { notice: 'no_delivery' }
export const CHECK_DETAILS: StepState = { notice: 'check_details' }
export const NAMES_MISSING: StepState = { notice: 'names_missing' }
export const HOLD_EXPIRED: StepState = { notice: 'hold_expired' }

export function noticeIn(state: unknown): Notice | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null
  return NOTICES.find((notice) => notice === state.notice) ?? null
}
