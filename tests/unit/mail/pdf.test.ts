import { describe, expect, it } from 'vitest'
import { bold, regular } from '../../../worker/generated/ticket-fonts.ts'
import { jpegSize } from '../../../worker/mail/jpeg.ts'
import { PdfFile } from '../../../worker/mail/pdf.ts'
import { ticketPdf } from '../../../worker/mail/ticket-pdf.ts'
import { contentsOfPdf, latin, textsOfPdf } from '../../support/pdf-text.ts'

const page = { title: 'Tickets – Łódź', locale: 'de', width: 595, height: 842 }

const COLOURS = { ground: '#0c0e10', ink: '#e8ebec', muted: '#9aa4aa', accent: '#e8653a', onAccent: '#120603' }

const BASELINE = 0xc0
const PROGRESSIVE = 0xc2

/** The head of a JPEG with 320 × 80 pixels: a segment of an application, and the frame. */
function jpegOf({ frame, channels, height = 80 }: { frame: number; channels: number; height?: number }): Uint8Array {
  const application = [0xff, 0xe0, 0, 6, 1, 2, 3, 4]
  const size = [height >> 8, height & 255, 320 >> 8, 320 & 255]
  return Uint8Array.of(0xff, 0xd8, ...application, 0xff, frame, 0, 17, 8, ...size, channels, 0, 0)
}

describe('PDF writer', () => {
  it('TIX-01 writes the letters of European names so that they can be copied', async () => {
    const file = new PdfFile({ regular, bold })
    file.addPage()
    const names = ['Łucja Šimková', 'Jörg Groß', 'Ağaoğlu – „Ćirić“', 'Ñandú €', 'Ǘ', '愛']
    for (const name of names) file.text(name, { x: 1, y: 1, size: 10, font: 'regular', shade: 0 })
    // A letter without a glyph loses its accents, and a character outside Europe’s alphabets becomes a box.
    expect(await textsOfPdf(await file.save(page))).toEqual([...names.slice(0, 4), 'U', '□'])
  })

  it('TIX-01 measures text with the widths of the font', () => {
    const file = new PdfFile({ regular, bold })
    expect(file.widthOf('', 'regular', 10)).toBe(0)
    expect(file.widthOf('iiii', 'regular', 10)).toBeLessThan(file.widthOf('mmmm', 'regular', 10))
    expect(file.widthOf('Ticket', 'bold', 20)).toBeCloseTo(2 * file.widthOf('Ticket', 'bold', 10))
    expect(file.widthOf('Ticket', 'bold', 10)).toBeGreaterThan(file.widthOf('Ticket', 'regular', 10))
  })

  it('TIX-01 escapes PDF syntax in texts', async () => {
    const file = new PdfFile({ regular, bold })
    file.addPage()
    file.text(') Tj ET /Evil <<', { x: 1, y: 1, size: 10, font: 'regular', shade: 0 })
    const bytes = await file.save({ ...page, title: ') /Evil (' })
    expect(latin(bytes)).not.toContain('Evil')
    expect(await textsOfPdf(bytes)).toEqual([') Tj ET /Evil <<'])
  })

  it('MAIL-01 embeds a JPEG once, fills its area with it, and paints colours', async () => {
    const file = new PdfFile({ regular, bold })
    file.addPage()
    const jpeg = jpegOf({ frame: PROGRESSIVE, channels: 3 })
    const area = { x: 0, y: 100, width: 20, height: 20 }
    expect(file.picture(jpeg, area)).toBe(true)
    expect(file.picture(jpeg, area)).toBe(true)
    expect(file.picture(new TextEncoder().encode('RIFF....WEBPVP8 '), area)).toBe(false)
    expect(file.picture(new Uint8Array(0), area)).toBe(false)
    file.box({ x: 0, y: 0, width: 1, height: 1, shade: '#ff8000' })
    const bytes = await file.save(page)
    const text = latin(bytes)
    expect(text.match(/\/Subtype \/Image \/Width 320 \/Height 80 \/ColorSpace \/DeviceRGB/g)).toHaveLength(1)
    expect(text).toContain(latin(jpeg))
    // The picture is scaled to the height of the area, and both of its sides are cut off.
    const [content = ''] = await contentsOfPdf(bytes)
    expect(content).toContain('q 0 100 20 20 re W n 80 0 0 20 -30 100 cm /Picture0 Do Q')
    expect(content).toContain('1 0.5 0 rg 0 0 1 1 re f')
  })

  it('MAIL-01 shows the whole key picture on a ticket, and cuts it off only as far as the text needs the room', async () => {
    const picture = jpegOf({ frame: BASELINE, channels: 3, height: 180 })
    const wholeHeight = (page.width * 180) / 320
    const ticketWith = async (facts: number) => {
      const fact = { label: 'Wo', value: 'Zeche Morgenrot' }
      const ticket = {
        brand: { name: 'Aschenfirn', colours: COLOURS, logo: null, picture },
        title: 'Aschenfirn – Firnsturm',
        facts: Array.from({ length: facts }, () => fact),
        code: '4006381333931',
        codeLabel: 'Ticketcode',
        notes: ['Zeig den Code am Einlass.', 'Bestellnummer 8518839297'],
      }
      const [content = ''] = await contentsOfPdf(await ticketPdf([ticket], { title: 'Tickets', locale: 'de' }))
      const height = Number(/595 ([\d.]+) re W n/.exec(content)?.[1])
      const lowestNote = Math.min(
        ...[...content.matchAll(/\/regular 10 Tf .*? ([\d.]+) Td/g)].map(([, y]) => Number(y)),
      )
      return { height, lowestNote }
    }
    const short = await ticketWith(5)
    expect(short.height).toBeCloseTo(wholeHeight, 1)
    const long = await ticketWith(8)
    expect(long.height).toBeLessThan(wholeHeight)
    expect(long.height).toBeGreaterThan(128)
    // The company's details are 40 points above the lower edge.
    expect(Math.min(short.lowestNote, long.lowestNote)).toBeGreaterThan(50)
    expect((await ticketWith(11)).height).toBe(128)
  })

  it('MAIL-01 reads the size of baseline and progressive JPEG files, and of no truncated file', async () => {
    for (const frame of [BASELINE, PROGRESSIVE])
      for (const channels of [1, 3])
        expect(jpegSize(jpegOf({ frame, channels }))).toEqual({ width: 320, height: 80, channels })
    // Four channels are CMYK, and 0xc4 is a table.
    expect(jpegSize(jpegOf({ frame: BASELINE, channels: 4 }))).toBeNull()
    expect(jpegSize(jpegOf({ frame: 0xc4, channels: 3 }))).toBeNull()
    const whole = jpegOf({ frame: BASELINE, channels: 3 })
    for (let length = 0; length < whole.length - 2; length++) expect(jpegSize(whole.subarray(0, length))).toBeNull()
  })
})
