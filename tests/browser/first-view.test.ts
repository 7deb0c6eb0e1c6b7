/** Tests the first view of a page: its text without scripts, its hydration, and input before the script has loaded. */
import type { Browser, Page } from 'playwright-core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RichText } from '../../web/ui/rich-text.tsx'
import { sanitiseHtml } from '../../worker/import/html.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { htmlSoup } from '../support/html-soup.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf } from './fan.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const urlOf = (path: string) => `${shop.url}/${shop.band}${path}`
const pages = () => [
  '',
  '/categories',
  '/categories/shirts',
  '/artists',
  '/events',
  `/events/${shop.seatedEvent}`,
  `/events/${shop.clubEvent}`,
  `/products/${shop.shirt}`,
  '/search/nacht',
  '/faq',
  '/terms',
  '/contact',
  '/datapolicy',
  '/jobs',
  '/kulturpass',
  `/bundle/${shop.bundle}`,
]

describe('the first view', () => {
  it('SEO-01 has a headline and text without scripts', async () => {
    const { page } = await newVisitor(browser, { ...PHONE, javaScriptEnabled: false })
    for (const path of pages()) {
      await page.goto(urlOf(path))
      expect(await page.locator('main h1').first().textContent(), path).not.toBe('')
      expect(await page.locator('main').innerText(), path).toMatch(/\S{3,}/)
    }
  })

  it('SHELL-01 is not painted before the browser has the whole header, and words beside a picture', async () => {
    for (const path of pages()) {
      const html = await (await fetch(urlOf(path), { headers: { accept: 'text/html' } })).text()
      const [, awaited = ''] = /<link rel="expect" href="#([^"]+)" blocking="render">.*<\/head>/.exec(html) ?? []
      const end = html.indexOf(`id="${awaited}"`)
      const shifting = [
        '</header>',
        ...(/^\/(events|products|bundle)\//.test(path) ? ['<article', '<h1', 'fetchPriority="high"'] : []),
      ]
      for (const part of shifting) {
        expect(html.includes(part), `${path} ${part}`).toBe(true)
        expect(end, `${path} ${part}`).toBeGreaterThan(html.indexOf(part))
      }
    }
  })

  it('SHELL-01 asks for its styles before its script, and for no icon of the main shop', async () => {
    const html = await (await fetch(shop.url, { headers: { accept: 'text/html' } })).text()
    expect(html).toMatch(/<link rel="stylesheet".*<script type="module"/s)
    expect(html).toContain('<link rel="icon" href="data:image/svg+xml,')
  })

  it('SHELL-01 says so if its application cannot be loaded, and loads again on a press', async () => {
    for (const { path, live } of [
      { path: '/categories', live: (page: Page) => page.getByRole('button', { name: 'Warenkorb' }) },
      { path: '/checkout', live: (page: Page) => page.getByRole('heading', { name: 'Hier ist noch nichts drin' }) },
    ]) {
      const { page } = await newVisitor(browser, PHONE)
      const isVendor = (url: URL) => /\/assets\/vendor-/.test(url.pathname)
      await page.route(isVendor, (route) => route.abort())
      await page.goto(urlOf(path))
      const alert = page.getByRole('alert').filter({ hasText: 'Diese Seite ist nicht ganz geladen.' })
      await alert.waitFor()
      await page.unroute(isVendor)
      await alert.getByRole('link', { name: 'Neu laden' }).click()
      await live(page).first().waitFor()
      expect(await alert.count()).toBe(0)
      expect(page.url()).toBe(urlOf(path))
      await page.context().close()
    }
  })

  it('CHK-01, SHELL-01 of the checkout has the bare header, without menu, search and cart', async () => {
    const silent = await newVisitor(browser, { ...PHONE, javaScriptEnabled: false })
    const { page, faults } = await newVisitor(browser, DESKTOP)
    for (const { of, isLoaded } of [
      { of: silent.page, isLoaded: false },
      { of: page, isLoaded: true },
    ]) {
      await of.goto(urlOf('/checkout'))
      if (isLoaded)
        await of
          .getByRole('contentinfo')
          .getByRole('link', { name: /^Impressum/ })
          .waitFor()
      const header = of.getByRole('banner')
      expect(await header.getByRole('link').allInnerTexts()).toEqual(['Nachtwerk', 'Hilfe'])
      expect(await header.getByRole('button').count()).toBe(0)
      expect(await of.getByRole('search').count()).toBe(0)
    }
    await page.getByRole('heading', { level: 1, name: 'Hier ist noch nichts drin' }).waitFor()
    expect(await page.title()).toBe('Hier ist noch nichts drin – Nachtwerk')
    expect(await page.locator('title').count()).toBe(1)
    expect(faults).toEqual([])
    await page.context().close()
    await silent.page.context().close()
  })

  it('PAGE-03, SHOP-11 of a missing page and an unknown path has a headline, a link home and a robots tag without scripts, and hydrates without errors', async () => {
    const silent = await newVisitor(browser, { ...PHONE, javaScriptEnabled: false })
    const { page, faults } = await newVisitor(browser, DESKTOP)
    for (const [base, path] of [
      ['', '/products/nie'],
      [`/${shop.band}`, '/products/nie'],
      ['', '/nix-da'],
      [`/${shop.band}`, '/nix/da'],
    ] as const) {
      const missing = `${shop.url}${base}${path}`
      await silent.page.goto(missing)
      const main = silent.page.locator('main')
      expect(await main.locator('h1').innerText()).not.toBe('')
      expect(await main.locator(`a[href="${base === '' ? '/' : base}"]`).count()).toBe(1)
      expect(await silent.page.locator('meta[name="robots"]').count()).toBe(1)
      await page.goto(missing)
      await page.locator('footer').first().waitFor()
      await page.locator('main h1').waitFor()
      expect(await page.locator('meta[name="robots"]').count()).toBe(1)
    }
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
    await page.context().close()
    await silent.page.context().close()
  })

  it.each([
    ['desktop', DESKTOP, 'de'],
    ['phone', PHONE, 'en'],
  ] as const)('SHELL-05 hydrates without errors on a %s, and axe finds no violation', async (_, device, language) => {
    const { page, faults } = await newVisitor(browser, device)
    for (const path of pages()) {
      await page.goto(`${urlOf(path)}?lang=${language}`)
      await page.locator('footer').first().waitFor()
      // React reports a hydration mismatch as an error of the page.
      expect(faults, path).toEqual([])
      expect(await accessibilityViolations(page), path).toEqual([])
    }
  })

  it('PROD-02 contains only catalogue HTML that the browser parses as React expects', async () => {
    const { page } = await newVisitor(browser, DESKTOP)
    const soup = htmlSoup(600)
    const rendered = soup.map((html) => renderToStaticMarkup(createElement(RichText, { html: sanitiseHtml(html) })))
    // The XML parser builds the tree that React expects. The HTML parser builds the tree that React finds on the page.
    const changed = await page.evaluate((texts) => {
      const parser = new DOMParser()
      return texts.flatMap((text, index) => {
        const meant = parser.parseFromString(
          text.replaceAll('colSpan', 'colspan').replace('<div', '<div xmlns="http://www.w3.org/1999/xhtml"'),
          'application/xml',
        )
        meant.documentElement.removeAttribute('xmlns')
        const [found, ...more] = parser.parseFromString(`<!doctype html><body>${text}`, 'text/html').body.childNodes
        return found?.isEqualNode(meant.documentElement) && more.length === 0 ? [] : [index]
      })
    }, rendered)
    expect(changed.map((index) => ({ given: soup[index], rendered: rendered[index] }))).toEqual([])
    await page.context().close()
  })

  it('CART-07 replays a choice, a typed text and a press made before its script has loaded', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/vendor-*.js', async (route) => {
      await isReleased
      await route.continue()
    })
    const scriptRequest = page.waitForRequest('**/assets/vendor-*.js')
    await page.goto(urlOf(`/products/${shop.shirt}?utm_source=brief`), { waitUntil: 'commit' })
    await scriptRequest
    const fan = fanOf(page, 'de')
    await fan.main.getByRole('radio', { name: 'S' }).check()
    await page.getByRole('banner').getByRole('searchbox').fill('nacht')
    await fan.press(fan.words.addToCart)
    expect(
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Warenkorb/ })
        .count(),
    ).toBe(0)
    release()
    await page.getByRole('button', { name: /^Warenkorb: 1 Artikel/ }).waitFor()
    await page.getByRole('banner').getByRole('searchbox').press('Enter')
    await page.waitForURL('**/search/nacht')
    expect(faults).toEqual([])
  })

  it('PIC-01 loads the application after the main picture, or after a second if the picture does not arrive', async () => {
    for (const arrives of [true, false]) {
      const { page, faults } = await newVisitor(browser, PHONE)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(/\/images\/.*\.(avif|jpg)$/, async (route) => {
        await released
        await route.continue()
      })
      // Timers and frames wait until the test lets the time pass.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 1000)
      await page.goto(urlOf(`/products/${shop.shirt}`), { waitUntil: 'commit' })
      const picture = page.locator('main img[fetchpriority="high"]').first()
      await picture.waitFor()
      await page.evaluate(() =>
        new Promise((painted) => new PerformanceObserver(painted).observe({ type: 'paint', buffered: true })).then(
          () => {},
        ),
      )
      const chunks = page.locator('link[rel="modulepreload"]')
      await page.clock.runFor(900)
      expect(await chunks.count()).toBe(0)
      if (arrives) {
        release()
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
      }
      await expect
        .poll(async () => {
          await page.clock.runFor(arrives ? 16 : 100)
          return chunks.count()
        })
        .toBeGreaterThan(0)
      release()
      expect(faults).toEqual([])
      await page.context().close()
    }
  })

  it('PIC-01 loads the lazy pictures of a phone after the first paint, also if no script arrives', async () => {
    for (const hasScripts of [true, false]) {
      const { page } = await newVisitor(browser, PHONE)
      if (!hasScripts) await page.route('**/*.js', (route) => route.abort())
      await page.goto(urlOf('/categories'), { waitUntil: 'commit' })
      const loaded = () =>
        page.evaluate(() => {
          const lazy = [...document.querySelectorAll<HTMLImageElement>('main img[loading="lazy"]')]
          const paths = new Set(lazy.filter(({ complete }) => complete).map(({ currentSrc }) => currentSrc))
          const requests = performance.getEntriesByType('resource').filter(({ name }) => paths.has(name))
          const [paint] = performance.getEntriesByName('first-contentful-paint')
          return paint ? requests.map(({ startTime }) => startTime > paint.startTime) : []
        })
      await expect.poll(async () => (await loaded()).length).toBeGreaterThan(0)
      expect(new Set(await loaded())).toEqual(new Set([true]))
      await page.context().close()
    }
  })
})
