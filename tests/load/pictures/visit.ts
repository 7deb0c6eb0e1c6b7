/** The visit of a visitor, who opens a page, brings it into the wanted state and takes its pictures. */
import type { Browser, Locator, Page } from 'playwright-core'
import { newLastingVisitor, newTab, type WatchedPage } from '../../support/browser.ts'
import { type CartContent, FAN_ADDRESS, fillCart } from '../../support/filled-cart.ts'
import { layoutFaults, recordShifts, settlePage, settleWindow, takePage, takeWindow, waitForContent } from './camera.ts'
import type { Config } from './configs.ts'
import { SHOPS } from './demo.ts'
import { wordsOf } from './words.ts'

const STEP_TIMEOUT_MS = 15_000
const PAGE_TIMEOUT_MS = 30_000

/** The addresses of the running shop, and the folder of the pictures. */
export type Place = { base: string; mailbox: string; out: string }

export class Visit {
  readonly page: Page
  readonly config: Config
  readonly place: Place
  /** Faults that the pictures do not show: logged errors, error responses, moved layouts, and pages wider than their window. */
  readonly faults: string[]
  /** The path of the pictures, without the suffix and the file extension. */
  readonly file: string

  private constructor({ page, faults }: WatchedPage, config: Config, place: Place, file: string) {
    this.page = page
    this.faults = faults
    this.config = config
    this.place = place
    this.file = file
  }

  /** Begins the visit of a new visitor, who shares no cookies with others. */
  static async start(
    browser: Browser,
    config: Config,
    place: Place,
    file: string,
    asksForConsent = false,
  ): Promise<Visit> {
    const watched = await newLastingVisitor(browser, config.options)
    const context = watched.page.context()
    context.setDefaultTimeout(STEP_TIMEOUT_MS)
    context.setDefaultNavigationTimeout(PAGE_TIMEOUT_MS)
    await context.addInitScript(recordShifts)
    if (!asksForConsent) await context.addCookies([{ name: 'tracking', value: 'out', url: place.base }])
    const visit = new Visit(watched, config, place, file)
    const { accessCode } = visit.shop
    if (accessCode) await watched.page.request.get(visit.url(`/?code=${accessCode}`))
    return visit
  }

  /** Continues the visit in a new tab. Its pages load faster, because the browser has cached their files. */
  async continued(file: string): Promise<Visit> {
    return new Visit(await newTab(this), this.config, this.place, file)
  }

  /** Begins the visit of another visitor in the same browser. This visitor takes no pictures. */
  other(): Promise<Visit> {
    const browser = this.page.context().browser()
    if (!browser) throw new Error('the visit has no browser')
    return Visit.start(browser, this.config, this.place, '')
  }

  get shop() {
    return SHOPS[this.config.shop]
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  url(path: string): string {
    const { shop } = this.config
    return `${this.place.base}${shop === 'stagedoor' ? '' : `/${shop}`}${path}`
  }

  words(key: string): RegExp {
    return wordsOf(this.config.language, key)
  }

  /** Opens a page of the shop, and waits until its content has loaded. */
  async open(path: string): Promise<void> {
    await this.openUrl(this.url(path))
  }

  async openUrl(url: string): Promise<void> {
    await this.page.goto(url)
    await waitForContent(this.page)
  }

  /** Returns the first visible element with this role and the text `key`. */
  control(role: 'button' | 'link' | 'radio' | 'checkbox', key: string, within: Page | Locator = this.page): Locator {
    return within
      .getByRole(role, { name: this.words(key) })
      .filter({ visible: true })
      .first()
  }

  async press(key: string, within?: Page | Locator): Promise<void> {
    await this.control('button', key, within).click()
  }

  dialog(): Locator {
    return this.page.getByRole('dialog').filter({ visible: true }).first()
  }

  async takePage(suffix = ''): Promise<void> {
    await settlePage(this.page)
    this.faults.push(...(await layoutFaults(this.page)))
    await takePage(this.page, this.file + suffix)
  }

  /** Takes a picture of the window only, with the dialogs and bars that lie above the page. */
  async takeWindow(suffix = ''): Promise<void> {
    await settleWindow(this.page)
    this.faults.push(...(await layoutFaults(this.page)))
    await takeWindow(this.page, this.file + suffix)
  }

  /** Fills the cart with the items that `demo.ts` names for the shop. */
  async fill(more: Partial<CartContent> = {}): Promise<void> {
    const { product, event } = this.shop.cart
    const items = { products: { [product]: 1 }, ...(event && { events: { [event]: 2 } }) }
    await fillCart(this.page, { url: this.place.base, band: this.config.shop }, { ...items, ...more })
  }

  /** Fills the cart and the checkout up to the review. */
  async fillCheckout(email: string, paymentMethod: string, more: Partial<CartContent> = {}): Promise<void> {
    await this.fill({ ...more, details: { email, shippingAddress: FAN_ADDRESS, paymentMethod } })
  }

  close(): Promise<void> {
    return this.page.close()
  }

  /** Closes all tabs of the visitor, and deletes the cookies. */
  end(): Promise<void> {
    return this.page.context().close()
  }
}
