/** The time that is left inside, after the visitor has closed the notice that it is their turn. */
import { useIsHydrated } from './hydration.ts'
import { useServerSecond } from './server-clock.ts'
import { useWait } from './waiting.ts'

/** From this number on, the time that is left is shown as a warning. */
export const FEW_MINUTES = 5

/** The minutes until the pass ends, zero or less after its end; null if there is no pass or another notice is shown. */
export function useMinutesLeft(): number | null {
  const { wait, admittedTo, insideUntil } = useWait()
  const now = useServerSecond()
  // The server knows nothing of the pass, whose end the browser has stored.
  const isHydrated = useIsHydrated()
  if (!isHydrated || wait !== null || admittedTo !== null || insideUntil === null) return null
  return Math.ceil((insideUntil - now) / 60_000)
}
