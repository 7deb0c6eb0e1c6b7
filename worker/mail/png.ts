/**
 * Writes PNG files: a QR code with one bit per pixel, because mail programs do not show SVG images, and pictures in colour, as
 * passes in wallets need them.
 */
import { crc32, deflateSync } from 'node:zlib'

const SCALE = 6
const QUIET_ZONE = 4
const NO_FILTER = 0
/** Colour types of the PNG specification. */
const GREY = 0
const RGB = 2
const RGB_BYTES = 3

export function qrPng(matrix: boolean[][]): Uint8Array {
  const modules = matrix.length + 2 * QUIET_ZONE
  const size = modules * SCALE
  // Each row begins with its filter type. A bit that is set is a white pixel.
  const bytesARow = Math.ceil(size / 8) + 1
  const pixels = new Uint8Array(bytesARow * size).fill(0xff)
  for (let y = 0; y < size; y++) pixels[y * bytesARow] = NO_FILTER
  for (const [place, line] of matrix.entries()) {
    const top = (place + QUIET_ZONE) * SCALE * bytesARow
    paintLine(line, pixels.subarray(top + 1, top + bytesARow))
    // Each line of the matrix becomes several equal rows of pixels.
    for (let copy = 1; copy < SCALE; copy++) pixels.copyWithin(top + copy * bytesARow, top, top + bytesARow)
  }
  return pngFile(size, size, { bitDepth: 1, colourType: GREY }, pixels)
}

/** `pixels` contains a byte each for red, green and blue of every pixel, row by row. */
export function picturePng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const bytesARow = width * RGB_BYTES
  const rows = new Uint8Array((bytesARow + 1) * height)
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(y * bytesARow, (y + 1) * bytesARow), y * (bytesARow + 1) + 1)
  return pngFile(width, height, { bitDepth: 8, colourType: RGB }, rows)
}

/** `rows` contains the rows of pixels. Each of them begins with its filter type. */
function pngFile(
  width: number,
  height: number,
  { bitDepth, colourType }: { bitDepth: number; colourType: number },
  rows: Uint8Array,
): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header[8] = bitDepth
  header[9] = colourType
  return concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function paintLine(line: boolean[], row: Uint8Array): void {
  for (const [module, isDark] of line.entries()) {
    if (!isDark) continue
    const end = (module + QUIET_ZONE + 1) * SCALE
    for (let x = end - SCALE; x < end; x++) row[x >> 3] = (row[x >> 3] ?? 0) & ~(0x80 >> (x & 7))
  }
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
