/** The shop speaks German first and English second; every text of the catalogue stands in both. */

export const LOCALES = ['de', 'en'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'de'

/** A text in both languages. An importer fills a missing English text with the German one. */
export type Localised = { de: string; en: string }

/** The same value with each text in one language, as an answer of the API has it. */
export type Translated<Value> = Value extends Localised
  ? string
  : Value extends (infer Element)[]
    ? Translated<Element>[]
    : Value extends object
      ? { [Key in keyof Value]: Translated<Value[Key]> }
      : Value

export function isLocale(value: unknown): value is Locale {
  return value === 'de' || value === 'en'
}
