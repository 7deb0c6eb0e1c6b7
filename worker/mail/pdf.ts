/**
 * Writes PDF files (ISO 32000-1) with the features that a printed ticket needs: pages with text, boxes, dashed lines and
 * JPEG pictures. The caller provides fonts as compressed subsets with their metrics, so this module parses no font files. Text
 * in the PDF can be searched and copied. Lengths are in points, and y grows upwards.
 */
import { Buffer } from 'node:buffer'
import { type JpegSize, jpegSize } from './jpeg.ts'
import { channelsOf } from './wallet-icon.ts'

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

/** A grey from 0 (black) to 1 (white), or a colour as `#rrggbb`. */
export type Shade = number | string

type Area = { x: number; y: number; width: number; height: number }
type Picture = JpegSize & { bytes: Uint8Array }

type Face = PdfFont & { glyphs: Map<string, number> }

export class PdfFile {
  private readonly faces: Record<FontName, Face>
  private readonly pages: string[] = []
  /** Tickets of the same concert share its picture. */
  private readonly pictures: Picture[] = []

  constructor(fonts: Record<FontName, PdfFont>) {
    this.faces = { regular: faceOf(fonts.regular), bold: faceOf(fonts.bold) }
  }

  addPage(): void {
    this.pages.push('')
  }

  text(text: string, at: { x: number; y: number; size: number; font: FontName; shade: Shade }): void {
    const glyphs = glyphsOf(text, this.faces[at.font])
    const hex = glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('')
    this.draw(`BT /${at.font} ${at.size} Tf ${fillOf(at.shade)} ${round(at.x)} ${round(at.y)} Td <${hex}> Tj ET`)
  }

  box(at: Area & { shade: Shade }): void {
    this.draw(`${fillOf(at.shade)} ${areaOf(at)} re f`)
  }

  /** Fills the area with a JPEG, and cuts off what has no room on two sides. Returns false if the file is no JPEG. */
  picture(bytes: Uint8Array, area: Area): boolean {
    const size = jpegSize(bytes)
    if (!size) return false
    const known = this.pictures.findIndex((picture) => picture.bytes === bytes)
    const index = known < 0 ? this.pictures.push({ ...size, bytes }) - 1 : known
    const scale = Math.max(area.width / size.width, area.height / size.height)
    const [width, height] = [size.width * scale, size.height * scale]
    const [x, y] = [area.x - (width - area.width) / 2, area.y - (height - area.height) / 2]
    const matrix = [width, 0, 0, height, x, y].map(round).join(' ')
    this.draw(`q ${areaOf(area)} re W n ${matrix} cm /Picture${index} Do Q`)
    return true
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
    const pictures = this.pictures.map((picture, index) => `/Picture${index} ${addPicture(picture, add)} 0 R`).join(' ')
    const tree = objects.length + 2 * this.pages.length + 1
    const kids: string[] = []
    for (const page of this.pages) {
      const content = await deflate(Buffer.from(page, 'latin1'))
      const stream = add(streamOf('/Filter /FlateDecode', content))
      const size = `/MediaBox [0 0 ${about.width} ${about.height}]`
      kids.push(
        `${add(`<< /Type /Page /Parent ${tree} 0 R ${size} /Resources << /Font << ${fonts} >> /XObject << ${pictures} >> >> /Contents ${stream} 0 R >>`)} 0 R`,
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

function addPicture({ bytes, width, height, channels }: Picture, add: (content: Buffer) => number): number {
  const space = channels === 1 ? '/DeviceGray' : '/DeviceRGB'
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode`
  return add(streamOf(entries, Buffer.from(bytes)))
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

/** The operator that sets the colour of texts and boxes. */
function fillOf(shade: Shade): string {
  if (typeof shade === 'number') return `${shade} g`
  return `${channelsOf(shade)
    .map((channel) => round(channel / 255))
    .join(' ')} rg`
}

function areaOf({ x, y, width, height }: Area): string {
  return [x, y, width, height].map(round).join(' ')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
