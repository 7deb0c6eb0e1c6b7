/** Writes a PDF with one page per ticket. The QR code consists of vector boxes, which are sharp at every size. */

import { encode } from 'uqr'
import type { Locale } from '../../schema/locale.ts'
import { groupedCode } from '../../schema/rules/ticket-code.ts'
import type { DesignColours } from '../generated/design-colours.ts'
import { bold, regular } from '../generated/ticket-fonts.ts'
import { companyLines } from './brand.ts'
import { type FontName, PdfFile, type Shade } from './pdf.ts'
import { linesOf } from './pdf-lines.ts'

/** The pictures are JPEG files. */
export type PrintedBrand = {
  name: string
  colours: DesignColours
  logo: Uint8Array | null
  picture: Uint8Array | null
}

export type PrintedTicket = {
  brand: PrintedBrand
  title: string
  /** Facts below the title, each with a small label above a large value, such as `Einlass` and `19:00`. */
  facts: { label: string; value: string }[]
  code: string
  codeLabel: string
  notes: string[]
}

/** The size of an A4 page in points. */
const WIDTH = 595
const HEIGHT = 842
const MARGIN = 48
const BAND = 68
const RULE = 4
const LOGO = 40
const PICTURE = 128
/** The distance of the company's details from the lower edge. */
const FOOT = 30
const QR_SIZE = 150
const INNER = WIDTH - 2 * MARGIN

const INK = 0.09
const MUTED = 0.4

export function ticketPdf(tickets: PrintedTicket[], about: { title: string; locale: Locale }): Promise<Uint8Array> {
  const file = new PdfFile({ regular, bold })
  for (const ticket of tickets) paintTicket(file, ticket, about.locale)
  return file.save({ ...about, width: WIDTH, height: HEIGHT })
}

/** Paints the band's name and picture. Returns the y of their lower edge. */
function paintHead(file: PdfFile, { name, colours, logo, picture }: PrintedBrand): number {
  file.box({ x: 0, y: HEIGHT - BAND, width: WIDTH, height: BAND, shade: colours.ground })
  const left = MARGIN + LOGO + 14
  const middle = HEIGHT - BAND / 2
  const hasLogo = logo !== null && file.picture(logo, { x: MARGIN, y: middle - LOGO / 2, width: LOGO, height: LOGO })
  const at = { x: hasLogo ? left : MARGIN, y: middle - 7, size: 20, font: 'bold' } as const
  file.text(name, { ...at, shade: colours.ink })
  const below = HEIGHT - BAND - RULE
  file.box({ x: 0, y: below, width: WIDTH, height: RULE, shade: colours.accent })
  const area = { x: 0, y: below - PICTURE, width: WIDTH, height: PICTURE }
  return picture !== null && file.picture(picture, area) ? area.y : below
}

function paintTicket(file: PdfFile, ticket: PrintedTicket, locale: Locale): void {
  file.addPage()
  const head = paintHead(file, ticket.brand)
  for (const [index, line] of companyLines(locale).entries())
    file.text(line, { x: MARGIN, y: FOOT + 10 - index * 10, size: 7.5, font: 'regular', shade: MUTED })

  const paragraph = (text: string, y: number, how: { width: number; size: number; font: FontName; shade: Shade }) => {
    const leading = how.size * 1.25
    const lines = linesOf(file, text, how)
    for (const [index, line] of lines.entries()) file.text(line, { ...how, x: MARGIN, y: y - index * leading })
    return y - lines.length * leading
  }

  let y = paragraph(ticket.title, head - 46, { width: INNER, size: 28, font: 'bold', shade: INK }) - 14
  const top = y
  for (const { label, value } of ticket.facts) {
    file.text(label, { x: MARGIN, y, size: 9, font: 'regular', shade: MUTED })
    y = paragraph(value, y - 17, { width: INNER - QR_SIZE - 28, size: 14, font: 'bold', shade: INK }) - 8
  }

  const left = WIDTH - MARGIN - QR_SIZE
  paintQr(file, ticket.code, left, top + 10 - QR_SIZE)
  file.text(ticket.codeLabel, { x: left, y: top - QR_SIZE - 10, size: 9, font: 'regular', shade: MUTED })
  file.text(groupedCode(ticket.code), { x: left, y: top - QR_SIZE - 28, size: 15, font: 'bold', shade: INK })

  y = Math.min(y, top - QR_SIZE - 60) - 6
  file.dashes({ x: MARGIN, y, width: INNER, shade: 0.75 })
  y -= 26
  for (const note of ticket.notes) {
    y = paragraph(note, y, { width: INNER, size: 10, font: 'regular', shade: MUTED }) - 5
  }
}

/** Paints each run of dark modules in a row as one box. The white page around the code is its quiet zone. */
function paintQr(file: PdfFile, data: string, x: number, y: number): void {
  const { data: matrix, size } = encode(data, { border: 0, ecc: 'M' })
  const module = QR_SIZE / size
  for (const [row, modules] of matrix.entries()) {
    for (let start = 0; start < size; start++) {
      if (!modules[start]) continue
      let end = start
      while (modules[end + 1]) end++
      file.box({
        x: x + start * module,
        y: y + (size - 1 - row) * module,
        width: (end - start + 1) * module,
        height: module,
        shade: 0,
      })
      start = end
    }
  }
}
