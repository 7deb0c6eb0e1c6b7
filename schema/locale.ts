/** The shop's two languages. Every text of the catalogue exists in both. */

export const LOCALES = ['de', 'en'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'de'
/** The language tags whose formats of dates, numbers and lists the shop uses. */
export const INTL_TAGS: Record<Locale, string> = { de: 'de-DE', en: 'en-GB' }

/** A text in both languages. The import fills a missing English text with the German one. */
export type Localised = { de: string; en: string }

/** `Value` with each `Localised` text replaced by the text in one language, as the API returns it. */
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
