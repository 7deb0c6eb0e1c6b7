/** Writes a seat's location in words, for tickets, receipts and the payment provider's page. */
import type { Locale } from '../../../schema/locale.ts'
import { seatProperties } from '../../../schema/rules/seat-properties.ts'
import { withProperties } from '../../../schema/rules/with-properties.ts'

const WORDS = { de: { row: 'Reihe', seat: 'Platz' }, en: { row: 'row', seat: 'seat' } } as const

type SeatLocation = { sectionName: string | null; seatRow: string | null; seatNumber: string | null; seatFlags: number }

/**
 * Returns `Block A, Reihe 3, Platz 12` for a seat, the area's name for an area ticket, and an empty text for
 * merchandise. The properties of the seat follow: `Block A, Reihe 3, Platz 12 · eingeschränkte Sicht`.
 */
export function seatPlace({ sectionName, seatRow, seatNumber, seatFlags }: SeatLocation, locale: Locale): string {
  const { row, seat } = WORDS[locale]
  const names = [sectionName, seatRow && `${row} ${seatRow}`, seatNumber && `${seat} ${seatNumber}`]
  return withProperties(names.filter(Boolean).join(', '), seatProperties(seatFlags, locale))
}
