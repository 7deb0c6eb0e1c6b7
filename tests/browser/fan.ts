/** Uses the shop as a fan does, in one language. Elements are found by role, label or text. */
import type { Locator, Page } from 'playwright-core'
import { formatPrice } from '../../schema/rules/money-format.ts'

export type Language = 'de' | 'en'

const WORDS = {
  de: {
    list: 'Platzliste',
    cart: 'Zum Warenkorb',
    toDetails: 'Weiter zur Adresse',
    toPayment: 'Weiter zur Zahlung',
    toReview: 'Weiter zur Übersicht',
    order: 'Zahlungspflichtig bestellen',
    terms: /AGB/,
    firstName: 'Vorname',
    lastName: 'Nachname',
    street: 'Straße und Hausnummer',
    postCode: 'Postleitzahl',
    city: 'Ort',
    email: 'E-Mail',
    bank_transfer: /Vorkasse/,
    stripe_checkout: /Kreditkarte/,
    stripe_sofort: /Klarna/,
    thanks: 'Danke für deine Bestellung!',
    received: /Deine Zahlung ist angekommen/,
    failed: /Die Zahlung ist nicht abgeschlossen/,
    free: 'frei',
    taken: 'vergeben',
    held: 'gerade von jemandem reserviert',
    own: 'von dir reserviert',
    addToCart: 'In den Warenkorb',
  },
  en: {
    list: 'Seat list',
    cart: 'Go to cart',
    toDetails: 'Continue to address',
    toPayment: 'Continue to payment',
    toReview: 'Continue to review',
    order: 'Order with obligation to pay',
    terms: /terms and conditions/,
    firstName: 'First name',
    lastName: 'Last name',
    street: 'Street and house number',
    postCode: 'Postcode',
    city: 'City',
    email: 'Email',
    bank_transfer: /Bank transfer/,
    stripe_checkout: /Credit card/,
    stripe_sofort: /Klarna/,
    thanks: 'Thank you for your order!',
    received: /We have received your payment/,
    failed: /Your payment is not complete/,
    free: 'available',
    taken: 'taken',
    held: 'held by someone else right now',
    own: 'reserved by you',
    addToCart: 'Add to cart',
  },
} as const

export function fanOf(page: Page, language: Language) {
  const words = WORDS[language]
  const main = page.getByRole('main')
  const press = (name: string | RegExp) => main.getByRole('button', { name }).click()
  const follow = (name: string | RegExp) => main.getByRole('link', { name }).click()

  /** Locates a seat in the open list. `row` and `number` are the printed labels. */
  function seat(section: string, row: number, number: number): Locator {
    return main.getByRole('button', { name: new RegExp(`^${section}, (Reihe|row) ${row}, (Platz|seat) ${number},`) })
  }

  /** An amount as the pages show it. Shops of tests trim no decimals. */
  const amount = (cents: number) => formatPrice(cents, language, false)

  return {
    page,
    words,
    main,
    amount,
    press,
    follow,
    seat,

    async openSeatList(section: string): Promise<void> {
      await main.getByText(words.list, { exact: true }).click()
      await main.getByRole('button', { name: new RegExp(`^${section}`), expanded: false }).click()
    },

    async fillAddress(email: string): Promise<void> {
      const values = [
        [words.firstName, 'Özge'],
        [words.lastName, 'Łuczak'],
        [words.street, 'Oranienstraße 190'],
        [words.postCode, '10999'],
        [words.city, 'Berlin'],
        [words.email, email],
      ] as const
      for (const [label, value] of values) await main.getByLabel(label, { exact: true }).fill(value)
    },

    /** Accepts the terms and orders, on the review. */
    async order(): Promise<void> {
      await main.getByRole('checkbox', { name: words.terms }).check()
      await press(words.order)
    },

    /** Checks out from the cart step to the order, with a double click on the order button. */
    async checkOut(email: string, method: 'bank_transfer' | 'stripe_checkout'): Promise<void> {
      await follow(words.toDetails)
      await page.waitForURL('**/checkout/details')
      await this.fillAddress(email)
      await press(words.toPayment)
      await page.waitForURL('**/checkout/payment')
      await main.getByRole('radio', { name: words[method] }).check()
      await press(words.toReview)
      await page.waitForURL('**/checkout/confirm')
      await main.getByRole('checkbox', { name: words.terms }).check()
      await main.getByRole('button', { name: words.order }).dblclick()
    },
  }
}

/** Converts a point of the plan to window coordinates. Uses the view that the canvas last painted. */
export async function onScreen(page: Page, [x, y]: [number, number]): Promise<{ x: number; y: number }> {
  const canvas = page.getByTestId('seat-canvas')
  await canvas.and(page.locator('[data-view]')).waitFor({ state: 'attached' })
  return canvas.evaluate(
    (element, [mapX = 0, mapY = 0]) => {
      // In the middle of the window, the bar at the bottom does not cover the seat.
      element.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
      const [k = 1, left = 0, top = 0] = (element.dataset.view ?? '').split(' ').map(Number)
      const box = element.parentElement?.getBoundingClientRect()
      return { x: (box?.x ?? 0) + mapX * k + left, y: (box?.y ?? 0) + mapY * k + top }
    },
    [x, y],
  )
}
