/**
 * Writes invoices and corrections as PDF, with what § 14 (4) UStG demands: seller and VAT id, buyer, number, date, lines,
 * time of supply, and the net amount and VAT of each rate. Tables continue on further pages.
 */
import { INTL_TAGS } from '../../schema/locale.ts'
import { formatDate } from '../../schema/rules/date-format.ts'
import { formatPrice } from '../../schema/rules/money-format.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import type { Invoice } from '../db/invoice.ts'
import type { Order } from '../db/order.ts'
import { countryName } from '../domain/orders/country.ts'
import { bold, regular } from '../generated/ticket-fonts.ts'
import type { IssuedDocument } from '../services/invoice.ts'
import { INVOICE_TEXT } from './invoice-text.ts'
import { type FontName, PdfFile } from './pdf.ts'
import { linesOf } from './pdf-lines.ts'
import type { OrderFile } from './ticket-parts.ts'

/** The size of an A4 page in points. */
const WIDTH = 595
const HEIGHT = 842
const MARGIN = 56
const RIGHT = WIDTH - MARGIN
const BOTTOM = 110
const INK = 0.09
const MUTED = 0.4
/** The right edges of the columns, and the left edge and width of the description. */
const COLUMNS = { amount: MARGIN + 34, unit: RIGHT - 130, rate: RIGHT - 80, sum: RIGHT }
const TEXT_LEFT = MARGIN + 48
const TEXT_WIDTH = COLUMNS.unit - 60 - TEXT_LEFT

export async function invoiceFile(issued: IssuedDocument): Promise<OrderFile> {
  const { order, invoice, correction } = issued
  const text = INVOICE_TEXT[order.locale]
  const { number, content } = correction?.document ?? invoice
  const title = `${correction ? text.correction : text.invoice} ${number}`
  const page = new Sheet(issued)
  page.begin()
  page.addresses(title)
  if (correction) {
    page.note(text.corrects(invoice.number, day(invoice.issuedAt, order)), INK)
    page.note(text.reason[correction.reason], INK)
  } else page.lines()
  page.sums()
  if (!correction) {
    page.note(text.paidNote, INK)
    page.note(text.service, MUTED)
  }
  if (content.rates.some(({ basisPoints }) => basisPoints === 0)) page.note(text.untaxed, MUTED)
  const bytes = await page.file.save({ title, locale: order.locale, width: WIDTH, height: HEIGHT })
  return { filename: `${correction ? 'correction' : 'invoice'}-${number}.pdf`, type: 'application/pdf', bytes }
}

function day(at: number, { locale }: Order): string {
  return formatDate(at, SHOP_ZONE, locale)
}

/** A document whose text flows downwards, and to the next page when a page is full. */
class Sheet {
  readonly file = new PdfFile({ regular, bold })
  private y = 0
  private readonly order: Order
  private readonly shopName: string
  private readonly isCorrection: boolean
  private readonly document: Invoice
  private readonly words: (typeof INVOICE_TEXT)['de']

  constructor({ order, shopName, invoice, correction }: IssuedDocument) {
    this.order = order
    this.shopName = shopName
    this.isCorrection = correction !== null
    this.document = correction?.document ?? invoice
    this.words = INVOICE_TEXT[order.locale]
  }

  private price(cents: number): string {
    return formatPrice(cents, this.order.locale)
  }

  private percent(basisPoints: number): string {
    const { locale } = this.order
    return `${(basisPoints / 100).toLocaleString(INTL_TAGS[locale])}${locale === 'de' ? ' ' : ''}%`
  }

  /** Begins a page with the shop's name, and the company's details at its foot. */
  begin(): void {
    const { seller } = this.document.content
    this.file.addPage()
    this.put(this.shopName, MARGIN, HEIGHT - 62, 18, 'bold')
    this.rule(78, 0.75)
    const foot = [
      [seller.name, seller.street, seller.city].join(' · '),
      [this.words.vatId(seller.vatId), seller.register, this.words.director(seller.director)].join(' · '),
    ]
    for (const [index, line] of foot.entries()) this.put(line, MARGIN, 62 - index * 12, 8, 'regular', MUTED)
    this.y = HEIGHT - 100
  }

  addresses(title: string): void {
    const { order, document } = this
    const { seller } = document.content
    const { company, firstName, lastName, address, address2, postCode, city, countryCode } = order.billingAddress
    this.put([seller.name, seller.street, seller.city].join(' · '), MARGIN, this.y - 24, 7.5, 'regular', MUTED)
    const buyer = [
      company,
      `${firstName} ${lastName}`,
      address,
      address2,
      `${postCode} ${city}`,
      countryName(countryCode, order.locale),
    ].filter((line): line is string => Boolean(line))
    const facts: [string, string][] = [
      [this.isCorrection ? this.words.correctionNumber : this.words.number, document.number],
      [this.words.date, day(document.issuedAt, order)],
      [this.words.order, order.reference],
      [this.words.ordered, day(order.placedAt, order)],
      ...(order.paidAt === null ? [] : [[this.words.paid, day(order.paidAt, order)] as [string, string]]),
    ]
    const top = this.y - 42
    let left = top
    for (const line of buyer) left = this.paragraph(line, MARGIN, left, 230, 11, 'regular', INK)
    for (const [index, [label, value]] of facts.entries()) {
      this.put(label, RIGHT - 200, top - index * 16, 9, 'regular', MUTED)
      this.putRight(value, RIGHT, top - index * 16, 10, 'bold')
    }
    this.y = Math.min(left, top - facts.length * 16) - 34
    this.put(title, MARGIN, this.y, 20, 'bold')
    this.y -= 30
  }

  lines(): void {
    this.head()
    for (const line of this.document.content.lines) {
      const parts = linesOf(this.file, line.text || this.words.shipping, {
        width: TEXT_WIDTH,
        size: 10,
        font: 'regular',
      })
      if (this.y - parts.length * 13 < BOTTOM) {
        this.begin()
        this.head()
      }
      this.putRight(String(line.amount), COLUMNS.amount, this.y, 10)
      this.putRight(this.price(line.unitCents), COLUMNS.unit, this.y, 10)
      this.putRight(this.percent(line.basisPoints), COLUMNS.rate, this.y, 10)
      this.putRight(this.price(line.totalCents), COLUMNS.sum, this.y, 10)
      for (const part of parts) {
        this.put(part, TEXT_LEFT, this.y, 10)
        this.y -= 13
      }
      this.y -= 6
    }
    this.rule(HEIGHT - this.y - 4, 0.75)
    this.y -= 14
  }

  sums(): void {
    const { rates, grossCents, voucherCents } = this.document.content
    const sign = this.isCorrection ? -1 : 1
    const rows: [string, number, FontName][] = [
      ...rates.flatMap(({ basisPoints, grossCents: gross, vatCents }): [string, number, FontName][] => [
        [this.words.net(this.percent(basisPoints)), gross - vatCents, 'regular'],
        [this.words.vat(this.percent(basisPoints)), vatCents, 'regular'],
      ]),
      [this.isCorrection ? this.words.returned : this.words.total, grossCents, 'bold'],
      ...(voucherCents > 0
        ? (
            [
              [this.isCorrection ? this.words.voucherBack : this.words.voucher, voucherCents, 'regular'],
              [this.words.rest, grossCents - voucherCents, 'regular'],
            ] as [string, number, FontName][]
          ).filter(([, cents]) => cents > 0)
        : []),
    ]
    if (this.y - rows.length * 17 < BOTTOM) this.begin()
    for (const [label, cents, font] of rows) {
      this.put(label, RIGHT - 260, this.y, font === 'bold' ? 12 : 10, font)
      this.putRight(this.price(sign * cents), RIGHT, this.y, font === 'bold' ? 12 : 10, font)
      this.y -= font === 'bold' ? 21 : 17
    }
    this.y -= 12
  }

  note(text: string, shade: number): void {
    if (this.y < BOTTOM + 24) this.begin()
    this.y = this.paragraph(text, MARGIN, this.y, RIGHT - MARGIN, 9.5, 'regular', shade) - 6
  }

  private head(): void {
    const { amount, unit, rate, sum } = COLUMNS
    this.putRight(this.words.amount, amount, this.y, 8.5, 'regular', MUTED)
    this.put(this.words.what, TEXT_LEFT, this.y, 8.5, 'regular', MUTED)
    this.putRight(this.words.unit, unit, this.y, 8.5, 'regular', MUTED)
    this.putRight(this.words.vatRate, rate, this.y, 8.5, 'regular', MUTED)
    this.putRight(this.words.sum, sum, this.y, 8.5, 'regular', MUTED)
    this.rule(HEIGHT - this.y + 7, 0.75)
    this.y -= 22
  }

  private put(text: string, x: number, y: number, size: number, font: FontName = 'regular', shade = INK): void {
    this.file.text(text, { x, y, size, font, shade })
  }

  private putRight(text: string, x: number, y: number, size: number, font: FontName = 'regular', shade = INK): void {
    this.put(text, x - this.file.widthOf(text, font, size), y, size, font, shade)
  }

  /** A thin line across the page, `fromTop` points below the upper edge. */
  private rule(fromTop: number, shade: number): void {
    this.file.box({ x: MARGIN, y: HEIGHT - fromTop, width: RIGHT - MARGIN, height: 0.7, shade })
  }

  /** Returns the y of the next line. */
  private paragraph(
    text: string,
    x: number,
    y: number,
    width: number,
    size: number,
    font: FontName,
    shade: number,
  ): number {
    const lines = linesOf(this.file, text, { width, size, font })
    for (const [index, line] of lines.entries()) this.put(line, x, y - index * size * 1.3, size, font, shade)
    return y - lines.length * size * 1.3
  }
}
