/**
 * What lies in the bucket bears its owner's mark in its key, `{mark}-{content}`, so that the edge can tell without a look-up
 * whose an image is, and keep those of a shop behind a password (SHOP-07). The mark is the end of the artist's id; what
 * belongs to nobody in particular has none.
 */
const MARK_LENGTH = 8

export function ownerMark(artistId: string): string {
  return artistId.slice(-MARK_LENGTH)
}

/** `artistId` is null for what is the main shop's or everybody's. */
export function ownedKey(content: string, artistId: string | null): string {
  return artistId === null ? content : `${ownerMark(artistId)}-${content}`
}

/** The mark that a key bears; null for one without. */
export function markOfKey(key: string): string | null {
  const mark = key.slice(0, MARK_LENGTH)
  return key.charAt(MARK_LENGTH) === '-' ? mark : null
}
