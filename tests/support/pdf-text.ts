/**
 * Returns the texts that a PDF's pages show. The file's `bfchar` tables, which PDF readers use to copy text, map glyphs to
 * letters. A glyph that no table lists becomes a box.
 */
export async function textsOfPdf(bytes: Uint8Array): Promise<string[]> {
  const text = latin(bytes)
  const letters = new Map<string, string>()
  for (const [, glyph = '', code = ''] of text.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)) {
    letters.set(glyph, String.fromCharCode(...(code.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))))
  }
  const contents = await contentsOfPdf(bytes)
  return contents.flatMap((content) =>
    [...content.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((glyph) => letters.get(glyph) ?? '□').join(''),
    ),
  )
}

/** Returns the operators that paint each page. */
export async function contentsOfPdf(bytes: Uint8Array): Promise<string[]> {
  const streams = [...latin(bytes).matchAll(/<< \/Filter \/FlateDecode \/Length (\d+) >>\nstream\n/g)]
  return Promise.all(
    streams.map(async (match) => {
      const start = (match.index ?? 0) + match[0].length
      const packed = bytes.slice(start, start + Number(match[1]))
      return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).text()
    }),
  )
}

/** Returns one character per byte. */
export const latin = (bytes: Uint8Array) => [...bytes].map((byte) => String.fromCharCode(byte)).join('')
