/**
 * A QR code as PNG: black and white, one bit a pixel. Mail programs show no SVG, so the matrix becomes the smallest PNG
 * there is; the platform's own deflate does the packing (its zlib format is what PNG wants).
 */

const SCALE = 6
const QUIET_ZONE = 4

export async function qrPng(matrix: boolean[][]): Promise<Uint8Array> {
  const modules = matrix.length + 2 * QUIET_ZONE
  const size = modules * SCALE
  const bytesARow = Math.ceil(size / 8)
  const pixels = new Uint8Array((bytesARow + 1) * size)
  for (let y = 0; y < size; y++) {
    const line = matrix[Math.floor(y / SCALE) - QUIET_ZONE]
    for (let x = 0; x < size; x++) {
      // A set bit is white; each row begins with its filter type, 0.
      const white = line?.[Math.floor(x / SCALE) - QUIET_ZONE] !== true
      const at = y * (bytesARow + 1) + 1 + (x >> 3)
      if (white) pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, size)
  view.setUint32(4, size)
  header[8] = 1
  return concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', await deflate(pixels)),
    chunk('IEND', new Uint8Array(0)),
  ])
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = concat([new TextEncoder().encode(type), data])
  const out = new Uint8Array(body.length + 8)
  const view = new DataView(out.buffer)
  view.setUint32(0, data.length)
  out.set(body, 4)
  view.setUint32(out.length - 4, crc32(body))
  return out
}

function concat(parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
