/**
 * Generates the text of `worker/generated/ticket-fonts.ts`: the fonts of printed tickets, with the widths of their glyphs.
 * The fonts are subsets of Instrument Sans with the Latin letters of European names, compressed for PDF. PDF's standard
 * fonts lack some of these letters. The subsets are not created at run time, because the worker would need a large library
 * for that.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import fontkit from '@cantoo/fontkit'

const FILES = {
  regular: import.meta.resolve('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/instrument-sans/700Bold/InstrumentSans_700Bold.ttf'),
}
/** Latin with its extensions, punctuation, currency signs, the trademark sign and the minus sign. */
const RANGES = [
  [0x20, 0x24f],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
] as const

function embedded(file: string) {
  const font = fontkit.create(readFileSync(fileURLToPath(file)))
  if (!('createSubset' in font)) throw new Error(`${file} is a collection of fonts`)
  const subset = font.createSubset()
  // The subset numbers glyphs in the order of inclusion; 0 is the box for missing glyphs.
  const entries = font.characterSet.flatMap((code) => {
    const glyph = RANGES.some(([from, to]) => code >= from && code <= to) ? font.glyphForCodePoint(code) : null
    return glyph ? [{ code, number: subset.includeGlyph(glyph), width: Math.round(glyph.advanceWidth) }] : []
  })
  const widths = new Map(entries.map(({ number, width }) => [number, width]))
  const cut = Buffer.from(subset.encode())
  const { minX, minY, maxX, maxY } = font.bbox
  return {
    name: `STGDOR+${font.postscriptName}`,
    ascent: font.ascent,
    descent: font.descent,
    capHeight: font.capHeight,
    box: [minX, minY, maxX, maxY],
    /** All letters of the subset. A letter and its glyph number in `numbers` have the same position. */
    letters: String.fromCodePoint(...entries.map(({ code }) => code)),
    numbers: entries.map(({ number }) => number),
    /** The width of each glyph, by its number, in thousandths of the font size. */
    widths: Array.from({ length: Math.max(...widths.keys()) + 1 }, (_, number) => widths.get(number) ?? 500),
    fileLength: cut.length,
    file: deflateSync(cut, { level: 9 }).toString('base64'),
  }
}

export function ticketFonts(): string {
  const constants = Object.entries(FILES).map(
    ([name, file]) => `export const ${name} = ${JSON.stringify(embedded(file))}\n`,
  )
  return `/**
 * Subsets of Instrument Sans, compressed by \`worker/cli/embed-fonts.ts\`. Copyright 2022 The Instrument Sans Project Authors
 * (https://github.com/Instrument/instrument-sans), SIL Open Font License 1.1.
 */
${constants.join('')}`
}
