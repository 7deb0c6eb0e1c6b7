/** Tiles with an artist's picture and name, which link to the artist's page if there is one. */
import type { ArtistTileFragment } from '../../schema/generated/operations.ts'
import { Picture } from './picture.tsx'
import { ShopLink } from './shop-link.tsx'

/** Lists that contain only artists with a page do not ask for `hasPage`. */
type TileArtist = ArtistTileFragment & { hasPage?: boolean }

type ArtistTileProps = { artist: TileArtist; sizes: string; heading?: 'h2' | 'h3'; isUrgent?: boolean }

export function ArtistTile({ artist, sizes, heading: Heading = 'h3', isUrgent = false }: ArtistTileProps) {
  const { hasPage = true } = artist
  return (
    <article className={`artist-tile relative ${hasPage ? 'group' : ''}`}>
      <div className="tile-frame overflow-clip rounded-image">
        <Picture
          image={artist.squareImage}
          name={artist.displayName}
          sizes={sizes}
          alt=""
          isUrgent={isUrgent}
          className="tile-picture aspect-square w-full object-cover"
        />
      </div>
      <Heading className="display display-4 mt-3">
        {hasPage ? (
          <ShopLink
            to={artist.href}
            className="after:absolute after:inset-0 group-hover:underline decoration-2 underline-offset-4"
          >
            {artist.displayName}
          </ShopLink>
        ) : (
          artist.displayName
        )}
      </Heading>
      {artist.subtitle && <p className="text-sm text-muted">{artist.subtitle}</p>}
    </article>
  )
}

export function ArtistGrid({ artists }: { artists: TileArtist[] }) {
  return (
    <ul className="tile-grid">
      {artists.map((artist) => (
        <li key={artist.href}>
          <ArtistTile artist={artist} sizes="(min-width: 1024px) 300px, 46vw" />
        </li>
      ))}
    </ul>
  )
}
