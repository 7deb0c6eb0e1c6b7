/** The pictures of placed orders, and of the forms with which fans change or return items of an order. */
import { SHOPS } from './demo.ts'
import type { Order, Orders } from './orders.ts'
import { isMoved, plainShots, type Shot, sellsTickets } from './shot.ts'
import type { Visit } from './visit.ts'

const isNamed: Shot['isIn'] = ({ shop }) => SHOPS[shop].named !== undefined

/** Opens a form and sends it without input. */
const emptyForm = (name: string, path: string): Shot => ({
  name,
  async take(visit) {
    await visit.open(path)
    await visit.takePage()
    await visit.main.locator('form button[type="submit"]').last().click()
    await visit.takePage('-errors')
  },
})

/** Opens a page that only the browser of the buyer may show. By default, this is the page that ends the checkout. */
const shotOfBuyer = (
  name: string,
  orderOf: (orders: Orders) => Promise<Order>,
  urlOf = (doneUrl: string) => doneUrl,
): Shot => ({
  name,
  async take(visit, orders) {
    const { doneUrl, cookies } = await orderOf(orders)
    await visit.page.context().addCookies(cookies)
    await visit.openUrl(urlOf(doneUrl))
    await visit.takePage()
  },
})

async function openOrder(visit: Visit, link: string): Promise<void> {
  await visit.openUrl(link)
  await visit.takePage()
}

const ORDERS: Shot[] = [
  shotOfBuyer('done-unpaid', (orders) => orders.unpaid()),
  shotOfBuyer('done-paid', (orders) => orders.paid()),
  shotOfBuyer(
    'pay-later',
    (orders) => orders.unpaid(),
    (doneUrl) => doneUrl.replace('/checkout/done/', '/checkout/payment/').replace(/\?.*/, ''),
  ),
  { name: 'order-unpaid', take: async (visit, orders) => openOrder(visit, (await orders.unpaid()).link) },
  { name: 'order-paid', take: async (visit, orders) => openOrder(visit, (await orders.paid()).link) },
  {
    name: 'order-moved',
    isIn: isMoved,
    take: async (visit, orders) => openOrder(visit, (await orders.moved(visit.shop.moved ?? '')).link),
  },
  {
    name: 'refund',
    isIn: isMoved,
    async take(visit, orders) {
      const { link } = await orders.moved(visit.shop.moved ?? '')
      await visit.openUrl(link)
      await visit.control('link', 'refund_title', visit.main).click()
      await visit.page.waitForURL(/\/refund\/request/)
      await visit.main.getByText(visit.words('refund_loading')).waitFor({ state: 'detached' })
      await visit.takePage()
    },
  },
  {
    name: 'order-named',
    isIn: isNamed,
    take: async (visit, orders) => openOrder(visit, (await orders.named(visit.shop.named ?? '')).link),
  },
  {
    name: 'order-names',
    isIn: isNamed,
    async take(visit, orders) {
      await openOrder(visit, (await orders.named(visit.shop.named ?? '')).link.replace('?key=', '/names?key='))
    },
  },
  {
    name: 'withdrawal-of-order',
    async take(visit, orders) {
      const { searchParams, pathname } = new URL((await orders.paid()).link)
      await visit.open(`/withdrawal?order=${pathname.split('/').at(-1)}&key=${searchParams.get('key')}`)
      await visit.takePage()
    },
  },
  {
    name: 'order-wrong-link',
    async take(visit, orders) {
      await openOrder(visit, (await orders.paid()).link.replace(/key=\w{8}/, 'key=00000000'))
    },
  },
]

const FORMS: Shot[] = [
  emptyForm('order-lookup', '/order'),
  emptyForm('withdrawal', '/withdrawal'),
  emptyForm('ticket-cancel', '/ticketservice/cancel'),
  emptyForm('ticket-change', '/ticketservice/change'),
  emptyForm('check-in', '/checkin'),
  {
    name: 'check-in-of-ticket',
    isIn: sellsTickets,
    async take(visit, orders) {
      const { mail } = await orders.paid()
      const [number] = /\d \d{6} \d{6}/.exec(mail.text) ?? []
      await visit.open('/checkin')
      await visit.main
        .getByRole('textbox')
        .first()
        .fill(number ?? '')
      await visit.page.keyboard.press('Enter')
      await visit.takePage()
    },
  },
  ...plainShots({ trace: '/trace', 'reminder-unknown': '/reminder' }),
]

export const ORDER_SHOTS: readonly Shot[] = [...ORDERS, ...FORMS]
