/**
 * Keys in the bucket start with a mark of their owner, `{mark}-{content}`. The edge reads the owner of a file from its key,
 * without a database query, and refuses the files of a shop with a password to visitors who have not entered it (SHOP-07).
 * The mark is the end of the artist's id. Files without an artist have no mark.
 */
const MARK_LENGTH = 8

export function ownerMark(artistId: string): string {
  return artistId.slice(-MARK_LENGTH)
}

/** `artistId` is null for files of the main shop and for files that every shop uses. */
export function ownedKey(content: string, artistId: string | null): string {
  return artistId === null ? content : `${ownerMark(artistId)}-${content}`
}

/** The mark in a key, or null if the key has none. */
export function markOfKey(key: string): string | null {
  const mark = key.slice(0, MARK_LENGTH)
  return key.charAt(MARK_LENGTH) === '-' ? mark : null
}

/** The bucket key of an image's original file. Only a local shop that opens before its images are scaled stores originals. */
export function originalImageKey(key: string): string {
  return `images/${key}/original`
}
