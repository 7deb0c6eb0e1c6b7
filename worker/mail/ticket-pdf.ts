/**
 * Tickets to print: a page each, the code as black squares that stay sharp at any size. Fonts and PDF writer are heavy and
 * loaded by the queue's consumer alone.
 */
import type { grayscale, PDFFont, PDFPage } from '@cantoo/pdf-lib'
import { encode } from 'uqr'

export type PrintedTicket = {
  shop: string
  title: string
  /** What stands under the title, small over large: `Einlass`, `19:00`. */
  facts: { label: string; value: string }[]
  code: string
  codeLabel: string
  notes: string[]
}

type Pen = { page: PDFPage; regular: PDFFont; bold: PDFFont; grey: typeof grayscale }

const WIDTH = 595
const HEIGHT = 842
const MARGIN = 48
const QR_SIZE = 150

export async function ticketPdf(
  tickets: PrintedTicket[],
  about: { title: string; locale: string },
): Promise<Uint8Array> {
  const [{ PDFDocument, grayscale: grey }, { default: fontkit }, fonts] = await Promise.all([
    import('@cantoo/pdf-lib'),
    import('@cantoo/fontkit'),
    import('./ticket-fonts.ts'),
  ])
  const file = await PDFDocument.create()
  file.registerFontkit(fontkit)
  file.setTitle(about.title, { showInWindowTitleBar: true })
  file.setLanguage(about.locale)
  const [regular, bold] = await Promise.all([
    file.embedFont(fonts.regular, { subset: true }),
    file.embedFont(fonts.bold, { subset: true }),
  ])
  for (const ticket of tickets) drawTicket({ page: file.addPage([WIDTH, HEIGHT]), regular, bold, grey }, ticket)
  return file.save()
}

function drawTicket(pen: Pen, ticket: PrintedTicket): void {
  const { page, regular, bold, grey } = pen
  const band = 64
  page.drawRectangle({ x: 0, y: HEIGHT - band, width: WIDTH, height: band, color: grey(0.09) })
  write(pen, ticket.shop, { x: MARGIN, y: HEIGHT - 40, size: 18, font: bold, shade: 1 })

  let y = HEIGHT - band - 56
  for (const line of linesOf(ticket.title, bold, 28, WIDTH - 2 * MARGIN)) {
    write(pen, line, { x: MARGIN, y, size: 28, font: bold })
    y -= 34
  }
  y -= 14
  const top = y
  const column = WIDTH - 2 * MARGIN - QR_SIZE - 28
  for (const { label, value } of ticket.facts) {
    write(pen, label, { x: MARGIN, y, size: 9, font: regular, shade: 0.4 })
    y -= 17
    for (const line of linesOf(value, bold, 14, column)) {
      write(pen, line, { x: MARGIN, y, size: 14, font: bold })
      y -= 18
    }
    y -= 8
  }
  const left = WIDTH - MARGIN - QR_SIZE
  drawQr(pen, ticket.code, left, top + 10 - QR_SIZE)
  write(pen, ticket.codeLabel, { x: left, y: top - QR_SIZE - 10, size: 9, font: regular, shade: 0.4 })
  write(pen, groupedCode(ticket.code), { x: left, y: top - QR_SIZE - 28, size: 15, font: bold })

  y = Math.min(y, top - QR_SIZE - 60) - 6
  page.drawLine({
    start: { x: MARGIN, y },
    end: { x: WIDTH - MARGIN, y },
    thickness: 0.7,
    color: grey(0.75),
    dashArray: [4, 4],
  })
  y -= 26
  for (const note of ticket.notes) {
    for (const line of linesOf(note, regular, 10, WIDTH - 2 * MARGIN)) {
      write(pen, line, { x: MARGIN, y, size: 10, font: regular, shade: 0.3 })
      y -= 15
    }
    y -= 5
  }
}

/** As printed under an EAN-13: one, six and six digits. */
export function groupedCode(code: string): string {
  return code.replace(/^(\d)(\d{6})(\d{6})$/, '$1 $2 $3')
}

function write(
  { page, grey }: Pen,
  text: string,
  { shade = 0.09, ...how }: { x: number; y: number; size: number; font: PDFFont; shade?: number },
): void {
  page.drawText(text, { ...how, color: grey(shade) })
}

/** Broken at spaces; a word that alone is too long is cut. */
function linesOf(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.replace(/\s+/g, ' ').trim().split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (!fits(line)) {
      let length = line.length - 1
      while (length > 1 && !fits(line.slice(0, length))) length--
      lines.push(line.slice(0, length))
      line = line.slice(length)
    }
  }
  return [...lines, line]
}

/** Runs of dark modules as rectangles; the page's white is the quiet zone. */
function drawQr({ page, grey }: Pen, data: string, x: number, y: number): void {
  const { data: matrix, size } = encode(data, { border: 0, ecc: 'M' })
  const module = QR_SIZE / size
  for (const [row, modules] of matrix.entries()) {
    for (let start = 0; start < size; start++) {
      if (!modules[start]) continue
      let end = start
      while (modules[end + 1]) end++
      page.drawRectangle({
        x: x + start * module,
        y: y + (size - 1 - row) * module,
        width: (end - start + 1) * module,
        height: module,
        color: grey(0),
      })
      start = end
    }
  }
}
