/** Writes a seat's location in words, for tickets, receipts and the payment provider's page. */
import type { Locale } from '../../../schema/locale.ts'
import { placeBeside } from '../../../schema/rules/item-facts.ts'
import { seatProperties } from '../../../schema/rules/seat-properties.ts'

const WORDS = { de: { row: 'Reihe', seat: 'Platz' }, en: { row: 'row', seat: 'seat' } } as const

type SeatLocation = {
  sectionName: string | null
  seatRow: string | null
  seatNumber: string | null
  seatFlags: number
  variantName: string
}

/** Whether `seatPlace` names an area, because the ticket has neither a row nor a seat. */
export function isAreaTicket({ seatRow, seatNumber }: Pick<SeatLocation, 'seatRow' | 'seatNumber'>): boolean {
  return !seatRow && !seatNumber
}

/**
 * Returns `Block A, Reihe 3, Platz 12` for a seat, the area's name for an area ticket, and an empty text for
 * merchandise. The properties of the seat follow: `Block A, Reihe 3, Platz 12 · eingeschränkte Sicht`. The variant's name
 * always stands beside the place, so a place with which that name begins is left out.
 */
export function seatPlace(item: SeatLocation, locale: Locale): string {
  const { sectionName, seatRow, seatNumber, seatFlags, variantName } = item
  const { row, seat } = WORDS[locale]
  const names = [sectionName, seatRow && `${row} ${seatRow}`, seatNumber && `${seat} ${seatNumber}`]
  return placeBeside(variantName, names.filter(Boolean).join(', '), seatProperties(seatFlags, locale))
}
