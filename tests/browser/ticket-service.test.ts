/**
 * Tests the forms for cancellations and name changes: on a phone in German with photos and failures, and on a desktop in
 * English with the keyboard only. The shop has the dark design of a band.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ shopMeta: { design: 'aschenfirn' } }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** A noisy picture of more than 4 MB that says where it was taken. */
function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { width: 2600, height: 2000, channels: 3, background: '#888', noise } })
    .withExif({ IFD0: { Copyright: 'place-of-the-photo' } })
    .jpeg({ quality: 98 })
    .toBuffer()
}

const field = (page: Page, name: string) => page.locator(`[id="service-${name}"]`)

it('SUP-02 takes a photo of a ticket on a phone, and keeps what the fan typed over failures and a reload', async () => {
  const { page, faults } = await newVisitor(browser, PHONE)
  await page.goto(`${shop.url}/${shop.band}/ticketservice/cancel`)
  await page
    .getByText(/geht das Geld auf dem Weg zurück, auf dem du bezahlt hast\. .* eine Gebühr einbehalten\./)
    .waitFor()
  const send = page.getByRole('button', { name: 'Stornierung anfragen' })
  await send.click()
  const summary = page.getByRole('region', { name: 'Bitte prüf diese 5 Angaben:' })
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await summary.getByRole('link', { name: 'Ticket 1: Ticketnummer' }).click()
  await page.keyboard.type('4711 0815')

  const email = `ida-${crypto.randomUUID()}@example.org`
  await field(page, 'name').fill('Ida Łukasz')
  await field(page, 'email').fill(email)
  await field(page, 'tickets.0.name').fill('Ida Łukasz')
  await page.getByLabel('Hardticket').check()
  const photo = field(page, 'tickets.0.photo')
  expect(await photo.getAttribute('capture')).toBe('environment')
  await photo.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.4 a PDF') })
  await page.getByText('Diese Datei ist kein Bild').waitFor()
  const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')
  await photo.setInputFiles({ name: 'renamed.jpg', mimeType: 'image/jpeg', buffer: heic })
  await page.getByText('Dieses HEIC-Bild ist beschädigt').waitFor()

  // The storage is unreachable at first.
  const uploads = /\/stagedoor\/proofs\//
  await page.route(uploads, (route) => route.abort('internetdisconnected'))
  const large = await largePhoto()
  expect(large.length).toBeGreaterThan(4 * 1024 * 1024)
  await photo.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: large })
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).waitFor()
  await page.unroute(uploads)

  // A hanging upload can be cancelled.
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  await page.route(uploads, async (route) => {
    begun.resolve()
    await released.promise
    await route.abort()
    ended.resolve()
  })
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await page.getByRole('progressbar').waitFor()
  // The progress is shown before the request for the upload has begun.
  await begun.promise
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  released.resolve()
  await ended.promise
  await page.unroute(uploads)
  await send.click()
  await page.getByText('Bitte füge ein Foto hinzu').waitFor()

  await page.reload()
  await expect.poll(() => field(page, 'tickets.0.number').inputValue()).toBe('4711 0815')
  expect(await field(page, 'name').inputValue()).toBe('Ida Łukasz')
  const put = page.waitForRequest((request) => request.method() === 'PUT')
  await photo.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: large })
  await page.getByText('Das Foto ist da.').waitFor()
  const sent = await (await put).allHeaders()
  expect(Number(sent['content-length'])).toBeLessThanOrEqual(4 * 1024 * 1024)
  expect(await accessibilityViolations(page)).toEqual([])

  // The first answer is lost. The second request does not count twice.
  await page.route(
    '**/graphql**',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await send.click()
  await page.getByText('Sie zählt nur einmal.').waitFor()
  await send.click()
  await page.getByRole('heading', { name: 'Deine Anfrage ist angekommen' }).waitFor()
  const reference = (await page.locator('main .font-mono').textContent()) ?? ''
  const mail = await shop.mailTo(email, reference)
  expect(mail.text).toContain('Hallo Ida Łukasz')
  await page.reload()
  await expect.poll(() => field(page, 'name').inputValue()).toBe('')
  expect(faults.filter((fault) => !fault.includes('net::ERR'))).toEqual([])
})

declare global {
  interface Window {
    /** The last photo that the page has sent. The browser does not show it to the test otherwise. */
    uploaded?: Blob
  }
}

function recordUploads(): void {
  const send = XMLHttpRequest.prototype.send
  XMLHttpRequest.prototype.send = function (body) {
    if (body instanceof Blob) window.uploaded = body
    send.call(this, body)
  }
}

/**
 * A picture of 320 × 240 pixels whose left half is red and whose right half is blue, encoded by libheif's `heif-enc`. As in the
 * files of phones, the box `irot` and the Exif data both say that it is to be rotated clockwise. The Exif data also name a place.
 */
const ROTATED = join(import.meta.dirname, '../fixtures/rotated-photo.heic')

it('SUP-02 converts a HEIC photo, upright and without its data, with a decoder that loads for such a photo only', async () => {
  const { page, faults } = await newVisitor(browser, DESKTOP)
  const decoder: string[] = []
  page.on('request', (request) => {
    if (/libheif|heic/.test(request.url())) decoder.push(request.url())
  })
  await page.addInitScript(recordUploads)
  await page.goto(`${shop.url}/${shop.band}/ticketservice/cancel`)
  await page.getByLabel('Hardticket').check()
  const photo = field(page, 'tickets.0.photo')
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  await photo.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await page.getByText('Das Foto ist da').waitFor()
  expect(decoder).toEqual([])

  const heic = await readFile(ROTATED)
  expect(heic.includes('place-of-the-photo')).toBe(true)
  await page.route('**/assets/libheif-*.wasm', (route) => route.abort('internetdisconnected'))
  const choose = () => photo.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic })
  await choose()
  await page.getByText('Das HEIC-Bild ließ sich gerade nicht umwandeln').waitFor()
  await page.unroute('**/assets/libheif-*.wasm')
  await choose()
  await page.getByText('Das Foto ist da').waitFor()
  const sent = await page.evaluate(async () => Array.from(new Uint8Array((await window.uploaded?.arrayBuffer()) ?? [])))
  const picture = sharp(Uint8Array.from(sent))
  const { format, width, height, exif } = await picture.metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 240, height: 320, exif: undefined })
  const colourAt = async (top: number) => {
    const [red = 0, , blue = 0] = await picture.clone().extract({ left: 5, top, width: 1, height: 1 }).raw().toBuffer()
    return red > blue ? 'red' : 'blue'
  }
  expect([await colourAt(20), await colourAt(300)]).toEqual(['red', 'blue'])

  const worker = decoder.find((address) => address.includes('heic-worker')) ?? ''
  expect((await fetch(worker)).headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'")
  expect((await fetch(page.url())).headers.get('content-security-policy')).not.toContain('wasm')
  expect(faults.filter((fault) => !fault.includes('net::ERR'))).toEqual([])
  await page.context().close()
})

it('SUP-03, SUP-04 changes the names of two tickets with the keyboard only, until the deadline of their event', async () => {
  const { page, faults } = await newVisitor(browser, DESKTOP)
  await page.goto(`${shop.url}/${shop.band}/ticketservice/change?lang=en&event=${shop.clubEvent}&order=1234567890`)
  await page.getByText(/^Possible until \w{3} \d/).waitFor()
  expect(await field(page, 'orderReference').inputValue()).toBe('1234567890')
  const email = `bo-${crypto.randomUUID()}@example.org`
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
  }
  await field(page, 'name').focus()
  await type('Bo Ek', email, '')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await type('Bo Ek', 'Cleo Diaz', '1234567890123')
  await page.keyboard.press('Enter')
  // The new ticket takes the focus.
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await type('Dana Fox', 'Eli Gray', '123x')
  await field(page, 'comment').press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('region', { name: 'Please check this field:' })
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('1234567890456')
  await page.getByRole('button', { name: 'Request name change' }).press('Enter')
  const title = page.getByRole('heading', { name: 'We have received your request' })
  await expect.poll(() => title.evaluate((heading) => heading === document.activeElement)).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await shop.mailTo(email, 'We have received your request')
  expect(faults).toEqual([])
})
