/**
 * Turns a picture of the fan into a JPEG of at most 4 MB without any other data, such as the place where it was taken. The
 * browser decodes the picture, so every format that it can show is accepted. For HEIC, there is a decoder.
 */
import { PHOTO_BYTES } from '../../../schema/limits.ts'
import { plainJpeg } from '../../../schema/rules/jpeg.ts'
import { type HeicProblem, isHeic } from './heic.ts'

/** Sharp enough to read the small print of a ticket that fills the picture. */
const LONGEST_SIDES = [2400, 1600, 1000]
const QUALITIES = [0.85, 0.7]
/** Larger files are not pictures of a phone, and decoding them could end the tab. */
const LARGEST_SOURCE = 80 * 1024 * 1024

type UnusableReason = HeicProblem | 'format'

/** The picture cannot be used: it is too large, damaged, or no picture at all, or the decoder for HEIC did not load. */
export class UnusablePhoto extends Error {
  readonly reason: UnusableReason

  constructor(reason: UnusableReason) {
    super(reason)
    this.reason = reason
  }
}

/** Throws UnusablePhoto. */
export async function preparePhoto(file: File): Promise<Blob> {
  if (file.size > LARGEST_SOURCE) throw new UnusablePhoto('size')
  const picture = await decode(file)
  try {
    for (const side of LONGEST_SIDES)
      for (const quality of QUALITIES) {
        const encoded = await encode(picture, side, quality)
        const plain = encoded && plainJpeg(new Uint8Array(await encoded.arrayBuffer()))
        if (plain && plain.length <= PHOTO_BYTES) return new Blob([plain], { type: 'image/jpeg' })
      }
  } finally {
    picture.close()
  }
  throw new UnusablePhoto('size')
}

async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    if (await isHeic(file)) return decodeHeic(file)
    throw new UnusablePhoto('format')
  }
}

async function decodeHeic(file: File): Promise<ImageBitmap> {
  const decoder = await import('./decode-heic.ts').catch(() => null)
  const answer = (await decoder?.decodeHeic(file)) ?? 'decoder'
  if (answer instanceof ImageBitmap) return answer
  throw new UnusablePhoto(answer)
}

function encode(picture: ImageBitmap, longestSide: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A transparent picture would otherwise become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
