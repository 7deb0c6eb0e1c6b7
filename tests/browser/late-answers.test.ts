/** Tests pages on which the server's answer arrives late, or not at all. */
import type { Browser, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  ApplyVoucherDocument,
  ChangeAmountDocument,
  MergePlaceOrderDocument,
} from '../../schema/generated/mutations.ts'
import { CartDocument } from '../../schema/generated/operations.ts'
import { DESKTOP, launchBrowser, newVisitor } from '../support/browser.ts'
import { FAN_ADDRESS, fillCart } from '../support/filled-cart.ts'
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
const sends = (request: Request, { hash }: { hash: string }) =>
  request.postData()?.includes(hash) === true || request.url().includes(hash)

it('CART-06 the answer to a link with a voucher does not lead back to the page that the fan has left', async () => {
  const { page } = await newVisitor(browser, DESKTOP)
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked = page.waitForRequest((request) => sends(request, ApplyVoucherDocument))
  await page.route(/\/graphql/, async (route) => {
    if (sends(route.request(), ApplyVoucherDocument)) await released
    await route.continue()
  })
  await page.goto(urlOf('/imprint?lang=en&payment_code=NOSUCHCODE'))
  await asked
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  await page.waitForURL('**/contact')
  release()
  await page.getByRole('dialog').getByRole('status').waitFor()
  await page.getByRole('dialog').getByRole('button').last().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/${shop.band}/contact`)
  await page.context().close()
})

it('CART-07 a link to the checkout waits for the clicks that the server has not answered', async () => {
  const { page, faults } = await newVisitor(browser, DESKTOP)
  const { main } = fanOf(page, 'en')
  await fillCart(page, shop, { products: { [shop.shirt]: 1 } })
  await page.goto(urlOf('/?lang=en'))
  const released = Promise.withResolvers<void>()
  await page.route(/\/graphql/, async (route) => {
    if (sends(route.request(), ChangeAmountDocument)) await released.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /^Cart: 1 / }).click()
  const cart = page.getByRole('region', { name: 'Cart', exact: true })
  const asked = page.waitForRequest((request) => sends(request, ChangeAmountDocument))
  await cart.getByRole('button', { name: /: one more$/ }).click()
  await asked
  await cart.getByRole('button', { name: /: one more$/ }).click()
  // The back button leads to a page of another document, which loads only after the commands. Going forward cancels that.
  const leaving = page.locator('html[aria-busy=true]')
  const addresses = [urlOf('/checkout'), page.url()].map((address) => `history.pushState(null, '', '${address}')`)
  await page.evaluate(`${addresses.join(';')}; history.back()`)
  await leaving.waitFor({ state: 'attached' })
  await page.evaluate('history.forward()')
  await leaving.waitFor({ state: 'detached' })
  const link = cart.getByRole('link', { name: 'Go to cart' })
  await link.click()
  await link.and(page.locator('[aria-busy=true]')).waitFor()
  expect(new URL(page.url()).pathname).not.toContain('checkout')
  released.resolve()
  await page.waitForURL('**/checkout')
  expect(await main.getByRole('group', { name: /^Quantity/ }).textContent()).toContain('3')
  await page.goBack()
  await page.getByRole('button', { name: /^Cart: 3 / }).waitFor()
  expect(await cart.count()).toBe(0)
  expect(faults).toEqual([])
  await page.context().close()
})

it('MERGE-01 keeps the form after a lost answer, and the next press finds the add-on', async () => {
  const { page } = await newVisitor(browser, DESKTOP)
  const fan = fanOf(page, 'en')
  const { main } = fan
  const products = { [shop.shirt]: 1 }
  const details = { email: 'lost@example.org', shippingAddress: FAN_ADDRESS, paymentMethod: 'bank_transfer' }
  await fillCart(page, shop, { products, details })
  await page.goto(urlOf('/checkout/confirm?lang=en'))
  await fan.order()
  await page.waitForURL(/\/checkout\/done\//)
  const reference = /(\d{10})(?:\?|$)/.exec(page.url())?.[1] ?? ''
  await fillCart(page, shop, { products })
  await page.goto(urlOf('/checkout/add-to-order'))
  await main.getByLabel('Order number', { exact: true }).fill(reference)
  await main.getByLabel('Email address you ordered with', { exact: true }).fill('lost@example.org')

  await page.route(/\/graphql/, async (route) => {
    if (!sends(route.request(), MergePlaceOrderDocument)) return route.continue()
    await route.fetch()
    return route.abort()
  })
  const add = main.getByRole('button', { name: 'Add', exact: true })
  await add.click()
  await main.getByRole('alert').first().waitFor()
  // Another tab reports a change, so this one fetches the cart, which the add-on has emptied.
  const fetched = page.waitForResponse((response) => sends(response.request(), CartDocument) && response.ok())
  await page.evaluate('new BroadcastChannel("cart_update").postMessage({ id: "crt_other", version: 1 })')
  expect(await (await fetched).text()).toContain('"items":[]')
  await page.unroute(/\/graphql/)
  await add.click()
  await page.waitForURL(/\/checkout\/payment\/.*merge=1/)
  await page.context().close()
})
