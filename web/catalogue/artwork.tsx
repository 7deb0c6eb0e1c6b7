/**
 * Artwork in place of a missing picture: nine tiles with a quarter of a circle each, in the colours of the band's design. The
 * name decides how each tile is turned and coloured, so the same event or product always looks the same. It is a part of the
 * page, so it needs no request and its size is known at once.
 */
const TILES = [0, 1, 2, 3, 4, 5, 6, 7, 8]

export function Artwork({ name, className }: { name: string; className: string }) {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const bits = hashOf(words.join(' '))
  return (
    <svg
      viewBox="0 0 3 3"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`picture artwork ${className}`}
    >
      {TILES.map((tile) => {
        const [x, y, turn] = [tile % 3, Math.floor(tile / 3), (bits >>> (tile * 2)) & 3]
        return (
          <g key={tile} transform={`translate(${x} ${y}) rotate(${turn * 90} .5 .5)`}>
            <path d="M0 0h1.01v1.01h-1.01z" className={`artwork-${(bits >>> tile) & 1}`} />
            <path d="M0 0h1a1 1 0 0 1-1 1z" className={`artwork-${2 + ((bits >>> (tile + 18)) & 1)}`} />
          </g>
        )
      })}
      <text x="1.5" y="1.53" className="artwork-letters">
        {initialsOf(words)}
      </text>
    </svg>
  )
}

/** FNV-1a, with 32 bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash ^ (hash >>> 15)
}

function initialsOf(words: string[]): string {
  return words
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
    .toLocaleUpperCase()
}
