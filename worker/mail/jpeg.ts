/** Reads the size of a JPEG from its start-of-frame segment (ITU-T T.81, B.2.2), which a PDF has to state. */

export type JpegSize = { width: number; height: number; channels: 1 | 3 }

/** Returns null for other files, and for colour spaces other than grey and YCbCr. */
export function jpegSize(bytes: Uint8Array): JpegSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null
  let at = 2
  // A segment consists of a marker, its length without the marker, and its content.
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) {
      const channels = bytes[at + 9]
      if (channels !== 1 && channels !== 3) return null
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), channels }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

/** 0xc4, 0xc8 and 0xcc are tables and reserved markers between the markers of frames. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
