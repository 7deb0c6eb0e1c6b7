import { describe, expect, it } from 'vitest'
import { bold, regular } from '../../../worker/generated/ticket-fonts.ts'
import { PdfFile } from '../../../worker/mail/pdf.ts'
import { latin, textsOfPdf } from '../../support/pdf-text.ts'

const page = { title: 'Tickets – Łódź', locale: 'de', width: 595, height: 842 }

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
})
