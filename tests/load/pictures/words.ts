/** Reads the texts of the shop. The program finds buttons and fields by these texts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '../../../schema/locale.ts'
import { ROOT } from '../../../worker/cli/root.ts'

function messagesOf(language: Locale): Record<string, unknown> {
  const folder = join(ROOT, 'web/i18n', language)
  return Object.assign(
    {},
    ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object),
  )
}

const messages = new Map(LOCALES.map((language) => [language, messagesOf(language)]))

/** Returns a pattern that matches the text with any numbers and names in it. Throws if the language has no such text. */
export function wordsOf(language: Locale, key: string): RegExp {
  const text = messages.get(language)?.[key]
  if (typeof text !== 'string') throw new Error(`web/i18n/${language} has no plain text ${key}`)
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s'))
  return new RegExp(`^\\s*${parts.join('.+')}`)
}
