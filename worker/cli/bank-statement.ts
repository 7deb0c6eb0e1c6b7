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
  /** How many bookings are outgoing, not final, or in another currency. */
  outgoing: number
  pending: number
  foreign: number
}

type Row = Omit<BankBooking, 'id'> & {
  /** The bank's id of the booking; empty if the format has none. */
  bankId: string
}
type Skipped = Exclude<keyof BankStatement, 'bookings'>

export function readStatement(bytes: Uint8Array): BankStatement {
  const text = decoded(bytes)
  const rows = /^\s*<\?xml|^\s*<Document/.test(text) ? camtRows(text) : csvRows(text)
  const count = (kind: Skipped) => rows.filter((row) => row === kind).length
  return {
    bookings: withIds(rows.filter((row) => typeof row === 'object')),
    outgoing: count('outgoing'),
    pending: count('pending'),
    foreign: count('foreign'),
  }
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
 * An id contains a hash of the booking's contents, because some banks use an id again, and CSV exports have no ids. Equal
 * bookings of a statement are numbered. So the same booking has the same id in every export of the same format.
 */
function withIds(rows: Row[]): BankBooking[] {
  const counts = new Map<string, number>()
  return rows.map(({ bankId, ...row }) => {
    const contents = JSON.stringify([row.bookedOn, row.amountCents, row.payer, row.purpose])
    const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16)
    const name = `${bankId || 'statement'}-${hash}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { ...row, id: count === 1 ? name : `${name}-${count}` }
  })
}

/** The columns of a bank's CSV export. `final` and `pending` are the values of `state`. */
type CsvFormat = {
  bank: string
  bookedOn: string
  payer: string
  purpose: string
  amount: string
  currency?: string
  state?: string
  final?: string
  pending?: string
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
    final: 'Umsatz gebucht',
    pending: 'Umsatz vorgemerkt',
  },
  {
    bank: 'DKB',
    bookedOn: 'Buchungsdatum',
    payer: 'Zahlungspflichtige*r',
    purpose: 'Verwendungszweck',
    amount: 'Betrag (€)',
    state: 'Status',
    final: 'Gebucht',
    pending: 'Vorgemerkt',
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

function csvRows(text: string): (Row | Skipped)[] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: ';' })
  // Some banks write the account and its balance above the columns.
  const headAt = data.findIndex((cells) => CSV_FORMATS.some((format) => hasColumns(cells, format)))
  const head = data[headAt]
  const format = head && CSV_FORMATS.find((known) => hasColumns(head, known))
  if (!format) {
    const banks = CSV_FORMATS.map(({ bank }) => bank).join(', ')
    throw new Error(`expected a CAMT.053 file, or the CSV export of ${banks}; the columns are others`)
  }
  const [error] = errors
  if (error) throw new Error(`row ${(error.row ?? 0) + 1}: ${error.message}`)
  const rows: (Row | Skipped)[] = []
  for (const [index, cells] of data.entries()) {
    if (index <= headAt || cells.every((cell) => cell.trim() === '')) continue
    // A quotation mark in the wrong place joins several rows.
    if (cells.length !== head.length)
      throw new Error(`row ${index + 1} has ${cells.length} columns instead of ${head.length}`)
    rows.push(csvRow((column) => (cells[head.indexOf(column)] ?? '').trim(), format, index + 1))
  }
  return rows
}

function csvRow(cell: (column: string) => string, format: CsvFormat, row: number): Row | Skipped {
  const amountCents = signedCents(cell(format.amount), row)
  if (amountCents <= 0) return 'outgoing'
  if (format.state !== undefined) {
    const state = cell(format.state)
    if (state === format.pending) return 'pending'
    if (state !== format.final)
      throw new Error(`row ${row}: "${state}" is not "${format.final}" or "${format.pending}"`)
  }
  if (format.currency !== undefined) {
    const currency = cell(format.currency)
    if (!/^(?:[A-Z]{3}|€)$/.test(currency)) throw new Error(`row ${row}: "${currency}" is not a currency such as EUR`)
    if (currency !== 'EUR' && currency !== '€') return 'foreign'
  }
  return {
    ...{ bankId: '', bookedOn: isoDate(cell(format.bookedOn), row), amountCents, doubt: null },
    ...{ payer: cell(format.payer), purpose: cell(format.purpose) },
  }
}

function hasColumns(cells: string[], { bookedOn, payer, purpose, amount, currency, state }: CsvFormat): boolean {
  return [bookedOn, payer, purpose, amount, currency, state].every(
    (column) => column === undefined || cells.includes(column),
  )
}

/** `1.234,56` and `-12,5` are amounts. */
function signedCents(text: string, row: number): Cents {
  const [, sign, number = ''] = /^([+-]?)((?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?)(?:\s*€)?$/.exec(text) ?? []
  const cents = parseEuros(number.replaceAll('.', '').replace(',', '.'))
  if (cents === null) throw new Error(`row ${row}: "${text}" is not an amount such as 1.234,56`)
  return sign === '-' ? -cents : cents
}

/** `23.11.26` and `23.11.2026` become `2026-11-23`. */
function isoDate(text: string, row: number): string {
  const [, day, month, year = ''] = /^(\d{2})\.(\d{2})\.(\d{2}|\d{4})$/.exec(text) ?? []
  if (year === '') throw new Error(`row ${row}: "${text}" is not a date such as 23.11.2026`)
  return `${year.length === 2 ? '20' : ''}${year}-${month}-${day}`
}

function camtRows(text: string): (Row | Skipped)[] {
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

/** One entry may combine several transfers. They become bookings of their own if their amounts add up to the entry's. */
function entryRows(entry: Element): (Row | Skipped)[] {
  const money = elementAt(entry, 'Amt')
  if (textOf(entry, 'CdtDbtInd') !== 'CRDT' && !isReversal(entry)) return ['outgoing']
  if ((textOf(entry, 'Sts', 'Cd') || textOf(entry, 'Sts')) !== 'BOOK') return ['pending']
  if (money?.getAttribute('Ccy') !== 'EUR') return ['foreign']
  const amountCents = parseEuros(contentOf(money))
  if (amountCents === null) throw new Error(`line ${money.lineNumber}: "${contentOf(money)}" is not an amount`)
  const details = childrenOf(entry, 'NtryDtls').flatMap((group) => childrenOf(group, 'TxDtls'))
  const parts = details.map(euroCentsOf)
  const sum = parts.reduce((total: number | null, part) => (total === null || part === null ? null : total + part), 0)
  if (details.length > 1 && sum === amountCents) {
    return details.map((transfer, index) => camtRow(entry, [transfer], parts[index] ?? 0, doubtAbout(entry, transfer)))
  }
  const [transfer = entry] = details
  const [part = null] = parts
  const isPlain = details.length <= 1 && (part === null || part === amountCents)
  const doubt = isPlain
    ? doubtAbout(entry, transfer)
    : 'the amounts of the transfers differ from the amount of the booking'
  return [camtRow(entry, details.length > 0 ? details : [entry], amountCents, doubt)]
}

function isReversal(entry: Element): boolean {
  return textOf(entry, 'RvslInd') === 'true'
}

function doubtAbout(entry: Element, transfer: Element): string | null {
  if (isReversal(entry)) return 'the bank took back a booking'
  return elementAt(transfer, 'RtrInf') === null ? null : 'a transfer of the shop came back'
}

/** The amount of one transfer; null if its details state none in euros. */
function euroCentsOf(transfer: Element): Cents | null {
  const money = elementAt(transfer, 'Amt') ?? elementAt(transfer, 'AmtDtls', 'TxAmt', 'Amt')
  return money?.getAttribute('Ccy') === 'EUR' ? parseEuros(contentOf(money)) : null
}

function camtRow(entry: Element, transfers: Element[], amountCents: Cents, doubt: string | null): Row {
  const [first = entry] = transfers
  return {
    bankId: bankIdOf(textOf(first, 'Refs', 'AcctSvcrRef') || textOf(entry, 'AcctSvcrRef')),
    bookedOn: (textOf(entry, 'BookgDt', 'Dt') || textOf(entry, 'BookgDt', 'DtTm')).slice(0, 10),
    amountCents,
    payer: textOf(first, 'RltdPties', 'Dbtr', 'Nm') || textOf(first, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
    purpose: transfers.map(purposeOf).join(' | ') || textOf(entry, 'AddtlNtryInf'),
    doubt,
  }
}

/** Banks write NONREF if a booking has no reference. */
function bankIdOf(text: string): string {
  return /^[\x21-\x7e]{1,50}$/.test(text) && !/^(?:NONREF|NOTPROVIDED)$/i.test(text) ? text : ''
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
