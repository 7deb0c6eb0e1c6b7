/**
 * Reads the incoming bookings of a bank statement: CAMT.053 (ISO 20022), or the CSV export of the Sparkassen, the DKB or the
 * Volksbanken. Throws an error that names the line if a booking cannot be read, so that no statement is recorded in part.
 */
import { createHash } from 'node:crypto'
import { DOMParser, type Element } from '@xmldom/xmldom'
import Papa from 'papaparse'
import { type Cents, parseEuros } from '../../schema/money.ts'
import type { BankBooking } from '../domain/orders/bank-booking.ts'
import { messageOf } from '../domain/text/error-message.ts'

export type BankStatement = {
  bookings: BankBooking[]
  /** Outgoing bookings, bookings that are not final, and bookings in another currency. */
  ignored: number
}

type Row = Omit<BankBooking, 'id'> & {
  /** The bank's id of the booking; empty if the format has none. */
  bankId: string
}

export function readStatement(bytes: Uint8Array): BankStatement {
  const text = decoded(bytes)
  const rows = /^\s*<\?xml|^\s*<Document/.test(text) ? camtRows(text) : csvRows(text)
  const incoming = rows.filter((row): row is Row => row !== null)
  return { bookings: withIds(incoming), ignored: rows.length - incoming.length }
}

/** Banks export UTF-8 or Windows-1252. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * A booking without an id of the bank gets the hash of its contents, and a number if several bookings of a statement are
 * equal. So the same booking has the same id in every export of the same format.
 */
function withIds(rows: Row[]): BankBooking[] {
  const counts = new Map<string, number>()
  return rows.map(({ bankId, ...row }) => {
    const contents = JSON.stringify([row.bookedOn, row.amountCents, row.payer, row.purpose])
    const name = bankId || `statement-${createHash('sha256').update(contents).digest('hex').slice(0, 32)}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { ...row, id: count === 1 ? name : `${name}-${count}` }
  })
}

/** The columns of a bank's CSV export. `booked` is the value of `state` for a final booking. */
type CsvFormat = {
  bank: string
  bookedOn: string
  payer: string
  purpose: string
  amount: string
  currency?: string
  state?: string
  booked?: string
}

const CSV_FORMATS: CsvFormat[] = [
  {
    bank: 'Sparkasse',
    bookedOn: 'Buchungstag',
    payer: 'Beguenstigter/Zahlungspflichtiger',
    purpose: 'Verwendungszweck',
    amount: 'Betrag',
    currency: 'Waehrung',
    state: 'Info',
    booked: 'Umsatz gebucht',
  },
  {
    bank: 'DKB',
    bookedOn: 'Buchungsdatum',
    payer: 'Zahlungspflichtige*r',
    purpose: 'Verwendungszweck',
    amount: 'Betrag (€)',
    state: 'Status',
    booked: 'Gebucht',
  },
  {
    bank: 'Volksbank',
    bookedOn: 'Buchungstag',
    payer: 'Name Zahlungsbeteiligter',
    purpose: 'Verwendungszweck',
    amount: 'Betrag',
    currency: 'Waehrung',
  },
]

/** A row is null if it is not an incoming, final booking in euros. */
function csvRows(text: string): (Row | null)[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: ';' })
  // Some banks write the account and its balance above the columns.
  const headAt = data.findIndex((cells) => CSV_FORMATS.some((format) => hasColumns(cells, format)))
  const head = data[headAt]
  const format = head && CSV_FORMATS.find((known) => hasColumns(head, known))
  if (!format)
    throw new Error(
      `expected a CAMT.053 file, or the CSV export of ${CSV_FORMATS.map(({ bank }) => bank).join(', ')}; the columns are others`,
    )
  const rows: (Row | null)[] = []
  for (const [index, cells] of data.entries()) {
    if (index <= headAt || cells.every((cell) => cell.trim() === '')) continue
    const cell = (column: string | undefined) =>
      column === undefined ? '' : (cells[head.indexOf(column)] ?? '').trim()
    const amountCents = signedCents(cell(format.amount), index + 1)
    const isFinal = format.booked === undefined || cell(format.state) === format.booked
    const isEuro = format.currency === undefined || cell(format.currency) === 'EUR'
    rows.push(
      amountCents > 0 && isFinal && isEuro
        ? {
            bankId: '',
            bookedOn: isoDate(cell(format.bookedOn), index + 1),
            amountCents,
            payer: cell(format.payer),
            purpose: cell(format.purpose),
          }
        : null,
    )
  }
  return rows
}

function hasColumns(cells: string[], { bank: _, booked: __, ...columns }: CsvFormat): boolean {
  return Object.values(columns).every((column) => cells.includes(column))
}

/** `1.234,56` and `-12,5` are amounts. */
function signedCents(text: string, line: number): Cents {
  const isNegative = text.startsWith('-')
  const cents = parseEuros(text.replace(/^[+-]/, '').replaceAll('.', '').replace(',', '.').replace(/\s*€$/, ''))
  if (cents === null) throw new Error(`line ${line}: "${text}" is not an amount such as 1.234,56`)
  return isNegative ? -cents : cents
}

/** `23.11.26` and `23.11.2026` become `2026-11-23`. */
function isoDate(text: string, line: number): string {
  const [, day, month, year = ''] = /^(\d{2})\.(\d{2})\.(\d{2}|\d{4})$/.exec(text) ?? []
  if (year === '') throw new Error(`line ${line}: "${text}" is not a date such as 23.11.2026`)
  return `${year.length === 2 ? '20' : ''}${year}-${month}-${day}`
}

function camtRows(text: string): (Row | null)[] {
  const document = parseXml(text)
  const statements = [...document.getElementsByTagNameNS('*', 'Stmt')]
  if (statements.length === 0) throw new Error('expected an account statement (CAMT.053); the file has no <Stmt>')
  return statements.flatMap((statement) => childrenOf(statement, 'Ntry').flatMap(entryRows))
}

function parseXml(text: string): Element {
  try {
    const { documentElement } = new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') throw new Error(message)
      },
    }).parseFromString(text, 'text/xml')
    if (documentElement) return documentElement
  } catch (error) {
    throw new Error(`expected XML: ${messageOf(error)}`)
  }
  throw new Error('expected XML with an element')
}

/** One entry may combine several transfers, each with its own details. */
function entryRows(entry: Element): (Row | null)[] {
  const status = textOf(entry, 'Sts', 'Cd') || textOf(entry, 'Sts')
  const details = childrenOf(entry, 'NtryDtls').flatMap((group) => childrenOf(group, 'TxDtls'))
  return (details.length > 0 ? details : [entry]).map((transfer) => {
    const amount = elementAt(transfer, 'Amt') ?? elementAt(transfer, 'AmtDtls', 'TxAmt', 'Amt')
    // A single transfer has the amount of its entry. Of several, each states its own.
    const money = amount ?? (details.length === 1 ? elementAt(entry, 'Amt') : null)
    const direction = textOf(transfer, 'CdtDbtInd') || textOf(entry, 'CdtDbtInd')
    if (status !== 'BOOK' || direction !== 'CRDT' || money?.getAttribute('Ccy') !== 'EUR') return null
    const amountCents = parseEuros(contentOf(money))
    if (amountCents === null) throw new Error(`line ${money.lineNumber}: "${contentOf(money)}" is not an amount`)
    return {
      bankId: bankIdOf(textOf(transfer, 'Refs', 'AcctSvcrRef') || textOf(entry, 'AcctSvcrRef')),
      bookedOn: (textOf(entry, 'BookgDt', 'Dt') || textOf(entry, 'BookgDt', 'DtTm')).slice(0, 10),
      amountCents,
      payer: textOf(transfer, 'RltdPties', 'Dbtr', 'Nm') || textOf(transfer, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
      purpose: purposeOf(transfer) || textOf(entry, 'AddtlNtryInf'),
    }
  })
}

/** Banks write NONREF if a booking has no reference. */
function bankIdOf(text: string): string {
  return /^[\x21-\x7e]{1,70}$/.test(text) && !/^(?:NONREF|NOTPROVIDED)$/i.test(text) ? text : ''
}

function purposeOf(transfer: Element): string {
  const information = childrenOf(transfer, 'RmtInf')
  const free = information.flatMap((each) => childrenOf(each, 'Ustrd'))
  const structured = information.flatMap((each) =>
    childrenOf(each, 'Strd').map((one) => textOf(one, 'CdtrRefInf', 'Ref')),
  )
  // A bank breaks a long purpose into several elements, and may break it in the middle of a number.
  return [free.map(contentOf).join(''), ...structured, textOf(transfer, 'Refs', 'EndToEndId')].join(' ').trim()
}

function childrenOf(parent: Element, name: string): Element[] {
  return [...parent.childNodes].filter((node): node is Element => node.nodeType === 1 && node.localName === name)
}

function elementAt(parent: Element, ...path: string[]): Element | null {
  let at: Element | undefined = parent
  for (const name of path) at = at && childrenOf(at, name)[0]
  return at ?? null
}

function textOf(parent: Element, ...path: string[]): string {
  const element = elementAt(parent, ...path)
  return element === null ? '' : contentOf(element)
}

function contentOf(element: Element): string {
  return (element.textContent ?? '').trim()
}
