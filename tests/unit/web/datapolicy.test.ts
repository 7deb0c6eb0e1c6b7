/** The privacy text names everything that the shop keeps in a browser. */
import { describe, expect, it } from 'vitest'
import { DATAPOLICY } from '../../../web/i18n/texts/datapolicy.ts'

/** Every file that writes a cookie or the browser's storage, and the names that it writes. */
const KEPT: Record<string, string[]> = {
  'web/app/snow-switch.ts': ['snow'],
  'web/cart/presale-code.ts': ['presale-code'],
  'web/consent/tracking.ts': ['tracking'],
  'web/data/visit.ts': ['visit', 'x-visit'],
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
  'worker/http/queue-cookies.ts': ['place', 'pass'],
  'worker/http/session.ts': ['cart'],
}
const WRITES =
  /document\.cookie = |Reflect\.set\(document, 'cookie'|\.setItem\(|writeSignedCookie\(http|setCookie\(http, cookieName/
const SOURCES = import.meta.glob<string>(['../../../web/**/*.{ts,tsx}', '../../../worker/**/*.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
/** Signs and writes what others name. */
const WRITER = 'worker/http/signed-cookie.ts'

describe('the privacy text', () => {
  it('PAGE-01 knows every file that keeps something in the browser', () => {
    const files = Object.entries(SOURCES).flatMap(([path, source]) => (WRITES.test(source) ? [path.slice(9)] : []))
    expect(files.filter((file) => file !== WRITER).sort()).toEqual(Object.keys(KEPT).sort())
  })

  it.each(['de', 'en'] as const)('PAGE-01 names each of them (%s)', (language) => {
    const told = JSON.stringify(DATAPOLICY[language].find(({ id }) => id === 'cookies')?.blocks)
    const missing = Object.values(KEPT)
      .flat()
      .filter((name) => !new RegExp(`(?<![\\w-])${name.replace('.', '\\.')}(?![\\w-]*[a-z])`).test(told))
    expect(missing).toEqual([])
  })
})
