/** The privacy text names everything that the shop keeps in a browser. */
import { describe, expect, it } from 'vitest'
import { DATAPOLICY } from '../../../web/i18n/texts/datapolicy.ts'

/** Every file that writes a cookie or the browser's storage, and the names that it writes. */
const KEPT: Record<string, string[]> = {
  'web/app/snow-switch.ts': ['snow'],
  'web/cart/presale-code.ts': ['presale-code'],
  'web/consent/tracking.ts': ['tracking'],
  'web/data/visit.ts': ['visit'],
  'web/i18n/locale.ts': ['locale'],
  'web/newsletter/popup-memory.ts': ['newsletter_popup'],
  'web/queue/cookie-check.ts': ['queue.trial'],
  'web/queue/first-position.ts': ['queue'],
  'web/queue/kept-wait.ts': ['queue'],
  'web/routes/checkout/use-checkout.ts': ['checkout_'],
  'web/routes/product/age-gate.tsx': ['over_18'],
  'worker/http/access.ts': ['access_', 'discount_'],
  'worker/http/bot-check-cookie.ts': ['bot-check'],
  'worker/http/presale-cookie.ts': ['presale_'],
  'worker/http/queue-cookies.ts': ['place', 'pass', 'ask'],
  'worker/http/session.ts': ['cart', 'x-visit'],
}
/** How often a file writes, where it does so more than once: a further write may bear a further name. */
const WRITES_OF: Record<string, number> = {
  'web/routes/checkout/use-checkout.ts': 3,
  'worker/http/queue-cookies.ts': 4,
}
const WRITES =
  /document\.cookie = |Reflect\.set\(document, 'cookie'|\.setItem\(|writeSignedCookie\(http|setCookie\(http, cookieName/
/** By these a file writes through a function of its own. */
const OWN_WRITES = /\bwrite\(http, |\bwriteCookie\((?!assignment)/
/** How names are written down: as a constant, as a kind, as what an id is put after, or in the cookie itself. */
const NAMES = [
  /\b(?:KEY|COOKIE|TRIAL|[A-Z]+_HEADER) = '([\w.-]+)'/g,
  /\bnameOf\('([\w-]+)'/g,
  /document\.cookie = `([\w.-]+)=/g,
  /(?:nameOf|cookieOf|keyOf) = \(.*\) => `([a-z][\w-]*)[_./]\$\{/g,
]
const KINDS = /^type (?:Kind|Door) = (.+)$/gm
/** The name stands in another file. */
const NAMED_ELSEWHERE = ['web/routes/checkout/use-checkout.ts']
const SOURCES = import.meta.glob<string>(['../../../web/**/*.{ts,tsx}', '../../../worker/**/*.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
/** Signs and writes what others name. */
const WRITER = 'worker/http/signed-cookie.ts'

const sourceOf = (file: string) => SOURCES[`../../../${file}`] ?? ''
const times = (source: string, pattern: RegExp) => [...source.matchAll(new RegExp(pattern, 'g'))].length

function namesIn(source: string): string[] {
  const names = NAMES.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name = '']) => name))
  const kinds = [...source.matchAll(KINDS)].flatMap(([, union = '']) => union.match(/[\w-]+/g) ?? [])
  return [...new Set([...names, ...kinds])].sort()
}

describe('the privacy text', () => {
  it('PAGE-01 knows every file that keeps something in the browser', () => {
    const files = Object.entries(SOURCES).flatMap(([path, source]) => (WRITES.test(source) ? [path.slice(9)] : []))
    expect(files.filter((file) => file !== WRITER).sort()).toEqual(Object.keys(KEPT).sort())
  })

  it.each(Object.entries(KEPT))('PAGE-01 knows every name that %s writes', (file, known) => {
    const source = sourceOf(file)
    expect(times(source, WRITES) + times(source, OWN_WRITES)).toBe(WRITES_OF[file] ?? 1)
    if (NAMED_ELSEWHERE.includes(file)) return
    expect(namesIn(source)).toEqual(known.map((name) => name.replace(/_$/, '')).sort())
  })

  it.each(['de', 'en'] as const)('PAGE-01 names each of them (%s)', (language) => {
    const told = JSON.stringify(DATAPOLICY[language].find(({ id }) => id === 'cookies')?.blocks)
    const missing = Object.values(KEPT)
      .flat()
      .filter((name) => !new RegExp(`(?<![\\w-])${name.replace('.', '\\.')}(?![\\w-]*[a-z])`).test(told))
    expect(missing).toEqual([])
  })
})
