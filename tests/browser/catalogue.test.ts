/** A fan browses a band's catalogue: categories, the event list, the artist's page, products, and the Advent sale. */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { PATIENCE } from '../support/patience.ts'
import { SHELF_BAND, SHELF_COUNT, shelfCatalogue } from '../support/shelf-catalogue.ts'

/**
 * A view transition. `from` and `to` are the numbers of elements with the view-transition name `subject` before and
 * after the page is updated. `ran` says whether the animation ran.
 */
type Transition = { from: number; to: number; ran: boolean }

declare global {
  interface Window {
    /** The view transitions that `recordTransitions` has seen. */
    transitions: Promise<Transition>[]
    /** Each number of tiles that `recordTiles` has seen, in the order of time. */
    tileCounts: number[]
  }
}

function recordTiles(): void {
  window.tileCounts = []
  const count = () => {
    const tiles = document.querySelectorAll('.tile-grid .product-tile').length
    if (tiles !== window.tileCounts.at(-1)) window.tileCounts.push(tiles)
  }
  document.addEventListener('DOMContentLoaded', () => {
    count()
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true })
  })
}

function recordTransitions(): void {
  window.transitions = []
  const named = () =>
    [...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).viewTransitionName === 'subject').length
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const from = named()
    const transition = start(update)
    const ran = transition.ready.then(
      () => true,
      () => false,
    )
    window.transitions.push(ran.then((ran) => ({ from, to: named(), ran })))
    return transition
  }
}

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: shelfCatalogue }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const urlOf = (path: string) => `${shop.url}/${SHELF_BAND}${path}`

describe('a category', () => {
  it('CAT-03, CAT-04 loads eighteen products at a time, keeps its scroll position when the fan returns, and scrolls to the top on request', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(urlOf('/categories/regal-shirts'))
    const tiles = page.locator('.tile-grid .product-tile')
    expect(await tiles.count()).toBe(18)
    const grid = page.locator('.tile-grid')
    expect(await grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)).toBe(3)
    const [wide = 0, next = 1] = await tiles.evaluateAll((all) => all.slice(0, 2).map((tile) => tile.clientWidth))
    expect(wide).toBeGreaterThan(next * 1.9)
    await tiles.last().scrollIntoViewIfNeeded()
    await expect.poll(() => tiles.count()).toBe(36)
    await tiles.last().scrollIntoViewIfNeeded()
    await expect.poll(() => tiles.count()).toBe(SHELF_COUNT)

    await tiles.nth(30).scrollIntoViewIfNeeded()
    const position = await page.evaluate(() => scrollY)
    await tiles.nth(30).getByRole('link').click()
    await page.getByRole('button', { name: 'In den Warenkorb' }).waitFor()
    await page.goBack()
    await expect.poll(() => tiles.count()).toBe(SHELF_COUNT)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(position - 50)
    await page.getByRole('button', { name: 'Nach oben' }).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('CAT-04 shows the picture of a wide product as a square across the page of a phone, and two pictures as high as the row in wider windows', async () => {
    const frames = async (device: typeof PHONE | typeof DESKTOP) => {
      const { page, faults } = await newVisitor(browser, device)
      await page.goto(urlOf('/categories/regal-shirts'))
      const grid = await page.locator('.tile-grid').evaluate((list) => list.clientWidth)
      const tiles = page.locator('.tile-grid .product-tile')
      const boxesIn = (tile: Locator, selector: string) =>
        tile
          .locator(selector)
          .evaluateAll((all) => all.map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]))
      const [[wide = []], [next = []]] = [
        await boxesIn(tiles.nth(0), '.tile-frame'),
        await boxesIn(tiles.nth(1), '.tile-frame'),
      ]
      const pictures = await boxesIn(tiles.nth(0), '.tile-picture:visible')
      expect(faults).toEqual([])
      await page.context().close()
      return { grid, wide, next, pictures }
    }
    const phone = await frames(PHONE)
    expect(phone.pictures).toEqual([[phone.grid, phone.grid]])
    const { wide, next, pictures } = await frames(DESKTOP)
    const [wideWidth = 0, wideHeight = 0] = wide
    const [nextWidth = 0, nextHeight = 0] = next
    expect(wideWidth).toBeGreaterThan(nextWidth * 1.9)
    expect(Math.abs(wideHeight - nextHeight)).toBeLessThan(nextHeight * 0.05)
    expect(pictures).toHaveLength(2)
    for (const [width = 0, height = 0] of pictures) expect(width / height).toBeCloseTo(1.025, 1)
  })

  it('CAT-03 shows six products on touch devices and eighteen on others in the server-rendered HTML', async () => {
    const { page } = await newVisitor(browser, { ...PHONE, javaScriptEnabled: false })
    await page.goto(urlOf('/categories/regal-shirts'))
    expect(await page.locator('.tile-grid .product-tile').count()).toBe(6)
    await page.context().close()
    const desk = await newVisitor(browser, { ...DESKTOP, javaScriptEnabled: false })
    await desk.page.goto(urlOf('/categories/regal-shirts'))
    expect(await desk.page.locator('.tile-grid .product-tile').count()).toBe(18)
    await desk.page.context().close()
  })

  it('CAT-02 shows the chip of the current category in the row of chips on a phone', async () => {
    const { page, faults } = await newVisitor(browser, { ...PHONE, viewport: { width: 200, height: 600 } })
    await page.goto(urlOf('/categories/regal-shirts'))
    const chips = page.getByRole('navigation', { name: 'Kategorien' }).getByRole('link')
    const last = await chips.last().getAttribute('href')
    await page.goto(new URL(last ?? '', shop.url).href)
    const inView = () =>
      page.locator('.chip[aria-current]').evaluate((chip) => {
        const { left, right } = chip.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      })
    await expect.poll(inView).toBe(true)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('CAT-03 reveals the first eighteen products in steps of six on touch devices, and then requests six at a time', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    const requested: number[] = []
    page.on('request', (request) => {
      const variables = new URL(request.url()).searchParams.get('variables')
      if (variables?.includes('"after"')) requested.push((JSON.parse(variables) as { first: number }).first)
    })
    await page.addInitScript(recordTiles)
    await page.goto(urlOf('/categories/regal-shirts'))
    const tiles = page.locator('.tile-grid .product-tile')
    await expect
      .poll(async () => {
        // The page must paint once without the end of the list in view. Only then does it notice the next scroll to the end.
        await page.evaluate(() => {
          scrollTo(0, 0)
          return new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
        })
        await tiles.last().scrollIntoViewIfNeeded()
        return tiles.count()
      }, PATIENCE)
      .toBe(24)
    expect(await page.evaluate(() => window.tileCounts)).toEqual([6, 12, 18, 24])
    // Three steps load on scrolling. After that a button loads more, so that the footer can be reached.
    for (const count of [30, 36, SHELF_COUNT]) {
      await page.getByRole('button', { name: 'Mehr laden' }).tap()
      await expect.poll(() => tiles.count()).toBe(count)
    }
    expect(requested).toEqual(Array.from({ length: Math.ceil((SHELF_COUNT - 18) / 6) }, () => 6))
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('CAT-03, CAT-06 offers a retry after a failed load, and then shows products in steps of six on touch devices', async () => {
    const { page } = await newVisitor(browser, PHONE)
    await page.goto(urlOf('/categories'))
    // The cart button is rendered only in the browser. Once it is there, links change the view without a page load.
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Warenkorb/ })
      .waitFor()
    await page.route('**/graphql**', (route) => route.abort())
    await page.getByRole('link', { name: 'Hemden' }).first().tap()
    await page.getByRole('alert').getByRole('button').waitFor()
    await page.unroute('**/graphql**')
    await page.getByRole('alert').getByRole('button').tap()
    const tiles = page.locator('.tile-grid .product-tile')
    await tiles.first().waitFor()
    expect((await tiles.count()) % 6).toBe(0)
    expect(await tiles.count()).toBeLessThan(SHELF_COUNT)
    await page.context().close()
  })
})

describe('the event list', () => {
  it('EVL-02, EVL-03, L10N-05 moves the focus to the first newly loaded row, shows only the chosen language, and accepts a typed date', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(`${shop.url}/${shop.band}/events`)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Warenkorb/ })
      .waitFor()
    const main = page.getByRole('main')
    const rows = main.locator('.event-row')
    const focused = () => rows.evaluateAll((all) => all.findIndex((row) => row.contains(document.activeElement)))
    const more = main.getByRole('button', { name: 'Mehr laden' })
    expect(await rows.count()).toBe(10)
    await more.press('Enter')
    await expect.poll(focused).toBe(10)
    expect(await more.count()).toBe(0)
    await main.getByText('Klubnacht').first().waitFor()

    await page.getByRole('banner').getByRole('button', { name: 'English' }).click()
    await main.getByText('Club night').first().waitFor()
    await main.getByRole('button', { name: 'Load more' }).press('Enter')
    await expect.poll(focused).toBe(10)
    expect(await main.getByText(/Klubnacht|Theatertour/).count()).toBe(0)
    await page.getByRole('banner').getByRole('link', { name: 'Merch' }).click()
    await page.waitForURL('**/categories')
    await page.goBack()
    await expect.poll(() => main.getByText('Club night').count()).toBeGreaterThan(0)
    expect(await main.getByText(/Klubnacht|Theatertour/).count()).toBe(0)

    const clear = main.getByRole('button', { name: 'Clear filter' })
    expect(await clear.count()).toBe(0)
    const year = new Date().getFullYear()
    const from = main.getByRole('textbox', { name: 'From' })
    await from.focus()
    await page.keyboard.type(`1/1/${year + 1}`)
    await page.waitForURL(`**/events?from=${year + 1}-01-01`)
    await from.fill(`01/01/${year - 1}`)
    await from.blur()
    await expect
      .poll(() => from.inputValue())
      .toBe(new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin' }).format())
    await clear.click()
    expect(await from.inputValue()).toBe('')
    expect(await clear.count()).toBe(0)
    expect(await main.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.goto(`${shop.url}/${SHELF_BAND}/artists`)
    await main.getByText('Who plays here').waitFor()

    await page.goto(`${shop.url}/search/nachtwerk`)
    await page.getByRole('banner').getByRole('button', { name: 'Deutsch' }).click()
    await main.getByText('Klubnacht').first().waitFor()
    expect(await main.getByText(/Club night|Theatre tour/).count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the date filter', () => {
  it('EVL-02 in German shows and accepts German dates in a browser in English, explains a wrong one, and opens a calendar', async () => {
    const { page, faults } = await newVisitor(browser, { ...PHONE, locale: 'en-US' })
    await page.goto(`${shop.url}/${shop.band}/events?lang=de`)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Warenkorb/ })
      .waitFor()
    const main = page.getByRole('main')
    const from = main.getByRole('textbox', { name: 'Von' })
    const to = main.getByRole('textbox', { name: 'Bis' })
    expect(await from.getAttribute('placeholder')).toBe('TT.MM.JJJJ')
    const year = new Date().getFullYear() + 1
    await from.fill(`24.12.${year}`)
    await page.waitForURL(`**/events?from=${year}-12-24`)
    await page.reload()
    await expect.poll(() => from.inputValue()).toBe(`24.12.${year}`)

    await to.fill(`31.02.${year}`)
    await to.press('Enter')
    await main.getByRole('alert').getByText('Das ist kein Datum').waitFor()
    expect(await to.evaluate((field) => field.ariaInvalid)).toBe('true')
    expect(await accessibilityViolations(page)).toEqual([])
    // A last day before the first one becomes the first day.
    await to.fill(`23.12.${year}`)
    await to.press('Enter')
    await expect.poll(() => to.inputValue()).toBe(`24.12.${year}`)
    expect(await main.getByRole('alert').count()).toBe(0)

    await page.evaluate(() => {
      HTMLInputElement.prototype.showPicker = function () {
        document.body.dataset.opened = `${this.type} ${this.min}`
      }
    })
    await main.getByRole('button', { name: 'Kalender öffnen: Bis' }).press('Enter')
    expect(await page.evaluate(() => document.body.dataset.opened)).toBe(`date ${year}-12-24`)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('an impossible day in the address', () => {
  it('EVL-02 leaves its field empty, and the reset button clears the rest of the filter and the address', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const year = new Date().getFullYear() + 1
    await page.goto(`${shop.url}/${shop.band}/events?q=theater&from=${year}-02-31&to=${year}-12-24`)
    const main = page.getByRole('main')
    const field = (name: string) => main.getByRole('textbox', { name })
    const text = main.getByRole('searchbox')
    await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
    expect([await field('Von').inputValue(), await field('Bis').inputValue()]).toEqual(['', `24.12.${year}`])
    expect(await text.inputValue()).toBe('theater')
    expect(await main.getByRole('alert').count()).toBe(0)
    await main.getByRole('button', { name: 'Filter löschen' }).click()
    await page.waitForURL(`${shop.url}/${shop.band}/events`)
    expect([await field('Von').inputValue(), await field('Bis').inputValue()]).toEqual(['', ''])
    expect(await text.inputValue()).toBe('')
    expect(await text.evaluate((element) => element === document.activeElement)).toBe(true)

    // A wrong text is cleared with the rest, although it is not part of the filter.
    await text.fill('theater')
    await field('Von').fill('31.02.')
    await field('Von').press('Enter')
    await main.getByRole('alert').getByText('Das ist kein Datum').waitFor()
    await main.getByRole('button', { name: 'Filter löschen' }).click()
    expect(await field('Von').inputValue()).toBe('')
    expect(await main.getByRole('alert').count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('a headline', () => {
  it.each([320, 390, 820, 1440])('SHOP-08 of 20 letters is on one line in a window of %i pixels', async (width) => {
    const { page } = await newVisitor(browser, { ...DESKTOP, viewport: { width, height: 900 } })
    const word = 'Gletscherbrandnächte'
    await page.goto(`${shop.url}/search/${word}`)
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.textContent()).toBe(word)
    await page.evaluate(() => document.fonts.ready)
    const [lines, overflow] = await heading.evaluate((h1) => {
      const range = document.createRange()
      range.selectNodeContents(h1)
      return [range.getClientRects().length, document.documentElement.scrollWidth - innerWidth]
    })
    expect([lines, overflow]).toEqual([1, 0])
    await page.context().close()
  })
})

describe("an artist's page", () => {
  it('ART-02 shows the first eighteen products, the others after a press on the button, and those of a subcategory in place', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(`${shop.url}/artists/${SHELF_BAND}`)
    const tiles = page.locator('.tile-grid .product-tile')
    expect(await tiles.count()).toBe(18)
    await page.getByRole('button', { name: 'Mehr laden' }).tap()
    // The artist has the products on the shelf and four special products.
    await expect.poll(() => tiles.count()).toBe(SHELF_COUNT + 4)
    expect(await page.getByRole('button', { name: 'Mehr laden' }).count()).toBe(0)

    // A subcategory filters the list in place. The choice is a part of the address.
    const shirts = page.getByRole('button', { name: 'Hemden' })
    await shirts.tap()
    await expect.poll(() => tiles.count()).toBe(SHELF_COUNT)
    expect(await shirts.getAttribute('aria-pressed')).toBe('true')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/artists/${SHELF_BAND}?merch=regal-shirts`)
    await page.reload()
    await expect.poll(() => tiles.count()).toBe(SHELF_COUNT)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the view transition from a tile to its page', () => {
  it('animates only the picture pressed last, shows the right page after a quick step back, and does not run under reduced motion', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const { page, faults } = await newVisitor(browser, { ...DESKTOP, reducedMotion })
      await page.addInitScript(recordTransitions)
      await page.goto(urlOf('/categories/regal-shirts'))
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Warenkorb/ })
        .waitFor()
      const tiles = page.locator('.tile-grid .product-tile')
      const headline = page.getByRole('main').getByRole('heading', { level: 1 })
      const chosen = tiles.nth(1).getByRole('link').first()
      // Visits the page once, so that its code and data are cached.
      await chosen.click()
      await page.getByRole('button', { name: 'In den Warenkorb' }).waitFor()
      const name = await headline.textContent()
      await page.goBack()
      await tiles.nth(1).waitFor()
      await page.evaluate(() => {
        window.transitions = []
      })
      const [other] = await Promise.all([
        page.context().waitForEvent('page'),
        tiles
          .first()
          .getByRole('link')
          .first()
          .click({ modifiers: ['Control'] }),
      ])
      // Chromium may never report that a tab closed if it closes while the answer arrives.
      await other.waitForLoadState()
      await other.close()
      await chosen.click()
      await page.getByRole('button', { name: 'In den Warenkorb' }).waitFor()
      expect(await headline.textContent()).toBe(name)
      const seen = await page.evaluate(() => Promise.all(window.transitions))
      expect(seen).toEqual(reducedMotion === 'reduce' ? [] : [{ from: 1, to: 1, ran: true }])

      // The fan goes back before the transition updates the page. Afterwards, the page must match the address.
      await page.goBack()
      await tiles.nth(1).waitFor()
      await page.evaluate(() => {
        window.transitions = []
        const start = document.startViewTransition.bind(document)
        document.startViewTransition = (update) => {
          const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
          return start(async () => {
            await isBack
            if (typeof update === 'function') await update()
          })
        }
      })
      await chosen.evaluate((link: HTMLElement) => {
        const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
        link.click()
        history.back()
        return isBack.then(() => Promise.all(window.transitions))
      })
      expect(page.url()).toBe(urlOf('/categories/regal-shirts'))
      await tiles.nth(1).waitFor()
      expect(faults).toEqual([])
      await page.context().close()
    }
  })
})

describe('a product page', () => {
  it('CAT-04, PROD-01, PROD-02, PROD-03, PROD-05, PROD-06 shows whole pictures on white, price and details, and requires a choice of variant', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(urlOf('/products/auswahl'))
    const main = page.getByRole('main')
    await main.getByText('T-Shirt, Rot').waitFor()
    await main.getByText('Färbt ab.').waitFor()
    await main.getByText(/Vorbestellung: Versand ab/).waitFor()
    await main.getByText('inkl. MwSt., zzgl. Versand').waitFor()
    const picture = main.getByRole('button', { name: /Groß ansehen/ }).first()
    const style = await picture.locator('img').evaluate((image) => {
      const { objectFit, backgroundColor } = getComputedStyle(image)
      return [objectFit, backgroundColor]
    })
    // `slider_light_background` is set.
    expect(style).toEqual(['contain', 'rgb(255, 255, 255)'])
    const magnified = async () => {
      await page.mouse.move(200, 300)
      await picture.hover()
      return picture.locator('img').evaluate((image) => image.style.transform)
    }
    await expect.poll(magnified).toBe('scale(2)')
    await picture.click()
    await page.getByRole('dialog').getByText('Bild 1 von 2').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await picture.evaluate((button) => button === document.activeElement)).toBe(true)

    expect(await main.getByRole('radio', { name: /^S/ }).isDisabled()).toBe(true)
    const add = main.getByRole('button', { name: 'In den Warenkorb' })
    await add.hover()
    await main.getByText('Wähl zuerst eine Größe aus.').waitFor()
    await add.click()
    expect(await main.getByRole('radio', { name: /^M/ }).evaluate((size) => size === document.activeElement)).toBe(true)
    await main.getByRole('radio', { name: /^L/ }).check()
    await main.getByText('23,00').first().waitFor()
    await page.route('**/graphql**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await add.click()
    await main.locator('[data-state="failed"]').waitFor()
    await page.unroute('**/graphql**')
    await main.locator('[data-state="failed"]').click()
    await main.locator('[data-state="checked"]').waitFor()
    // The next add is refused while the button still shows the success of the last one. The test answers the request
    // instead of aborting it, because the page would repeat an aborted request.
    const refusal = { errors: [{ message: '', extensions: { code: 'ITEM_NOT_AVAILABLE', params: {} } }] }
    await page.route('**/graphql**', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: refusal }) : route.continue(),
    )
    const button = main.locator('button[data-state]')
    await button.click()
    await main.locator('form').getByRole('alert').getByText(/./).waitFor()
    expect(await button.getAttribute('data-state')).toBe('failed')
    await page.unroute('**/graphql**')

    await main.getByText('Größentabelle').click()
    await main.getByText('51 × 72').waitFor()
    await main.getByText('Hersteller und Sicherheit').click()
    await main.getByText('Nicht heiß bügeln.').waitFor()
    await main.getByRole('link', { name: 'Regal', exact: true }).waitFor()
    expect(await main.getByRole('region', { name: 'Passt dazu' }).locator('.product-tile').count()).toBeGreaterThan(2)
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
    await page.context().close()
  })

  it('PROD-05, PROD-07, PROD-09 disables the button of a sold-out product, links to a partner, or asks for the age', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(urlOf('/products/weg'))
    const main = page.getByRole('main')
    expect(await main.getByRole('button', { name: 'Zurzeit nicht zu haben' }).isDisabled()).toBe(true)
    expect(await main.getByRole('link', { name: 'Warteliste' }).getAttribute('href')).toBe(
      'https://regal.example/liste',
    )

    await page.goto(urlOf('/products/anderswo'))
    const elsewhere = main.getByRole('link', { name: /Beim Verlag/ })
    expect(await elsewhere.getAttribute('href')).toBe('https://partner.example/x')
    expect(await main.getByRole('button', { name: 'In den Warenkorb' }).count()).toBe(0)
    expect(await main.locator('article').first().innerText()).not.toContain('€')

    await page.goto(urlOf('/products/schnaps'))
    const ageGate = page.getByRole('dialog')
    await ageGate.tap({ position: { x: 10, y: 10 } })
    await ageGate.getByRole('button', { name: 'Zurück' }).tap()
    await page.waitForURL('**/products/anderswo')
    await page.goto(urlOf('/products/schnaps'))
    await ageGate.waitFor()
    await page.touchscreen.tap(5, 5)
    await page.waitForURL('**/products/anderswo')
    await page.goto(urlOf('/products/schnaps'))
    await ageGate.getByRole('button', { name: /18/ }).tap()
    await main.getByRole('button', { name: 'In den Warenkorb' }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the Advent sale', () => {
  it('CAT-05 counts down, flickers unless the fan stops it or prefers reduced motion, and links to the terms of its prize draw', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(urlOf('/categories/regal-dezember'))
    const main = page.getByRole('main')
    await main.getByRole('timer', { name: /Die nächste Tür geht auf/ }).waitFor()
    const letter = main.locator('h1 [aria-hidden] span').first()
    const flickers = () => letter.evaluate((span) => getComputedStyle(span).animationName)
    expect(await flickers()).toBe('flicker')
    await main.getByRole('button', { name: 'Licht ruhig stellen' }).click()
    expect(await flickers()).toBe('none')
    await main.getByRole('button', { name: 'Licht flackern lassen' }).click()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await flickers()).toBe('none')
    expect(await main.getByRole('region', { name: 'Außerdem im Dezember' }).locator('.product-tile').count()).toBe(4)
    const doors = main.getByRole('region', { name: 'Die Türen' })
    expect(await doors.getByRole('link').allTextContents()).toEqual(['hemd-7'])
    expect(await doors.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Tür 1.*hemd-7/),
      expect.stringMatching(/^Tür 22\d\d\.\d\d\.$/),
    ])
    await main.getByRole('link', { name: 'Teilnahmebedingungen der Verlosung' }).click()
    await page.getByRole('heading', { name: 'Teilnahmebedingungen Krasser Dezember' }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each([
    [320, 640],
    [844, 390],
    [1440, 900],
  ])(
    'CAT-05 breaks no word of its headline and shows the whole countdown in a window of %i × %i',
    async (width, height) => {
      const { page, faults } = await newVisitor(browser, { ...DESKTOP, viewport: { width, height } })
      await page.goto(urlOf('/categories/regal-dezember'))
      const main = page.getByRole('main')
      const timer = main.getByRole('timer', { name: /Die nächste Tür geht auf/ })
      await timer.waitFor()
      const linesOfWords = await main.locator('h1 [aria-hidden] > span').evaluateAll((letters) => {
        const words: Set<number>[] = [new Set()]
        for (const letter of letters) {
          if (letter.textContent === ' ') words.push(new Set())
          else words.at(-1)?.add(Math.round(letter.getBoundingClientRect().top))
        }
        return words.map((tops) => tops.size)
      })
      expect(linesOfWords).toEqual([1, 1])
      const leaves = await timer
        .locator('.flip-leaf')
        .evaluateAll((all) => all.map((leaf) => leaf.getBoundingClientRect().right))
      expect(leaves).toHaveLength(4)
      const { x = 0, width: room = 0 } = (await timer.boundingBox()) ?? {}
      expect(Math.max(...leaves)).toBeLessThanOrEqual(x + room)
      expect(faults).toEqual([])
    },
  )
})
