/**
 * Artwork in place of a missing picture, in the colours of the band's design. It is a part of the page, so it needs no request
 * and its size is known at once.
 */
import { artworkOf } from '../../schema/artwork.ts'

export function Artwork({ name, className }: { name: string; className: string }) {
  const [tiles, letters] = artworkOf(name)
  return (
    <svg
      viewBox="0 0 3 3"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`picture artwork ${className}`}
    >
      {tiles.map(([transform, ground, arc]) => (
        <g key={transform} transform={transform}>
          <path d="M0 0h1.01v1.01h-1.01z" className={ground} />
          <path d="M0 0h1a1 1 0 0 1-1 1z" className={arc} />
        </g>
      ))}
      <text x="1.5" y="1.53" className="artwork-letters">
        {letters}
      </text>
    </svg>
  )
}
