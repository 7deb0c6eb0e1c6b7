/** The pictures of the cart and of the steps of the checkout. */
import { type CartContent, FAN_ADDRESS } from '../../support/filled-cart.ts'
import { SHOPS } from './demo.ts'
import type { Shot } from './shot.ts'

const EMAIL = 'pictures@example.org'

/** Returns a shot of a page that needs a filled cart. */
const filledShot = (name: string, path: string, content: Partial<CartContent> = {}): Shot => ({
  name,
  async take(visit) {
    await visit.fill(content)
    await visit.open(path)
    await visit.takePage()
  },
})

export const CHECKOUT_SHOTS: readonly Shot[] = [
  filledShot('cart', '/checkout', { voucherCode: 'BACKSTAGE-25' }),
  {
    name: 'cart-empty',
    async take(visit) {
      await visit.open('/checkout')
      await visit.takePage()
    },
  },
  {
    name: 'minicart-full',
    async take(visit) {
      await visit.fill()
      await visit.open('/categories')
      await visit.press('cart_title')
      await visit.page.getByRole('region', { name: visit.words('cart_title') }).waitFor()
      await visit.takeWindow()
    },
  },
  {
    name: 'voucher-link',
    async take(visit) {
      await visit.fill()
      await visit.open('/?payment_code=BACKSTAGE-25')
      await visit.dialog().waitFor()
      await visit.takeWindow()
    },
  },
  {
    name: 'names-dialog',
    isIn: ({ shop }) => SHOPS[shop].named !== undefined,
    async take(visit) {
      await visit.fill({ events: { [visit.shop.named ?? '']: 2 } })
      await visit.open('/checkout/details')
      await visit.dialog().waitFor()
      await visit.takeWindow()
      await visit.dialog().locator('button[type="submit"]').click()
      await visit.takeWindow('-errors')
    },
  },
  filledShot('details', '/checkout/details'),
  {
    name: 'details-errors',
    async take(visit) {
      await visit.fill()
      await visit.open('/checkout/details')
      await visit.press('checkout_next_payment', visit.main)
      await visit.takePage()
    },
  },
  {
    name: 'details-question',
    async take(visit) {
      const shippingAddress = { ...FAN_ADDRESS, address: 'Oranienstraße' }
      await visit.fill({ details: { email: EMAIL, shippingAddress } })
      await visit.open('/checkout/details')
      await visit.press('checkout_next_payment', visit.main)
      await visit.dialog().waitFor()
      await visit.takeWindow()
    },
  },
  filledShot('payment', '/checkout/payment', { details: { email: EMAIL, shippingAddress: FAN_ADDRESS } }),
  {
    name: 'confirm',
    async take(visit) {
      await visit.fillCheckout(EMAIL, 'bank_transfer')
      await visit.open('/checkout/confirm')
      await visit.takePage()
      await visit.press('checkout_order')
      await visit.takePage('-errors')
    },
  },
]
