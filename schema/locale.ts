/** The shop speaks German first and English second; every text of the catalogue stands in both. */

export const LOCALES = ['de', 'en'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'de'

/** A text in both languages. An importer fills a missing English text with the German one. */
export type Localised = { de: string; en: string }

export function isLocale(value: unknown): value is Locale {
  return value === 'de' || value === 'en'
}
