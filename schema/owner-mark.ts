/**
 * A file in the bucket that belongs to an artist has the key `{mark}-{content}`. The mark is the end of the artist's
 * id, so the worker knows the owner of a file without a database query. If the artist's shop has a password, the worker
 * refuses the file to visitors who have not entered it (SHOP-07). The key of a file without an artist has no mark.
 */
const MARK_LENGTH = 8

export function ownerMark(artistId: string): string {
  return artistId.slice(-MARK_LENGTH)
}

/** Returns the bucket key. `artistId` is null for files of the main shop and for files that every shop uses. */
export function ownedKey(content: string, artistId: string | null): string {
  return artistId === null ? content : `${ownerMark(artistId)}-${content}`
}

/** Returns the mark in a key, or null if the key has none. */
export function markOfKey(key: string): string | null {
  const mark = key.slice(0, MARK_LENGTH)
  return key.charAt(MARK_LENGTH) === '-' ? mark : null
}

/**
 * Returns the key of an image's original file. Only a local shop stores originals, while its images are being scaled.
 */
export function originalImageKey(key: string): string {
  return `images/${key}/original`
}
