/** Takes the pictures of a page once its content has loaded, and measures faults that a picture does not show. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Page } from 'playwright-core'

/** The program splits the picture of a higher page, so that each part stays legible at a reduced size. */
const LONGEST_PICTURE = 6000
const PART_HEIGHT = 3000
/** An image that takes longer to load is missing in the picture. */
const IMAGE_WAIT_MS = 5000
const LAYOUT_SHIFT_LIMIT = 0.01

type Shifts = { total: number; largest: { value: number; source: string } }

/** Runs in the page before the scripts of the page, and adds up the layout shifts that no input has caused. */
export function recordShifts(): void {
  const shifts: Shifts = { total: 0, largest: { value: 0, source: '' } }
  Object.assign(window, { shifts })
  const nameOf = (node: Node | null | undefined) =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${[...node.classList].slice(0, 3).join('.')}` : 'text'
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node | null }[]
      }
      if (hadRecentInput) continue
      shifts.total += value
      if (value > shifts.largest.value)
        shifts.largest = { value, source: sources.map(({ node }) => nameOf(node)).join() }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Returns a note if the layout has moved, and a note if the page is wider than its window. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate((limit) => {
    const { shifts } = window as unknown as { shifts?: Shifts }
    const width = document.documentElement.scrollWidth
    return [
      ...(shifts && shifts.total > limit
        ? [`the layout shift is ${shifts.total.toFixed(3)}; ${shifts.largest.source} has moved the most`]
        : []),
      ...(width > innerWidth ? [`the page has a width of ${width} pixels, and the window ${innerWidth}`] : []),
    ]
  }, LAYOUT_SHIFT_LIMIT)
}

/**
 * Waits until the page shows no placeholder for content that is still loading. A page of the shop gets its footer last, which a
 * busy machine may load after the network was idle for a while. Mails have no footer.
 */
export async function waitForContent(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  if ((await page.locator('#root').count()) > 0) await page.locator('footer').first().waitFor({ state: 'attached' })
  await page.locator('.skeleton').filter({ visible: true }).first().waitFor({ state: 'detached' })
}

/** Waits for the fonts, and for the images of the whole page or only of the window. */
async function waitForLooks(page: Page, isWholePage: boolean): Promise<void> {
  await page.evaluate(
    async ([imageWaitMs, isWhole]) => {
      await document.fonts.ready
      const isInSight = (image: HTMLImageElement) => {
        const { left, right, top, bottom, width } = image.getBoundingClientRect()
        return width > 0 && right > 0 && left < innerWidth && (isWhole || (bottom > 0 && top < innerHeight))
      }
      // An image that cannot be decoded is missing in the picture, as it is on the page.
      const loaded = [...document.images].filter(isInSight).map((image) => image.decode().catch(() => undefined))
      await Promise.race([Promise.all(loaded), new Promise((done) => setTimeout(done, imageWaitMs))])
      await new Promise((done) => requestAnimationFrame(done))
    },
    [IMAGE_WAIT_MS, isWholePage] as const,
  )
  await page.waitForLoadState('networkidle')
}

/** Waits until the content of the window has loaded. */
export async function settleWindow(page: Page): Promise<void> {
  await waitForContent(page)
  await waitForLooks(page, false)
}

/** Waits until the content of the whole page has loaded. Scrolls through the page, because many images load only then. */
export async function settlePage(page: Page): Promise<void> {
  await waitForContent(page)
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
    // A list may load more entries when its end appears, so the page may grow.
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await nextFrame()
      await nextFrame()
    }
    // At another scroll position, the header would cover the middle of the picture.
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await waitForContent(page)
  await waitForLooks(page, true)
}

/** Writes a picture of the window. */
export async function takeWindow(page: Page, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  await page.screenshot({ path: `${file}.png`, animations: 'disabled' })
}

/** Writes a picture of the whole page, or several numbered pictures if the page is very high. */
export async function takePage(page: Page, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: Math.max(innerHeight, document.documentElement.scrollHeight),
  }))
  const count = height > LONGEST_PICTURE ? Math.ceil(height / PART_HEIGHT) : 1
  const partHeight = Math.ceil(height / count)
  for (let part = 0; part < count; part++) {
    await page.screenshot({
      path: count === 1 ? `${file}.png` : `${file}-${part + 1}.png`,
      ...{ animations: 'disabled', fullPage: true },
      clip: { x: 0, y: part * partHeight, width, height: Math.min(partHeight, height - part * partHeight) },
    })
  }
}
