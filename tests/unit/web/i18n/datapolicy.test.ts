/** The privacy policy must name every cookie and storage key that the shop writes. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { COOKIES, STORAGE_KEYS } from '../../../../schema/browser-storage.ts'
import { DATAPOLICY } from '../../../../web/i18n/texts/datapolicy.ts'
import { Chapters } from '../../../../web/ui/chapters.tsx'

const SOURCES = import.meta.glob<string>(
  ['../../../../{web,worker}/**/*.{ts,tsx}', '!../../../../web/i18n/generated/**'],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
)
/** Matches code that writes cookies or browser storage. */
const WRITES =
  /\.cookie\s*=[^=]|['"]cookie['"],|\bcookieStore\b|\bindexedDB\b|\.setItem\b|(?:local|session)Storage(?!\.(?:getItem|removeItem)\b)[.[]|\bsetCookie\b|\bsetSignedCookie\b|\b(?:append|set)\(['"]set-cookie['"]/i

const LISTS = { cookies: COOKIES, 'keys of the storage': STORAGE_KEYS }

/** Returns the items of the policy’s two lists: the cookies, and the keys of the browser’s storage. */
function itemsOf(language: 'de' | 'en'): Record<keyof typeof LISTS, string[]> {
  const blocks = DATAPOLICY[language].find(({ id }) => id === 'cookies')?.blocks ?? []
  const [cookies = [], keys = []] = blocks.filter((block) => typeof block !== 'string')
  return { cookies, 'keys of the storage': keys }
}

/** Empties a name’s placeholder, because the policy translates it: `place.<room>` is `place.<Warteraum>` there. */
const withEmptyPlaceholder = (name: string) => name.replace(/<[^>]+>$/, '<>')

/** Returns the name with which an item of the policy begins. It is code. */
const nameIn = (item: string) => withEmptyPlaceholder(/^`([^`]+)`: /.exec(item)?.[1] ?? item)

describe('privacy policy', () => {
  it('PAGE-01 can name all cookies and storage keys, because only two files write them', () => {
    // By their types, both files accept only the listed names.
    const files = Object.entries(SOURCES).flatMap(([path, source]) =>
      WRITES.test(source) ? [path.replace(/^(\.\.\/)+/, '')] : [],
    )
    expect(files.sort()).toEqual(['web/data/browser-storage.ts', 'worker/http/signed-cookie.ts'])
  })

  it.each([
    ['de', 'cookies'],
    ['de', 'keys of the storage'],
    ['en', 'cookies'],
    ['en', 'keys of the storage'],
  ] as const)('PAGE-01 (%s) names all %s and no others, as code', (language, list) => {
    expect(itemsOf(language)[list].map(nameIn).sort()).toEqual(LISTS[list].map(withEmptyPlaceholder).sort())
  })

  it('PAGE-01 sets the names as code, without their backticks', () => {
    const html = renderToStaticMarkup(createElement(Chapters, { chapters: DATAPOLICY.de }))
    expect(html).toMatch(/<code[^>]*>ask\.&lt;Warteraum&gt;<\/code>: /)
    expect(html).not.toContain('`')
  })
})
