/** The sign of a pricing category, as on the map: its shape in its colour, optionally with its letter inside. */
import { type CategorySign, OUTLINES } from './category-signs.ts'

export function SignIcon({ sign, withLetter = true }: { sign: CategorySign; withLetter?: boolean }) {
  return (
    <svg viewBox="-1.25 -1.25 2.5 2.5" className="size-6 shrink-0" aria-hidden="true">
      {sign.shape === 'circle' ? (
        <circle r="1" fill={sign.colour} />
      ) : (
        <polygon points={OUTLINES[sign.shape].map((corner) => corner.join(',')).join(' ')} fill={sign.colour} />
      )}
      {withLetter && (
        <text y="0.36" textAnchor="middle" fontSize="1" fontWeight="700" fill={sign.ink}>
          {sign.letter}
        </text>
      )}
    </svg>
  )
}
