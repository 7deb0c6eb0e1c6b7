/**
 * Recognises pictures in the format HEIC by their first bytes (ISO/IEC 23008-12), because some programs name them `.jpg`. Only
 * some browsers can open them; for the others, there is `decode-heic.ts`.
 */

/** What the page sends to the worker that decodes: the picture, and the addresses of the decoder's files. */
export type HeicRequest = { file: Blob; loader: string; binary: string }
/** The picture is damaged, it has too many pixels, or the decoder did not load. */
export type HeicProblem = 'heic' | 'size' | 'decoder'
export type HeicAnswer = ImageBitmap | HeicProblem

/** The box `ftyp` begins with its size, its name, and the main brand with a version. Then all compatible brands follow. */
const NAME_AT = 4
const BRAND_AT = 8
const BRAND_LENGTH = 4
/** No camera writes a longer list of brands. */
const LONGEST_BOX = 128

export async function isHeic(file: Blob): Promise<boolean> {
  const head = await file.slice(0, LONGEST_BOX).arrayBuffer()
  if (head.byteLength < BRAND_AT + BRAND_LENGTH) return false
  const announced = new DataView(head).getUint32(0)
  const text = new TextDecoder('latin1').decode(head)
  if (text.slice(NAME_AT, BRAND_AT) !== 'ftyp' || announced > LONGEST_BOX) return false
  const size = Math.min(announced, head.byteLength)
  for (let at = BRAND_AT; at + BRAND_LENGTH <= size; at += BRAND_LENGTH)
    if (/^he[iv]/.test(text.slice(at, at + BRAND_LENGTH))) return true
  return false
}
