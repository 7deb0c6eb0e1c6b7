/** Names the properties of a seat, such as a restricted view. */
import type { Locale } from '../locale.ts'
import { SEAT_FLAGS } from '../seat-map.ts'

type Flag = keyof typeof SEAT_FLAGS

const FLAGS: readonly Flag[] = ['accessible', 'companion', 'restrictedView', 'standing']

const WORDS: Record<Locale, Record<Flag, string>> = {
  de: {
    accessible: 'Rollstuhlplatz',
    companion: 'Begleitplatz',
    restrictedView: 'eingeschränkte Sicht',
    standing: 'Stehplatz',
  },
  en: {
    accessible: 'wheelchair space',
    companion: 'companion seat',
    restrictedView: 'restricted view',
    standing: 'standing place',
  },
}

/** `flags` are bits of `SEAT_FLAGS`. Most seats have none, and then the list is empty. */
export function seatProperties(flags: number, locale: Locale): string[] {
  return FLAGS.filter((flag) => (flags & SEAT_FLAGS[flag]) !== 0).map((flag) => WORDS[locale][flag])
}
