/**
 * The names of images and seat maps in the bucket. The name of an artist's file is `{mark}-{content}`. The name of a file
 * without an artist is `{content}`. The mark is the end of the artist's id, so the worker knows the owner of a file
 * without a database query. If the artist's shop has a password, the worker refuses the file to visitors who have not
 * entered the password (SHOP-07).
 */
const MARK_LENGTH = 8

export function ownerMark(artistId: string): string {
  return artistId.slice(-MARK_LENGTH)
}

/** Returns the file's name. `artistId` is null for a file that belongs to no single artist. */
export function ownedKey(content: string, artistId: string | null): string {
  return artistId === null ? content : `${ownerMark(artistId)}-${content}`
}

/** Returns the mark in a file's name, or null if the name has none. */
export function markOfKey(key: string): string | null {
  const mark = key.slice(0, MARK_LENGTH)
  return key.charAt(MARK_LENGTH) === '-' ? mark : null
}

/** Returns the file's name without the mark, so that the same file of two owners is recognised. */
export function contentOfKey(key: string): string {
  return markOfKey(key) === null ? key : key.slice(MARK_LENGTH + 1)
}

/** Returns the bucket key of an original image. Only a local shop stores originals, while its images are being scaled. */
export function originalImageKey(key: string): string {
  return `images/${key}/original`
}
