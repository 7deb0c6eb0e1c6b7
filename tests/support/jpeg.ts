/** Small JPEG pictures for tests of uploads, and files that pretend to be one. */

/** A grey picture of 8 by 8 pixels, without further data. */
const PICTURE =
  '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKwAf//Z'

export const plainPicture = () => Uint8Array.from(atob(PICTURE), (sign) => sign.charCodeAt(0))

const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The picture with a segment after its start, such as a comment (0xfe) or EXIF data (0xe1). */
export function withSegment(marker: number, content: string): Uint8Array<ArrayBuffer> {
  const picture = plainPicture()
  const length = content.length + 2
  const head = new Uint8Array([0xff, marker, length >> 8, length & 0xff])
  return joined(picture.subarray(0, 2), head, bytesOf(content), picture.subarray(2))
}

export const withTail = (content: string) => joined(plainPicture(), bytesOf(content))

/** Puts the content into the data of the picture's scan, where a JPEG may contain any bytes. */
export function withinScan(content: string): Uint8Array<ArrayBuffer> {
  const picture = plainPicture()
  return joined(picture.subarray(0, -2), bytesOf(content), picture.subarray(-2))
}

export const pdf = () => bytesOf('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
