/** Writes a seat's location in words, for tickets, receipts and the payment provider's page. */
import type { Locale } from '../../../schema/locale.ts'

const WORDS = { de: { row: 'Reihe', seat: 'Platz' }, en: { row: 'row', seat: 'seat' } } as const

type SeatLocation = { sectionName: string | null; seatRow: string | null; seatNumber: string | null }

/**
 * Returns `Block A, Reihe 3, Platz 12` for a seat, the area's name for an area ticket, and an empty text for
 * merchandise.
 */
export function seatPlace({ sectionName, seatRow, seatNumber }: SeatLocation, locale: Locale): string {
  const { row, seat } = WORDS[locale]
  return [sectionName, seatRow && `${row} ${seatRow}`, seatNumber && `${seat} ${seatNumber}`].filter(Boolean).join(', ')
}
