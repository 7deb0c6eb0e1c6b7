/**
 * The English names of cities (L10N-08). The catalogue has one name per city, in German. Pages in English show the English name,
 * except in a postal address.
 */
import type { Locale } from '../locale.ts'

const ENGLISH_NAMES: Readonly<Record<string, string>> = {
  Antwerpen: 'Antwerp',
  Brüssel: 'Brussels',
  Genf: 'Geneva',
  Hannover: 'Hanover',
  Köln: 'Cologne',
  Kopenhagen: 'Copenhagen',
  Lissabon: 'Lisbon',
  Lüttich: 'Liège',
  Luxemburg: 'Luxembourg',
  Luzern: 'Lucerne',
  Mailand: 'Milan',
  München: 'Munich',
  Nürnberg: 'Nuremberg',
  Prag: 'Prague',
  Rom: 'Rome',
  Straßburg: 'Strasbourg',
  Venedig: 'Venice',
  Warschau: 'Warsaw',
  Wien: 'Vienna',
  Zürich: 'Zurich',
}

export function cityName(city: string, locale: Locale): string {
  return locale === 'en' ? (ENGLISH_NAMES[city] ?? city) : city
}

/** The German names of the cities whose English name the test accepts. */
export function citiesNamed(accepts: (englishName: string) => boolean): string[] {
  return Object.entries(ENGLISH_NAMES).flatMap(([german, english]) => (accepts(english) ? [german] : []))
}
