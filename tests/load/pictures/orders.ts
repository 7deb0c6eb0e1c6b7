/** The orders of a configuration. Several pictures share an order, and the first one places it. */
import type { Cookie } from 'playwright-core'
import type { CartContent } from '../../support/filled-cart.ts'
import { latestMail, type ReceivedMail } from './mailbox.ts'
import type { Visit } from './visit.ts'

export type Order = {
  email: string
  reference: string
  /** The address of the page that ends the checkout. */
  doneUrl: string
  /** The address of the page of the order, with the key. */
  link: string
  mail: ReceivedMail
  cookies: Cookie[]
}

/** The input of the two holders, by the end of the field's `autocomplete`. */
const HOLDERS: Readonly<Record<string, readonly [string, string]>> = {
  'given-name': ['Ida', 'Jo'],
  'family-name': ['Brandt', 'Öztürk'],
  'address-line1': ['Oranienstraße 190, 10999 Berlin', 'Elbkaje 22, 20457 Hamburg'],
  tel: ['030 1234567', '040 7654321'],
  organization: ['Blaskapelle Isarwinkel', ''],
}

type Start = () => Promise<Visit>

/** Fills the dialog for the names on the tickets, if the shop asks for them. */
async function nameTickets(visit: Visit): Promise<void> {
  const confirm = visit.control('button', 'checkout_order')
  await confirm.or(visit.dialog()).waitFor()
  if (await confirm.isVisible()) return
  for (const [ending, values] of Object.entries(HOLDERS)) {
    const fields = await visit.dialog().locator(`input[autocomplete$="${ending}"]`).all()
    for (const [index, field] of fields.entries()) await field.fill(values[index] ?? '')
  }
  await visit.dialog().locator('button[type="submit"]').click()
  await visit.dialog().waitFor({ state: 'detached' })
  await visit.open('/checkout/confirm')
}

export class Orders {
  private readonly start: Start
  private readonly placed = new Map<string, Promise<Order>>()

  /** `start` begins the visit of a buyer. */
  constructor(start: Start) {
    this.start = start
  }

  /** A paid order of the shop's usual items. */
  paid(): Promise<Order> {
    return this.once('paid', true, {})
  }

  unpaid(): Promise<Order> {
    return this.once('unpaid', false, {})
  }

  /** A paid order of tickets that the buyer can return. */
  moved(event: string): Promise<Order> {
    return this.once('moved', true, { events: { [event]: 2 } })
  }

  /** A paid order of tickets with names. */
  named(event: string): Promise<Order> {
    return this.once('named', true, { events: { [event]: 2 } })
  }

  private once(name: string, isPaid: boolean, content: Partial<CartContent>): Promise<Order> {
    const known = this.placed.get(name)
    if (known) return known
    const order = this.place(`${name}-${crypto.randomUUID()}@example.org`, isPaid, content)
    this.placed.set(name, order)
    return order
  }

  private async place(email: string, isPaid: boolean, content: Partial<CartContent>): Promise<Order> {
    const visit = await this.start()
    const { page } = visit
    const method = isPaid ? (visit.shop.hostedMethod ?? 'stripe_checkout') : 'bank_transfer'
    await visit.fillCheckout(email, method, content)
    await visit.open('/checkout/confirm')
    await nameTickets(visit)
    await visit.main.getByRole('checkbox', { name: visit.words('checkout_terms_before') }).check()
    await visit.press('checkout_order')
    if (isPaid) {
      await page.waitForURL(/\/pay\//)
      await page
        .getByRole('button', { name: /bezahlen$|^Pay \S*\d/ })
        .first()
        .click()
    }
    await page.waitForURL(/\/checkout\/done\//)
    const reference = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const mail = await latestMail(visit.place.mailbox, email)
    const [link] = /https?:\/\/\S+\/order\/ord_[^\s?]+\?key=\w+/.exec(mail.text) ?? []
    if (!link) throw new Error(`the mail "${mail.subject}" has no link to the order`)
    const cookies = await page.context().cookies()
    const order = { email, reference, doneUrl: page.url(), link, mail, cookies }
    await visit.end()
    return order
  }
}
