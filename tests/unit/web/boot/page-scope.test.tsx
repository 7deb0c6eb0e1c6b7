import { Suspense, use } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { expect, it } from 'vitest'
import type { Locale } from '../../../../schema/locale.ts'
import type { PageData } from '../../../../schema/page-data.ts'
import { withPage } from '../../../../web/boot/page-scope.ts'
import { createPageState } from '../../../../web/boot/page-start.ts'
import { operationKey, queryClient } from '../../../../web/data/query.ts'
import { renderTime } from '../../../../web/data/server-clock.ts'
import { formatDate, formatLonePrice } from '../../../../web/i18n/format.ts'
import { m } from '../../../../web/i18n/generated/messages.js'
import { useIsTouch } from '../../../../web/ui/touch.ts'

const DAY = Date.UTC(2026, 11, 5, 12)

function pageData(locale: Locale): PageData {
  const isEnglish = locale === 'en'
  return {
    locale,
    shop: {
      id: 'sh_1',
      slug: locale,
      name: 'Stagedoor',
      domain: null,
      basePath: '',
      defaultLocale: 'de',
      isBand: isEnglish,
      isLocked: false,
      hasCustomDomain: false,
      orderMergingAllowed: false,
      meta: { trim_zero_decimals: isEnglish },
      artist: null,
      bandShops: [],
    },
    layout: 'split',
    serverNow: isEnglish ? 2 : 1,
    status: 200,
    touch: isEnglish,
    answers: [{ hash: 'hash', variables: {}, data: `answer ${locale}` }],
    waiting: null,
    guardedEvent: null,
    trackers: { analyticsUrl: null, errorUrl: null },
    sandbox: null,
    paymentScripts: {},
  }
}

function Facts() {
  const isTouch = useIsTouch()
  const answer = String(queryClient().getQueryData(operationKey('hash', {})))
  return `${m.cart_close()} ${formatDate(DAY, 'Europe/Berlin')} ${formatLonePrice(2_500)} ${renderTime()} ${isTouch} ${answer}`
}

/** Renders the facts before and after `pause`. */
function Page({ pause }: { pause: Promise<void> }) {
  const Late = () => {
    use(pause)
    return <Facts />
  }
  return (
    <p>
      <Facts />|
      <Suspense>
        <Late />
      </Suspense>
    </p>
  )
}

it('L10N-05 withPage separates the language, shop, clock, device and answers of two pages that render at the same time', async () => {
  const pauses = { de: Promise.withResolvers<void>(), en: Promise.withResolvers<void>() }
  const render = async (locale: Locale) => {
    const stream = await renderToReadableStream(<Page pause={pauses[locale].promise} />)
    await stream.allReady
    return (await new Response(stream).text()).replaceAll(/<[^>]*>|<!--[^>]*-->/g, '')
  }
  const german = withPage(createPageState(pageData('de'), '/'), () => render('de'))
  const english = withPage(createPageState(pageData('en'), '/'), () => render('en'))
  pauses.en.resolve()
  expect(await english).toMatch(/^(Close Sat 5 Dec 2026 €25 2 true answer en)\|\1$/)
  pauses.de.resolve()
  expect(await german).toMatch(/^(Schließen Sa, 05\.12\.2026 25,00\s€ 1 false answer de)\|\1$/)
})
