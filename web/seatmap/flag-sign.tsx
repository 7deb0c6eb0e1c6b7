/** The sign of a seat's flag, shown beside a text. The map paints the same sign. */
import type { SeatFlag } from './seat-flags.ts'

export function FlagSign({ flag, size = 'size-5' }: { flag: SeatFlag; size?: string }) {
  return (
    <svg viewBox="-1.1 -1.1 2.2 2.2" className={`${size} shrink-0`} aria-hidden="true">
      <path
        d={flag.sign}
        fill="none"
        stroke="currentColor"
        strokeWidth=".22"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
