/** Tests the home pages, the newsletter, the search field and the minicart on a desktop and on a phone. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOfKey } from '../../schema/owner-mark.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { fillCart } from '../support/filled-cart.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { SHELL_BAND, shellCatalogue } from '../support/shell-catalogue.ts'

/** The popup of the newsletter waits for this time. */
const POPUP_DELAY_MS = 15_000

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: shellCatalogue }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const band = (path = '') => `${shop.url}/${SHELL_BAND}${path}`
const newEmail = () => `ida-${crypto.randomUUID()}@example.org`

/** Returns the number of the visible slide, counted from one. */
async function visibleSlide(page: Page): Promise<number> {
  const dots = await page
    .getByRole('region', { name: 'Neuigkeiten' })
    .getByRole('button', { name: /zeigen$/ })
    .all()
  const marks = await Promise.all(dots.map((dot) => dot.getAttribute('aria-current')))
  return marks.indexOf('true') + 1
}

/** Whether flakes are painted inside and outside the first picture of the slider. */
function paintedSnow(page: Page): Promise<{ isOnPicture: boolean; isElsewhere: boolean }> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.snow canvas')
    const picture = document.querySelector('.hero-picture')?.getBoundingClientRect()
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    if (!canvas || !picture || !pixels) throw new Error('there is no snow')
    const scale = canvas.width / innerWidth
    const painted = { isOnPicture: false, isElsewhere: false }
    for (let index = 3; index < pixels.data.length; index += 4) {
      if (!pixels.data[index]) continue
      const at = (index - 3) / 4
      const [x, y] = [(at % canvas.width) / scale, Math.floor(at / canvas.width) / scale]
      const isInside =
        x >= picture.left - 1 && x <= picture.right + 1 && y >= picture.top - 1 && y <= picture.bottom + 1
      painted[isInside ? 'isOnPicture' : 'isElsewhere'] = true
    }
    return painted
  })
}

/** How often the page shows each file of the catalogue, apart from the photos of products. */
async function pictureCounts(page: Page): Promise<number[]> {
  const sources = await page
    .locator('main img:not(.product-tile img)')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''))
  const files = sources.flatMap((source) => /^\/images\/([^/]+)\//.exec(source)?.[1] ?? []).map(contentOfKey)
  return [...Map.groupBy(files, (file) => file).values()].map((uses) => uses.length)
}

/**
 * Returns a function that waits until the popup has started its timer. Earlier, setting the clock forward would have no effect
 * on the popup, which loads after the page runs. Call it after the clock is installed, whose timer it wraps.
 */
async function noteLongTimers(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript((delayMs) => {
    const start = window.setTimeout.bind(window)
    window.setTimeout = ((handler: () => void, delay?: number, ...given: unknown[]) => {
      if (delay === delayMs) document.documentElement.dataset.popupWaits = ''
      return start(handler, delay, ...given)
    }) as typeof window.setTimeout
  }, POPUP_DELAY_MS)
  return () => page.locator('html[data-popup-waits]').waitFor({ state: 'attached' })
}

describe('the fonts of a page', () => {
  it('SHOP-08 are subsets, and a foreign letter loads its font', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
    })
    await page.goto(shop.url)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Warenkorb/ })
      .waitFor()
    await page.evaluate(() => document.fonts.ready)
    expect(fonts).not.toEqual([])
    expect(fonts.filter((path) => !path.includes('.core'))).toEqual([])
    const extension = page.waitForRequest((request) => request.url().includes('-latin-ext-'))
    await page.evaluate(() => document.body.append('Łódź'))
    await extension
    // The subset has the letter ó, so the complete Latin font is not loaded for it.
    await page.evaluate(() => document.fonts.ready)
    expect(fonts.filter((path) => !/\.core|-latin-ext-/.test(path))).toEqual([])
    expect(faults).toEqual([])
  })
})

describe('the main shop', () => {
  it('HOME-02 offers the newsletter on a phone in a low bar, from the second page on, until the fan closes the bar', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.clock.install()
    const bar = page.getByRole('region', { name: 'Newsletter', exact: true })
    const popup = page.getByRole('dialog', { name: 'Newsletter' })
    const popupWaits = await noteLongTimers(page)
    const openHome = async (isReady: () => Promise<unknown>) => {
      await page.goto(shop.url)
      await isReady()
      await page.clock.fastForward(20_000)
    }
    await openHome(popupWaits)
    expect(await bar.or(popup).count()).toBe(0)
    await openHome(popupWaits)
    await bar.waitFor()
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) * 0.15)
    expect(await accessibilityViolations(page)).toEqual([])
    await bar.getByRole('button', { name: 'Anmelden' }).press('Enter')
    const email = popup.getByLabel('E-Mail-Adresse')
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await bar.count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])

    await openHome(popupWaits)
    await bar.getByRole('button', { name: 'Nicht mehr zeigen' }).press('Enter')
    expect(await bar.count()).toBe(0)
    // The popup starts no timer now. The part of the page that loads it counts the pages of the visit, up to two.
    await page.evaluate(() => sessionStorage.setItem('page_views', '1'))
    await openHome(() => expect.poll(() => page.evaluate(() => sessionStorage.getItem('page_views'))).toBe('2'))
    expect(await bar.or(popup).count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it("HOME-01, HOME-02, SRCH-01 shows the home page's parts in order, opens suggestions by keyboard and mouse, and offers the newsletter from the second page on, until the fan refuses it", async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.clock.install()
    const popupWaits = await noteLongTimers(page)
    await page.goto(shop.url)
    const main = page.getByRole('main')
    const parts = [
      main.getByRole('heading', { level: 1, name: 'feature 1' }),
      main.getByRole('heading', { name: 'Frisch eingetroffen' }),
      main.getByRole('region', { name: 'Neuigkeiten' }),
      main.getByRole('heading', { name: 'Auf Tour' }),
      main.getByRole('heading', { name: 'Gerade heiß' }),
      main.getByRole('heading', { name: 'Frisch im Regal' }),
      main.getByRole('heading', { name: 'Die nächsten Abende' }),
      main.getByRole('heading', { name: 'Wer hier spielt' }),
    ]
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? Number.NaN))
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect(await main.getByRole('heading', { name: /^hot \d$/ }).count()).toBe(4)
    expect(await main.getByRole('heading', { name: /^feature [234]$/ }).count()).toBe(3)
    await main.getByRole('link', { name: 'Sendepause' }).waitFor()

    // The cart button appears once the page runs. Before that, a letter opens no suggestions.
    const cartButton = page.getByRole('banner').getByRole('button', { name: /Warenkorb/ })
    await cartButton.waitFor()
    const search = page.getByRole('banner').getByRole('combobox')
    await page.getByRole('banner').getByRole('searchbox').fill('f')
    await search.press('u')
    await search.press('n')
    const options = page.getByRole('option')
    await options.first().waitFor()
    expect(await options.count()).toBeLessThanOrEqual(10)
    await search.press('ArrowDown')
    expect(await search.getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'))
    expect(await accessibilityViolations(page)).toEqual([])
    await search.press('ArrowUp')
    expect(await search.getAttribute('aria-activedescendant')).toBeNull()
    await search.press('Escape')
    await options.first().waitFor({ state: 'detached' })
    expect(await search.inputValue()).toBe('fun')

    // The popup stays closed while a field has the focus, and opens after the fan has left the field.
    const popup = page.getByRole('dialog', { name: 'Newsletter' })
    await popupWaits()
    await page.clock.fastForward(20_000)
    expect(await popup.count()).toBe(0)
    // On the first page of the visit, it does not open at all.
    await search.blur()
    await page.clock.fastForward(60_000)
    expect(await popup.count()).toBe(0)
    await page.reload()
    await cartButton.waitFor()
    await popupWaits()
    await search.or(page.getByRole('banner').getByRole('searchbox')).first().focus()
    await page.clock.fastForward(20_000)
    expect(await popup.count()).toBe(0)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.fastForward(20_000)
    await popup.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    const before = await popup.boundingBox()
    await popup.getByRole('button', { name: /^Verschieben/ }).press('ArrowLeft')
    await expect.poll(async () => (await popup.boundingBox())?.x).toBeLessThan(before?.x ?? 0)
    await popup.getByRole('button', { name: 'Nicht mehr zeigen' }).click()
    await page.reload()
    await search.or(page.getByRole('banner').getByRole('searchbox')).first().waitFor()
    await page.clock.fastForward(60_000)
    expect(await popup.count()).toBe(0)

    await page.getByRole('banner').getByRole('searchbox').fill('rausch')
    await options.first().waitFor()
    await search.press('ArrowDown')
    await search.press('Enter')
    await page.waitForURL('**/products/funk-hemd')
    // When a page appears, it takes the focus, and the list of suggestions closes.
    await page.getByRole('heading', { level: 1, name: 'Rauschen' }).waitFor()
    await page.getByRole('banner').getByRole('combobox').fill('neonlicht')
    await options.first().waitFor()
    await search.press('Enter')
    await page.waitForURL('**/search/neonlicht')
    await page.getByRole('heading', { level: 1, name: 'neonlicht' }).waitFor()
    await page.getByRole('banner').getByRole('combobox').fill('rausch')
    await options.first().waitFor()
    await options.first().click()
    await page.waitForURL('**/products/funk-hemd')
    expect(faults).toEqual([])
  })

  it('SRCH-01 suggests matches for what a fan has typed before the scripts run', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const { promise: typed, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/main-*.js', async (route) => {
      await typed
      await route.continue()
    })
    await page.goto(shop.url, { waitUntil: 'commit' })
    await page.getByRole('banner').getByRole('searchbox').pressSequentially('fun')
    release()
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('banner').getByRole('combobox').inputValue()).toBe('fun')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('NEWS-01 takes a sign-up in its footer, and explains missing input, failures and success', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(`${shop.url}/contact?lang=en`)
    const footer = page.getByRole('contentinfo')
    const alert = footer.getByRole('alert')
    const email = footer.getByLabel('Email address')
    const send = () => footer.getByRole('button', { name: 'Sign up' }).click()
    await email.fill('ida@example')
    await send()
    await alert.getByText('doesn’t look like an email address').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
    await email.fill('too-many@example.org')
    await send()
    await alert.getByText('Please tick the box').waitFor()
    await footer.getByRole('checkbox', { name: /privacy notice/ }).check()
    await send()
    await alert.getByRole('link', { name: 'To the contact page' }).waitFor()
    await email.fill('fails@example.org')
    await send()
    await alert.getByText('Something went wrong').waitFor()
    const fresh = newEmail()
    await email.fill(fresh)
    await footer.getByRole('checkbox', { name: /go on sale/ }).check()
    await send()
    await footer.getByText('Great! Now check your inbox and confirm.').waitFor()
    await shop.mailTo(fresh, 'bestätige')
    await page.reload()
    await email.fill(fresh)
    await footer.getByRole('checkbox', { name: /privacy notice/ }).check()
    await send()
    await alert.getByText('already signed up').waitFor()
    expect(faults).toEqual([])
  })
})

describe('the pictures of a home page', () => {
  it('HOME-01, HOME-03 show no file more than twice, whoever owns it, in the main shop and in a band shop', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(shop.url)
    await page.getByRole('heading', { name: 'Wer hier spielt' }).waitFor()
    expect(Math.max(...(await pictureCounts(page)))).toBe(2)
    await page.goto(band())
    await page.getByRole('link', { name: 'Sendepause' }).waitFor()
    expect(Math.max(...(await pictureCounts(page)))).toBe(2)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe("a band's home page", () => {
  it('HOME-03, HOME-04, HOME-05, SHELL-03, SHELL-04 shows tabs, a filter, slides, snow, a video after consent, and channels on a phone', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    const videoRequests: string[] = []
    await page.route('https://www.youtube-nocookie.com/**', async (route) => {
      videoRequests.push(route.request().url())
      await route.fulfill({ contentType: 'text/html', body: '<title>film</title>' })
    })
    await page.clock.install()
    const answer = await page.goto(band())
    expect(answer?.headers()['content-security-policy']).toContain('frame-src https://www.youtube-nocookie.com')
    const main = page.getByRole('main')

    const tabs = main.getByRole('tab')
    expect(await tabs.allInnerTexts()).toEqual([
      expect.stringMatching(/tickets/i),
      expect.stringMatching(/ausrüstung/i),
    ])
    const rows = main.locator('.event-row')
    // The server renders the concerts. The filter works once the page runs.
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Warenkorb/ })
      .waitFor()
    expect(await rows.count()).toBe(2)
    expect(await rows.first().innerText()).toContain('19:00')
    await main.getByText('Kein Einlass mit Glas.').waitFor()
    await main.getByRole('combobox', { name: 'Stadt' }).selectOption('Leipzig')
    expect(await rows.count()).toBe(1)
    await main.getByRole('checkbox', { name: 'Ausverkaufte ausblenden' }).check()
    await main.getByText('Nimm einen Filter weg').waitFor()
    await main.getByRole('combobox', { name: 'Stadt' }).selectOption('')
    expect(await rows.count()).toBe(1)
    await tabs.nth(1).click()
    await main.getByRole('link', { name: 'Rauschen' }).waitFor()
    expect(await rows.first().isVisible()).toBe(false)

    // One tap opens the search, and its field has the focus.
    await page.getByRole('banner').getByRole('button', { name: 'Suche', exact: true }).tap()
    const field = page.locator('#phone-search input')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    // The list is filled before anything is typed.
    await page.getByRole('option', { name: /Leipzig/ }).waitFor()
    await page.keyboard.type('rau')
    await page.getByRole('option', { name: /Rauschen.*30,00/ }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Suche schließen' }).tap()
    await field.waitFor({ state: 'hidden' })

    // The clicks above have left the mouse over the slider, which stops while it is there.
    await page.mouse.move(1, 1)
    expect(await visibleSlide(page)).toBe(1)
    await page.clock.fastForward(7_500)
    await expect.poll(() => visibleSlide(page)).toBe(2)
    await main.getByRole('button', { name: 'Anhalten' }).click()
    await page.clock.fastForward(30_000)
    expect(await visibleSlide(page)).toBe(2)

    await page.locator('.snow canvas[data-flakes="40"]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Schnee anhalten' }).click()
    expect(await page.locator('.snow').count()).toBe(0)

    expect(await accessibilityViolations(page)).toEqual([])
    expect(videoRequests).toEqual([])
    expect(await page.locator('iframe').count()).toBe(0)
    await main.getByRole('button', { name: 'Video abspielen' }).click()
    await page.locator('iframe').waitFor()
    await expect.poll(() => videoRequests).toEqual(['https://www.youtube-nocookie.com/embed/aMpElKaPuTt?autoplay=1'])

    const channels = page.getByRole('contentinfo').getByRole('navigation', { name: 'Folgen' }).getByRole('link')
    const names = await channels.allInnerTexts()
    expect(names.toSorted()).toEqual(
      'Apple Music,Facebook,Funkloch,Instagram,Spotify,Telegram,TikTok,Twitch,Website,X,YouTube,b.example'.split(','),
    )
    expect(await channels.locator('svg').count()).toBe(names.length)
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('heading', { name: 'Funkspruch' }).waitFor()
    expect(await footer.getByRole('link', { name: /Tickets & Bestellungen/ }).getAttribute('href')).toBe(
      'https://konto.example/funkloch',
    )
    expect(faults).toEqual([])
  })

  it('SHELL-04 lets no snow fall over the bars at the bottom of a phone, nor in the checkout', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(band('/events/funk-kantine'))
    const snow = page.locator('.snow')
    const bars = [page.getByRole('region', { name: 'Deine Auswahl' }), page.locator('.mobile-cart-bar')]
    const layerOf = (element: Locator) => element.evaluate((box) => Number(getComputedStyle(box).zIndex))
    await snow.waitFor({ state: 'attached' })
    await fillCart(page, { url: shop.url, band: SHELL_BAND }, { products: { 'funk-hemd': 1 } })
    for (const [index, path] of ['/events/funk-kantine', '/products/funk-hemd'].entries()) {
      await page.goto(band(path))
      await snow.waitFor({ state: 'attached' })
      const bar = bars[index]
      await bar?.waitFor()
      expect(bar && (await layerOf(bar))).toBeGreaterThan(await layerOf(snow))
    }

    // The snow runs already, so that it is not absent only because it has not loaded.
    await page.getByRole('link', { name: /Warenkorb \(1\)/ }).tap()
    await page.waitForURL('**/checkout')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await snow.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('HOME-03, SHELL-04 stands still under reduced motion, and its slides pause under the mouse', async () => {
    const still = await newVisitor(browser, { ...DESKTOP, reducedMotion: 'reduce' })
    await still.page.clock.install()
    await still.page.goto(band())
    await still.page.getByRole('button', { name: 'Abspielen', exact: true }).waitFor()
    await still.page.locator('.snow').waitFor({ state: 'attached' })
    await still.page.clock.fastForward(30_000)
    expect(await visibleSlide(still.page)).toBe(1)
    expect(await still.page.locator('.snow canvas').getAttribute('data-flakes')).toBeNull()
    // Without snow there is nothing to stop, so the button is hidden.
    await still.page.getByText('Schnee anhalten').waitFor({ state: 'hidden' })
    // On a desktop the page shows the contents of both tabs below each other.
    await still.page.getByRole('main').getByRole('link', { name: 'Rauschen' }).waitFor()
    await still.page.getByRole('main').locator('.event-row').first().waitFor()

    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.clock.install()
    await page.goto(band())
    await page.getByRole('button', { name: 'Anhalten', exact: true }).waitFor()
    await page.locator('.snow canvas[data-flakes="200"]').waitFor({ state: 'attached' })
    await page.getByRole('region', { name: 'Neuigkeiten' }).hover()
    await page.clock.fastForward(30_000)
    expect(await visibleSlide(page)).toBe(1)
    // Snow falls in front of the picture, and over no text.
    expect(await paintedSnow(page)).toEqual({ isOnPicture: true, isElsewhere: false })
    // `slides_custom_pager` shows titles instead of dots.
    await page.getByRole('button', { name: 'feature 2 zeigen' }).getByText('feature 2').click()
    await expect.poll(() => visibleSlide(page)).toBe(2)
    expect([...faults, ...still.faults]).toEqual([])
  })
})

describe('the slider of a phone', () => {
  it('HOME-03 shows the words of a lower slide in the middle of the space below its picture', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(band())
    const slides = await page.locator('.slider > div').evaluateAll((all) =>
      all.map((slide) => {
        const [box, picture, words] = [slide, ...slide.querySelectorAll('.hero-picture, .hero-text')].map((part) =>
          part.getBoundingClientRect(),
        )
        if (!box || !picture || !words) throw new Error('the slide lacks a part')
        const { rowGap, paddingBottom } = getComputedStyle(slide.querySelector('.hero-grid') ?? slide)
        return {
          height: box.height,
          words: words.height,
          above: words.top - picture.bottom - Number.parseFloat(rowGap),
          below: box.bottom - words.bottom - Number.parseFloat(paddingBottom),
        }
      }),
    )
    const [low, high] = slides
    expect(slides.length).toBe(2)
    expect([low?.height, (low?.words ?? 0) < (high?.words ?? 0)]).toEqual([high?.height, true])
    expect(low?.above).toBeGreaterThan(0)
    expect(low?.below).toBeCloseTo(low?.above ?? Number.NaN, 0)
    expect(high?.below).toBeCloseTo(0, 0)
    expect(faults).toEqual([])
  })
})

describe('the minicart', () => {
  it('SHELL-01, SHELL-02 opens when tickets are added and under the mouse, suggests related items, and closes again', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.clock.install()
    await page.goto(band('/events/funk-kantine'))
    await page.getByRole('main').getByRole('button', { name: 'In den Warenkorb' }).click()
    const minicart = page.getByRole('region', { name: 'Warenkorb' })
    // The jump of the clock would end the request for the suggestions.
    await minicart.getByRole('link', { name: /Rauschen/ }).waitFor()
    // No timer closes the minicart that opened when the tickets were added.
    await page.clock.fastForward(20_000)
    expect(await minicart.isVisible()).toBe(true)
    const summary = page.getByRole('banner').getByRole('button', { name: /^Warenkorb: 2 Artikel/ })
    await page.getByRole('banner').getByTestId('countdown').first().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])

    await minicart.getByRole('button', { name: 'Weiter stöbern' }).click()
    await minicart.waitFor({ state: 'detached' })
    await page.mouse.move(10, 600)
    await summary.hover()
    await minicart.waitFor()
    await page.mouse.move(10, 600)
    await minicart.waitFor({ state: 'detached' })
    await summary.click()
    await minicart.waitFor()
    await page.getByRole('main').click({ position: { x: 5, y: 5 } })
    await minicart.waitFor({ state: 'detached' })
    await summary.hover()
    await minicart.getByRole('link', { name: /Rauschen/ }).click()
    await page.waitForURL('**/products/funk-hemd')
    await minicart.waitFor({ state: 'detached' })
    await page.mouse.move(10, 600)
    await summary.hover()
    await minicart.getByRole('link', { name: 'Zum Warenkorb' }).click()
    await page.waitForURL('**/checkout')
    await minicart.waitFor({ state: 'detached' })

    // On a phone a bar at the bottom shows the total and the countdown.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(band())
    const bar = page.getByRole('link', { name: /Warenkorb \(2\)/ })
    await bar.waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'AGB' }).click()
    await page.waitForURL('**/terms')
    await page.locator('[popovertarget=menu]').first().click()
    await page.locator('#menu:popover-open').waitFor()
    await page.goBack()
    await page.locator('#menu').waitFor({ state: 'hidden' })
    await bar.waitFor()
    expect(await bar.innerText()).toMatch(/40,00.*/s)
    expect(await bar.getByTestId('countdown').innerText()).toMatch(/^noch \d\d:\d\d\sMin reserviert$/)
    expect(faults).toEqual([])
  })

  it.each([
    ['phone', PHONE, 'smooth'],
    ['phone in landscape', { ...PHONE, viewport: { width: 844, height: 390 } }, 'smooth'],
    ['desktop with reduced motion', { ...DESKTOP, reducedMotion: 'reduce' as const }, 'auto'],
  ])(
    'SHELL-02 (%s) scrolls to an added line, and to a line whose amount has grown, if the cart is long',
    async (_name, options, behavior) => {
      const { page, faults } = await newVisitor(browser, options)
      await page.goto(`${shop.url}/${shop.band}/contact`)
      await fillCart(page, shop, { events: { club: 2, 'club-both': 1, moved: 1 } })
      await fillCart(page, shop, { products: { [shop.shirt]: 1, 'nachtwerk-cap': 1 } })
      const minicart = page.getByRole('region', { name: 'Warenkorb' })
      const line = minicart.getByRole('listitem').filter({ hasText: 'M' }).filter({ hasText: 'Neonlicht' }).last()
      const isInView = () =>
        line.evaluate((item) => {
          const list = item.parentElement?.getBoundingClientRect()
          const footer = item.closest('section')?.querySelector('footer')?.getBoundingClientRect()
          const { top, bottom } = item.getBoundingClientRect()
          return list && footer && top >= Math.max(list.top, 0) - 1 && bottom <= footer.top + 1
        })
      for (const amount of [1, 2]) {
        await page.goto(`${shop.url}/${shop.band}/products/${shop.shirt}`)
        const main = page.getByRole('main')
        await main.getByRole('radio', { name: 'M', exact: true }).check()
        await main.getByRole('button', { name: 'In den Warenkorb' }).click()
        await minicart.waitFor()
        await expect.poll(() => line.locator('output').innerText()).toBe(String(amount))
        await expect.poll(isInView).toBe(true)
        const list = minicart.getByRole('list').first()
        expect(await list.evaluate((element) => getComputedStyle(element).scrollBehavior)).toBe(behavior)
      }
      expect(faults).toEqual([])
    },
  )
})
