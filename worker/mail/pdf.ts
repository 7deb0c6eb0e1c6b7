/**
 * Writes PDF files (ISO 32000-1) with the features that a printed ticket needs: pages with text, boxes and dashed
 * lines. The caller provides fonts as compressed subsets with their metrics, so this module parses no font files. Text
 * in the PDF can be searched and copied. Lengths are in points, and y grows upwards.
 */
import { Buffer } from 'node:buffer'

export type PdfFont = {
  name: string
  ascent: number
  descent: number
  capHeight: number
  box: number[]
  letters: string
  numbers: number[]
  widths: number[]
  fileLength: number
  /** Base64 of the deflated TrueType file. */
  file: string
}

export type FontName = 'regular' | 'bold'

type Face = PdfFont & { glyphs: Map<string, number> }

export class PdfFile {
  private readonly faces: Record<FontName, Face>
  private readonly pages: string[] = []

  constructor(fonts: Record<FontName, PdfFont>) {
    this.faces = { regular: faceOf(fonts.regular), bold: faceOf(fonts.bold) }
  }

  addPage(): void {
    this.pages.push('')
  }

  /** `shade` is from 0 (black) to 1 (white). */
  text(text: string, at: { x: number; y: number; size: number; font: FontName; shade: number }): void {
    const glyphs = glyphsOf(text, this.faces[at.font])
    const hex = glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('')
    this.draw(`BT /${at.font} ${at.size} Tf ${at.shade} g ${round(at.x)} ${round(at.y)} Td <${hex}> Tj ET`)
  }

  box(at: { x: number; y: number; width: number; height: number; shade: number }): void {
    this.draw(`${at.shade} g ${[at.x, at.y, at.width, at.height].map(round).join(' ')} re f`)
  }

  dashes(at: { x: number; y: number; width: number; shade: number }): void {
    this.draw(
      `${at.shade} G 0.7 w [4 4] 0 d ${round(at.x)} ${round(at.y)} m ${round(at.x + at.width)} ${round(at.y)} l S`,
    )
  }

  widthOf(text: string, font: FontName, size: number): number {
    const face = this.faces[font]
    return glyphsOf(text, face).reduce((sum, glyph) => sum + (face.widths[glyph] ?? 0), 0) * (size / 1000)
  }

  async save(about: { title: string; locale: string; width: number; height: number }): Promise<Uint8Array> {
    const objects: Buffer[] = []
    const add = (content: string | Buffer): number => objects.push(Buffer.from(content))
    const fonts = Object.entries(this.faces)
      .map(([name, face]) => `/${name} ${addFont(face, add)} 0 R`)
      .join(' ')
    const tree = objects.length + 2 * this.pages.length + 1
    const kids: string[] = []
    for (const page of this.pages) {
      const content = await deflate(Buffer.from(page, 'latin1'))
      const stream = add(streamOf('/Filter /FlateDecode', content))
      const size = `/MediaBox [0 0 ${about.width} ${about.height}]`
      kids.push(
        `${add(`<< /Type /Page /Parent ${tree} 0 R ${size} /Resources << /Font << ${fonts} >> >> /Contents ${stream} 0 R >>`)} 0 R`,
      )
    }
    add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`)
    const view = '/ViewerPreferences << /DisplayDocTitle true >>'
    const root = add(`<< /Type /Catalog /Pages ${tree} 0 R /Lang (${about.locale}) ${view} >>`)
    const info = add(`<< /Title <feff${utf16(about.title)}> >>`)
    return assemble(objects, root, info)
  }

  private draw(operators: string): void {
    this.pages.push(`${this.pages.pop() ?? ''}${operators}\n`)
  }
}

function faceOf(font: PdfFont): Face {
  const glyphs = new Map([...font.letters].map((letter, index) => [letter, font.numbers[index] ?? 0]))
  return { ...font, glyphs }
}

/**
 * If the font lacks a letter with an accent, uses the letter without the accent. If the font lacks that too, uses the
 * font's glyph for missing characters.
 */
function glyphsOf(text: string, { glyphs }: Face): number[] {
  return [...text.normalize('NFC')].map(
    (letter) => glyphs.get(letter) ?? glyphs.get(letter.normalize('NFD').charAt(0)) ?? 0,
  )
}

function addFont(face: Face, add: (content: string | Buffer) => number): number {
  const file = add(streamOf(`/Filter /FlateDecode /Length1 ${face.fileLength}`, Buffer.from(face.file, 'base64')))
  const descriptor = add(
    `<< /Type /FontDescriptor /FontName /${face.name} /Flags 32 /FontBBox [${face.box.join(' ')}] /ItalicAngle 0 /Ascent ${face.ascent} /Descent ${face.descent} /CapHeight ${face.capHeight} /StemV 90 /FontFile2 ${file} 0 R >>`,
  )
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>'
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${face.name} ${system} /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [0 [${face.widths.join(' ')}]] >>`,
  )
  const unicode = add(streamOf('', Buffer.from(unicodeMap(face))))
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${face.name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  )
}

/** Returns the map from glyphs to letters, so that text can be copied. PDF allows 100 entries per block. */
function unicodeMap({ glyphs }: Face): string {
  const entries = [...glyphs].map(([letter, glyph]) => `<${glyph.toString(16).padStart(4, '0')}> <${utf16(letter)}>`)
  const blocks: string[] = []
  for (let start = 0; start < entries.length; start += 100) {
    const block = entries.slice(start, start + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}

function streamOf(entries: string, content: Buffer): Buffer {
  const head = Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`)
  return Buffer.concat([head, content, Buffer.from('\nendstream')])
}

function assemble(objects: Buffer[], root: number, info: number): Uint8Array {
  // The high bytes in the second line tell mail programs that the file is binary.
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  const offsets = objects.map((object, index) => {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    const offset = length
    parts.push(whole)
    length += whole.length
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer << /Size ${size} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(trailer)])
}

async function deflate(content: Buffer): Promise<Buffer> {
  const packed = new Blob([Uint8Array.from(content)]).stream().pipeThrough(new CompressionStream('deflate'))
  return Buffer.from(await new Response(packed).arrayBuffer())
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
