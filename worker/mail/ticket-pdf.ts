/** Writes a PDF with one page per ticket. The QR code consists of vector boxes, which are sharp at every size. */

import { encode } from 'uqr'
import type { Locale } from '../../schema/locale.ts'
import { groupedCode } from '../../schema/rules/ticket-code.ts'
import type { DesignColours } from '../generated/design-colours.ts'
import { bold, regular } from '../generated/ticket-fonts.ts'
import { companyLines } from './brand.ts'
import { jpegSize } from './jpeg.ts'
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
/** The least height of the picture. */
const PICTURE = 128
/** The distance of the company's details from the lower edge. */
const FOOT = 30
const QR_SIZE = 150
const INNER = WIDTH - 2 * MARGIN

const INK = 0.09
const MUTED = 0.4

type Style = { width: number; size: number; font: FontName; shade: Shade }
const TITLE: Style = { width: INNER, size: 28, font: 'bold', shade: INK }
const VALUE: Style = { width: INNER - QR_SIZE - 28, size: 14, font: 'bold', shade: INK }
const NOTE: Style = { width: INNER, size: 10, font: 'regular', shade: MUTED }

/** The distances of the parts of a page. */
const ABOVE_TITLE = 46
const BELOW_TITLE = 14
const BELOW_LABEL = 17
const BELOW_VALUE = 8
const ABOVE_NOTES = 32
const BELOW_NOTE = 5
/** The height of the QR code with the ticket's number. */
const QR_HEIGHT = QR_SIZE + 60

export function ticketPdf(tickets: PrintedTicket[], about: { title: string; locale: Locale }): Promise<Uint8Array> {
  const file = new PdfFile({ regular, bold })
  for (const ticket of tickets) paintTicket(file, ticket, about.locale)
  return file.save({ ...about, width: WIDTH, height: HEIGHT })
}

/** Paints the band's name and picture, which may be `room` high. Returns the y of their lower edge. */
function paintHead(file: PdfFile, { name, colours, logo, picture }: PrintedBrand, room: number): number {
  file.box({ x: 0, y: HEIGHT - BAND, width: WIDTH, height: BAND, shade: colours.ground })
  const left = MARGIN + LOGO + 14
  const middle = HEIGHT - BAND / 2
  const hasLogo = logo !== null && file.picture(logo, { x: MARGIN, y: middle - LOGO / 2, width: LOGO, height: LOGO })
  const at = { x: hasLogo ? left : MARGIN, y: middle - 7, size: 20, font: 'bold' } as const
  file.text(name, { ...at, shade: colours.ink })
  const below = HEIGHT - BAND - RULE
  file.box({ x: 0, y: below, width: WIDTH, height: RULE, shade: colours.accent })
  const size = picture && jpegSize(picture)
  // Key pictures contain the band's name, so as little as possible of them is cut off.
  const height = size ? Math.max(PICTURE, Math.min(room, (WIDTH * size.height) / size.width)) : PICTURE
  const area = { x: 0, y: below - height, width: WIDTH, height }
  return picture !== null && file.picture(picture, area) ? area.y : below
}

function paintTicket(file: PdfFile, ticket: PrintedTicket, locale: Locale): void {
  file.addPage()
  const head = paintHead(file, ticket.brand, HEIGHT - BAND - RULE - heightOfText(file, ticket) - FOOT - 30)
  for (const [index, line] of companyLines(locale).entries())
    file.text(line, { x: MARGIN, y: FOOT + 10 - index * 10, size: 7.5, font: 'regular', shade: MUTED })

  const paragraph = (text: string, y: number, style: Style) => {
    for (const [index, line] of linesOf(file, text, style).entries())
      file.text(line, { ...style, x: MARGIN, y: y - index * leadingOf(style) })
    return y - heightOf(file, text, style)
  }

  let y = paragraph(ticket.title, head - ABOVE_TITLE, TITLE) - BELOW_TITLE
  const top = y
  for (const { label, value } of ticket.facts) {
    file.text(label, { x: MARGIN, y, size: 9, font: 'regular', shade: MUTED })
    y = paragraph(value, y - BELOW_LABEL, VALUE) - BELOW_VALUE
  }

  const left = WIDTH - MARGIN - QR_SIZE
  paintQr(file, ticket.code, left, top + 10 - QR_SIZE)
  file.text(ticket.codeLabel, { x: left, y: top - QR_SIZE - 10, size: 9, font: 'regular', shade: MUTED })
  file.text(groupedCode(ticket.code), { x: left, y: top - QR_SIZE - 28, size: 15, font: 'bold', shade: INK })

  y = Math.min(y, top - QR_HEIGHT)
  file.dashes({ x: MARGIN, y: y - 6, width: INNER, shade: 0.75 })
  y -= ABOVE_NOTES
  for (const note of ticket.notes) y = paragraph(note, y, NOTE) - BELOW_NOTE
}

/** The height of everything between the picture and the company's details. */
function heightOfText(file: PdfFile, { title, facts, notes }: PrintedTicket): number {
  const sumOf = (heights: number[]) => heights.reduce((sum, height) => sum + height, 0)
  const heightOfFacts = sumOf(facts.map(({ value }) => BELOW_LABEL + heightOf(file, value, VALUE) + BELOW_VALUE))
  const heightOfNotes = sumOf(notes.map((note) => heightOf(file, note, NOTE) + BELOW_NOTE))
  const heightOfTitle = ABOVE_TITLE + heightOf(file, title, TITLE) + BELOW_TITLE
  return heightOfTitle + Math.max(heightOfFacts, QR_HEIGHT) + ABOVE_NOTES + heightOfNotes
}

function heightOf(file: PdfFile, text: string, style: Style): number {
  return linesOf(file, text, style).length * leadingOf(style)
}

function leadingOf({ size }: Style): number {
  return size * 1.25
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
