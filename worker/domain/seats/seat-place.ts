/** Where a seat is, in words: as on a ticket, a receipt or the provider's page. */
import type { Locale } from '../../../schema/locale.ts'

const WORDS = { de: { row: 'Reihe', seat: 'Platz' }, en: { row: 'row', seat: 'seat' } } as const

type Place = { sectionName: string | null; seatRow: string | null; seatNumber: string | null }

/** `Block A, Reihe 3, Platz 12`; the area alone where places are free; empty for goods. */
export function seatPlace({ sectionName, seatRow, seatNumber }: Place, locale: Locale): string {
  const { row, seat } = WORDS[locale]
  return [sectionName, seatRow && `${row} ${seatRow}`, seatNumber && `${seat} ${seatNumber}`].filter(Boolean).join(', ')
}
