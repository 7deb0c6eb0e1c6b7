/**
 * Artwork in place of a missing picture, in the colours of the band's design. It is a part of the page, so it needs no request
 * and its size is known at once. artwork.css sets the colour of each part by its position.
 */
import { ARTWORK_BOX, artworkOf } from '../../schema/artwork.ts'

type ArtworkProps = { name: string; sign: string | undefined; className: string }

export function Artwork({ name, sign, className }: ArtworkProps) {
  const [squares, arcs, frontArcs, letters] = artworkOf(name)
  return (
    <svg
      viewBox={ARTWORK_BOX}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`picture artwork ${className}`}
    >
      <path d={squares} />
      <path d={arcs} />
      <path d={frontArcs} />
      {sign ? <path d={sign} /> : <text>{letters}</text>}
    </svg>
  )
}
