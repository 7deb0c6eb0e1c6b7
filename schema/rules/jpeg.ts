/**
 * The structure of JPEG files (ITU-T T.81, annex B). The browser removes everything from a proof photo that is not needed to
 * show the picture, such as the place where it was taken. The server accepts only such files, so a file that is also a valid
 * PDF or web page, or that contains other data, is refused.
 */
type Segment = { marker: number; start: number; end: number }

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP14 = 0xee
/** Quantisation and Huffman tables, the restart interval, and the frames of baseline and progressive pictures. */
const PICTURE_MARKERS = [0xdb, 0xc4, 0xdd, 0xc0, 0xc1, 0xc2]
/** JFIF and Adobe's colour transformation, with their exact lengths. The picture's colours depend on them. */
const COLOUR_LENGTHS: Record<number, number> = { [APP0]: 16, [APP14]: 14 }
/** Starts of other formats that readers search for anywhere in a file. Shorter ones would occur in pictures by chance. */
const FOREIGN = ['%PDF-', '<html', '<script', '<!doctype', '<?php', 'PK\u0005\u0006\0\0\0\0']

/** The segments up to the end of the picture; null if the bytes are not one complete JPEG picture. */
function segmentsOf(bytes: Uint8Array): Segment[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null
  const segments: Segment[] = []
  let at = 2
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === EOI) {
      segments.push({ marker, start: at, end: at + 2 })
      return segments
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (length < 2 || at + 2 + length > bytes.length) return null
    const end = marker === SOS ? endOfScan(bytes, at + 2 + length) : at + 2 + length
    segments.push({ marker, start: at, end })
    at = end
  }
  return null
}

/** The position of the marker after a scan's data. In the data, 0xFF is followed by zero or by a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from
  while (at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at += 1
  }
  return bytes.length
}

function isNeeded(bytes: Uint8Array, { marker, start, end }: Segment): boolean {
  if (marker === SOS || marker === EOI || PICTURE_MARKERS.includes(marker)) return true
  // The identifier ends after "JFIF" or "Adobe".
  const name = String.fromCharCode(...bytes.subarray(start + 4, start + 8))
  return end - start - 2 === COLOUR_LENGTHS[marker] && (marker === APP0 ? name === 'JFIF' : name === 'Adob')
}

/**
 * Returns the picture without its other data, such as its place, its camera and its preview. Returns null if the bytes are
 * not a JPEG picture.
 */
export function plainJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const kept = segmentsOf(bytes)?.filter((segment) => isNeeded(bytes, segment))
  if (!kept) return null
  const plain = new Uint8Array(kept.reduce((sum, { start, end }) => sum + end - start, 2))
  plain.set([0xff, SOI])
  let at = 2
  for (const { start, end } of kept) {
    plain.set(bytes.subarray(start, end), at)
    at += end - start
  }
  return plain
}

/** Whether the bytes are a picture as `plainJpeg` returns it, and nothing else. */
export function isPlainJpeg(bytes: Uint8Array): boolean {
  const segments = segmentsOf(bytes)
  if (!segments || segments.at(-1)?.end !== bytes.length) return false
  const markers = segments.map(({ marker }) => marker)
  const hasPicture = markers.includes(SOS) && markers.some((marker) => marker >= 0xc0 && marker <= 0xc2)
  return hasPicture && segments.every((segment) => isNeeded(bytes, segment)) && !containsForeign(bytes)
}

function containsForeign(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes).toLowerCase()
  return FOREIGN.some((start) => text.includes(start.toLowerCase()))
}
