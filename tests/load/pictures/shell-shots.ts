/** The pictures of the search, the menu, the consent, the newsletter, static pages and errors. */
import { SHOPS } from './demo.ts'
import { plainShots, type Shot } from './shot.ts'
import type { Visit } from './visit.ts'

const NEWSLETTER_TRIES = 20
const NEWSLETTER_DELAY_MS = 20_000

async function typeInSearch(visit: Visit, text: string): Promise<void> {
  if (visit.config.isNarrow) await visit.press('shell_search')
  const field = visit.page.getByRole('banner').locator('input[type="search"]').filter({ visible: true }).first()
  await field.pressSequentially(text)
  await visit.page.getByRole('option').first().waitFor()
}

const isMain: Shot['isIn'] = ({ shop }) => shop === 'stagedoor'

const SEARCH: Shot[] = [
  {
    name: 'search-suggestions',
    isPlain: true,
    async take(visit) {
      await visit.open('/')
      await typeInSearch(visit, 'shirt')
      await visit.takeWindow()
    },
  },
  ...plainShots({
    'search-results': '/search/shirt',
    'search-misspelt': '/search/kardnal',
    'search-none': '/search/xyzzy',
  }),
]

const SHELL: Shot[] = [
  {
    name: 'menu',
    isPlain: true,
    isIn: ({ isNarrow }) => isNarrow,
    async take(visit) {
      await visit.open('/')
      await visit.press('shell_menu')
      await visit.control('button', 'shell_menu_close').waitFor()
      await visit.takeWindow()
    },
  },
  {
    name: 'minicart-empty',
    isPlain: true,
    async take(visit) {
      await visit.open('/categories')
      await visit.press('cart_empty')
      await visit.page.getByRole('region', { name: visit.words('cart_title') }).waitFor()
      await visit.takeWindow()
    },
  },
  {
    name: 'newsletter',
    isIn: ({ shop }) => SHOPS[shop].offersNewsletter,
    async take(visit) {
      const { page } = visit
      // The shop offers the newsletter after some time, but not on the first page of a visit.
      await page.addInitScript(() => sessionStorage.setItem('page_views', '2'))
      await page.clock.install()
      await visit.open('/')
      const offer = page.locator('.popup').filter({ visible: true })
      for (let tries = 0; tries < NEWSLETTER_TRIES && (await offer.count()) === 0; tries++)
        await page.clock.fastForward(NEWSLETTER_DELAY_MS)
      await offer.first().waitFor()
      await visit.takeWindow()
    },
  },
  {
    name: 'consent',
    asksForConsent: true,
    async take(visit) {
      await visit.open('/')
      await visit.control('button', 'consent_settings').waitFor()
      await visit.takeWindow()
    },
  },
  {
    name: 'consent-settings',
    asksForConsent: true,
    async take(visit) {
      await visit.open('/')
      await visit.press('consent_settings')
      await visit.dialog().waitFor()
      await visit.takeWindow()
    },
  },
  {
    name: 'gate',
    isPlain: true,
    isIn: isMain,
    expects: /401/,
    async take(visit) {
      await visit.open('/phasenschieber')
      await visit.takePage()
    },
  },
]

const STATIC: Shot[] = [
  ...plainShots({
    faq: '/faq',
    'faq-answer': '/faq/3',
    contact: '/contact',
    terms: '/terms',
    datapolicy: '/datapolicy',
    kulturpass: '/kulturpass',
  }),
  ...plainShots({
    'terms-advent': '/terms/advent',
    jobs: '/jobs',
    gamepolicy: '/gamepolicy',
    nofrills: '/nofrills',
    'faq-package': '/faq-package',
    'faq-pick-up': '/faq-pick-up',
    'faq-kiox': '/faq-kiox',
  }).map((shot) => ({ ...shot, isIn: isMain })),
  ...plainShots({ 'not-found': '/gibt-es-nicht' }).map((shot) => ({ ...shot, expects: /404/ })),
]

export const SHELL_SHOTS: readonly Shot[] = [...SEARCH, ...SHELL, ...STATIC]
