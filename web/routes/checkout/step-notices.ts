/** What a redirect to the first step tells it, in the state of the history entry. */
export const CHANGED_ELSEWHERE = { notice: 'changed_elsewhere' } as const
export const RESUMED = { notice: 'resumed' } as const

type StepState = typeof CHANGED_ELSEWHERE | typeof RESUMED

export function noticeIn(state: unknown): StepState['notice'] | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null
  return [CHANGED_ELSEWHERE, RESUMED].find(({ notice }) => notice === state.notice)?.notice ?? null
}
