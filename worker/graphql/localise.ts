/** Selects the catalogue's texts in the requested language, also inside JSON values. */
import type { Locale, Localised, Translated } from '../../schema/locale.ts'

export function localise(text: Localised, locale: Locale): string {
  return text[locale]
}

export function localiseOrNull(text: Localised | null, locale: Locale): string | null {
  return text === null ? null : text[locale]
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The plain text of sanitised HTML. */
export function plainText(html: string): string {
  if (!/<[a-z]/i.test(html)) return html
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()
}

function isLocalised(value: object): value is Localised {
  const keys = Object.keys(value)
  return keys.length === 2 && 'de' in value && 'en' in value
}

/** Replaces every `{ de, en }` inside the value with its text in the requested language. */
export function localiseDeep<Value>(value: Value, locale: Locale): Translated<Value> {
  return translated(value, locale) as Translated<Value>
}

function translated(value: unknown, locale: Locale): unknown {
  if (Array.isArray(value)) return value.map((entry) => translated(entry, locale))
  if (typeof value !== 'object' || value === null) return value
  if (isLocalised(value)) return value[locale]
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, translated(entry, locale)]))
}
