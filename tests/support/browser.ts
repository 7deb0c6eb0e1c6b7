/** Starts Chromium for browser tests. Each page records its faults: uncaught errors, logged errors and error responses. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

const ARGUMENTS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
/**
 * The popups of the address bar are pages of their own, which each window loads although nobody sees them: two thirds of the
 * processor time of an empty page. Chromium reads only the last list of features, so this one repeats Playwright's.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  // The edge can recognise a phone by its user agent.
  userAgent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
}

/** `more` are further arguments of Chromium. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...ARGUMENTS.split(' '), `--disable-features=${DISABLED_FEATURES.join()}`, ...more],
  })
}

/** A page and its recorded faults, which a test checks at its end. */
export type WatchedPage = { page: Page; faults: string[] }

/**
 * Opens a page of a new visitor with separate cookies. The pages close when the test ends, because open pages continue to
 * poll, count down and animate, which slows the following tests down.
 */
export async function newVisitor(browser: Browser, options: BrowserContextOptions): Promise<WatchedPage> {
  const context = await newContext(browser, options)
  onTestFinished(() => context.close())
  return openPage(context)
}

/** Opens a page of a visitor for several tests. The caller closes the visitor's context. */
export async function newLastingVisitor(browser: Browser, options: BrowserContextOptions): Promise<WatchedPage> {
  return openPage(await newContext(browser, options))
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  // Chromium itself prefers English.
  const context = await browser.newContext({ locale: 'de-DE', ...options })
  // A busy machine may be several times slower than a quiet one.
  context.setDefaultTimeout(30_000)
  return context
}

async function openPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  return { page, faults: recordFaults(page) }
}

/** Opens another tab of the same visitor. */
export function newTab({ page }: WatchedPage): Promise<WatchedPage> {
  return openPage(page.context())
}

function recordFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  return faults
}
