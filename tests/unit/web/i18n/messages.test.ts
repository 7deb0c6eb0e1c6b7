import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../../../schema/errors.ts'
import { LOCALES } from '../../../../schema/locale.ts'
import { FAQ } from '../../../../schema/texts/faq.ts'
import { ConnectionError, ShopError } from '../../../../web/data/fetch.ts'
import { currentPage } from '../../../../web/data/page-state.ts'
import { codeText, ERROR_TEXTS, errorText } from '../../../../web/i18n/error-text.ts'
import { plural } from '../../../../web/i18n/generated/registry.js'
import { DATAPOLICY } from '../../../../web/i18n/texts/datapolicy.ts'
import { GAMEPOLICY } from '../../../../web/i18n/texts/gamepolicy.ts'
import { IMPRINT } from '../../../../web/i18n/texts/imprint.ts'
import { KULTURPASS } from '../../../../web/i18n/texts/kulturpass.ts'
import { checkInErrorText } from '../../../../web/routes/check-in/check-in-error-text.ts'
import { refundErrorText } from '../../../../web/routes/refund/refund-error-text.ts'

const FILES = import.meta.glob<Record<string, unknown>>('../../../../web/i18n/{de,en}/*.json', {
  eager: true,
  import: 'default',
})
const SOURCES = import.meta.glob<string>('../../../../web/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
})

function messagesOf(locale: string): Map<string, { file: string; message: unknown }> {
  const all = new Map<string, { file: string; message: unknown }>()
  for (const [path, messages] of Object.entries(FILES)) {
    if (!path.includes(`/${locale}/`)) continue
    const file = path.slice(path.lastIndexOf('/') + 1)
    for (const [key, message] of Object.entries(messages)) {
      if (key === '$schema') continue
      if (all.has(key)) throw new Error(`${key} is in ${file} and in ${all.get(key)?.file}`)
      all.set(key, { file, message })
    }
  }
  return all
}

function placeholders(message: unknown): string[] {
  return [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort()
}

describe('plurals', () => {
  it.each(LOCALES)('L10N-01 have the form that Intl chooses for the number, in the language %s', (locale) => {
    const rules = new Intl.PluralRules(locale)
    for (const amount of [-1, 0, 0.5, 1, 1.5, 2, 11, 21, 100, 101, 1_000_001])
      expect([amount, plural(locale, amount)]).toEqual([amount, rules.select(amount)])
  })
})

describe('messages', () => {
  const de = messagesOf('de')
  const en = messagesOf('en')

  it('L10N-06 exist in both languages, in the same file and with the same placeholders', () => {
    expect([...en.keys()].sort()).toEqual([...de.keys()].sort())
    for (const [key, { file, message }] of de) {
      expect(en.get(key)?.file, key).toBe(file)
      expect(placeholders(en.get(key)?.message), key).toEqual(placeholders(message))
    }
  })

  it('L10N-06 are never empty', () => {
    for (const messages of [de, en]) {
      for (const [key, { message }] of messages) expect(message, key).toBeTruthy()
    }
  })

  it('L10N-06 exist for every key that a component uses', () => {
    const named = Object.values(SOURCES).flatMap((source) => source.match(/\bm\.[a-z0-9_]+/g) ?? [])
    const unknown = [...new Set(named.map((name) => name.slice(2)))].filter((key) => !de.has(key))
    expect(unknown).toEqual([])
  })

  it('L10N-06 are the only texts in components', () => {
    const found: string[] = []
    for (const [file, code] of Object.entries(SOURCES)) {
      if (!file.endsWith('.tsx')) continue
      const source = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
      // Finds text between tags, and attribute values that people read or hear.
      for (const [, text = ''] of source.matchAll(/>([^<>{}=;()|]*[A-Za-zÄÖÜäöü]{3}[^<>{}=;()|]*)(?:<\/|\{' '\})/g)) {
        found.push(`${file}: ${text.trim()}`)
      }
      for (const [whole] of source.matchAll(/\b(?:aria-label|title|alt|placeholder|label)="[^"]*[A-Za-z]{2}[^"]*"/g)) {
        found.push(`${file}: ${whole}`)
      }
    }
    expect(found).toEqual([])
  })

  it('L10N-06 of long texts have the same chapters with equally many blocks in both languages', () => {
    for (const text of [...Object.values(FAQ), DATAPOLICY, GAMEPOLICY, IMPRINT, KULTURPASS]) {
      expect(text.en.map(({ id, blocks }) => [id, blocks.length])).toEqual(
        text.de.map(({ id, blocks }) => [id, blocks.length]),
      )
    }
  })
})

describe('error texts', () => {
  const PAGE_TEXTS: Partial<Record<ErrorCode, (error: unknown) => string>> = {
    CHECKIN_ERROR_NOTFOUND: checkInErrorText,
    CHECKIN_CLOSED: checkInErrorText,
    CHECKIN_DONE: checkInErrorText,
    REFUND_ORDER_NOTFOUND: refundErrorText,
    REFUND_TICKET_INVALID: refundErrorText,
    REFUND_TICKET_USED: refundErrorText,
    REFUND_NOT_POSSIBLE: refundErrorText,
    REFUND_PAUSED: refundErrorText,
    REFUND_FAILED: refundErrorText,
  }
  const codes = [...Object.keys(ERROR_TEXTS), ...Object.keys(PAGE_TEXTS)] as ErrorCode[]
  const params = { limit: 4, amount: 2, left: 3, presaleAt: 1_790_000_000_000, totalCents: 2490, requestId: 'r-1' }

  it('ERR-01 exist for every code in both languages, and no two codes share a text', () => {
    for (const locale of LOCALES) {
      currentPage().locale = locale
      const texts = codes.map((code) => PAGE_TEXTS[code]?.(new ShopError(code, params)) ?? codeText(code, params))
      for (const [index, text] of texts.entries()) {
        expect(text.length, codes[index]).toBeGreaterThan(10)
        expect(text, codes[index]).not.toMatch(/undefined|null|\{/)
      }
      expect(new Set(texts).size).toBe(texts.length)
    }
    currentPage().locale = 'de'
  })

  it('ERR-01 contain the ticket limit, the new total and the start of the presale', () => {
    expect(errorText(new ShopError('TICKET_LIMIT_EXCEEDED', { limit: 4 }))).toContain('4')
    expect(errorText(new ShopError('PRICE_CHANGED', { totalCents: 2490 }))).toContain('24,90')
    expect(errorText(new ShopError('PRESALE_NOT_STARTED', { presaleAt: Date.UTC(2026, 11, 5, 9) }))).toContain(
      'Sa, 05.12.2026, 10:00',
    )
  })

  it('ERR-01 contain no “undefined”, “NaN” or “Invalid” without params', () => {
    for (const code of codes) expect(codeText(code, {})).not.toMatch(/undefined|NaN|Invalid/)
  })

  it('SHELL-05 differ for each connection fault, and an unknown error has the text of a server fault', () => {
    const texts = (['offline', 'timeout', 'server', 'waiting'] as const).map((fault) =>
      errorText(new ConnectionError(fault)),
    )
    expect(new Set(texts).size).toBe(4)
    expect(errorText(new TypeError('boom'))).toBe(texts[2])
  })
})
