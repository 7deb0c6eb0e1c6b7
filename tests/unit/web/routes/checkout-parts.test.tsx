import { Children, type ComponentProps, isValidElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PACKING_DAYS } from '../../../../schema/rules/delivery-days.ts'
import type { Cart } from '../../../../web/cart/use-cart.ts'
import { AddressBlock } from '../../../../web/routes/checkout/address-block.tsx'
import { DeliveryNote, mailText } from '../../../../web/routes/checkout/delivery-note.tsx'
import GiroCode from '../../../../web/routes/checkout/giro-code.tsx'
import { ContractNote } from '../../../../web/routes/checkout/order-consent.tsx'
import type { LoadedCheckout } from '../../../../web/routes/checkout/use-checkout.ts'

it('PAY-06 the GiroCode has its own white background behind its black squares', () => {
  const markup = renderToStaticMarkup(<GiroCode text="BCD" name="BAX1" />)
  const size = /viewBox="0 0 (\d+) /.exec(markup)?.[1]
  expect(markup).toMatch(
    new RegExp(`<rect width="${size}" height="${size}" fill="#ffffff"></rect><path d="[^"]+" fill="#000000">`),
  )
})

it('CHK-06 an address with equal lines has a different key for each line', () => {
  const address = {
    firstName: 'Nachtwerk',
    lastName: 'Berlin',
    company: 'Nachtwerk Berlin',
    address: 'Weg 1',
    address2: 'Weg 1',
    postCode: '10999',
    city: 'Berlin',
    countryCode: 'de',
  }
  const lines = Children.toArray(AddressBlock({ address, country: '' }).props.children)
  expect(lines).toHaveLength(5)
  expect(new Set(lines.map((line) => isValidElement(line) && line.key)).size).toBe(5)
})

it.each([
  {
    what: 'tickets',
    types: ['ticket'],
    isFree: false,
    text: 'Online-Tickets kommen per E-Mail, sobald deine Zahlung da ist.',
  },
  {
    what: 'tickets that a voucher pays',
    types: ['ticket'],
    isFree: true,
    text: 'Online-Tickets kommen gleich nach der Bestellung per E-Mail.',
  },
  {
    what: 'a gift voucher',
    types: ['product'],
    isFree: false,
    text: 'Alles kommt per E-Mail, sobald deine Zahlung da ist.',
  },
  {
    what: 'a gift voucher and tickets',
    types: ['product', 'ticket'],
    isFree: true,
    text: 'Alles kommt gleich nach der Bestellung per E-Mail.',
  },
])(
  'CHK-06 the note about the delivery of $what names what comes by mail, and no payment if nothing is to pay',
  ({ types, isFree, text }) => {
    const items = types.map((type) => ({ type, physical: false, bundled: [] })) as unknown as Cart['items']
    const cart = { items, physical: false, containsOnlineTickets: types.includes('ticket') }
    expect(mailText(cart, isFree)).toBe(text)
  },
)

it('CHK-06 the note about a song that is made to order names its own time of delivery, and not that everything comes at once', () => {
  const song = {
    type: 'product',
    physical: false,
    productName: 'Lied',
    deliveryDays: { from: 10, to: 20 },
    bundled: [],
  }
  const cart = { items: [song], physical: false, containsOnlineTickets: false, shippableFrom: null }
  const textOf = (isFree: boolean) => {
    const checkout = { cart, carrier: null, isFree } as unknown as LoadedCheckout
    return renderToStaticMarkup(<DeliveryNote checkout={checkout} />).replace(/<[^>]*>/g, '')
  }
  expect(textOf(false)).toBe('Lied: 10–20 Werktage nach deiner Zahlung.')
  expect(textOf(true)).toBe('Lied: 10–20 Werktage nach der Bestellung.')
})

it('CHK-06 the note about a song mentions everything else if and only if the order contains other goods that come by email', () => {
  const item = { type: 'product', physical: false, productName: 'Lied', deliveryDays: null, bundled: [] }
  const song = { ...item, deliveryDays: { from: 10, to: 20 } }
  const voucher = { ...item, productName: 'Gutschein' }
  const ticket = { ...item, type: 'ticket' }
  const shirt = { ...item, physical: true }
  const linesOf = (items: object[], isFree = false) => {
    const physical = items.includes(shirt)
    const cart = { items, physical, containsOnlineTickets: items.includes(ticket), shippableFrom: null }
    const checkout = { cart, carrier: null, isFree } as unknown as LoadedCheckout
    const html = renderToStaticMarkup(<DeliveryNote checkout={checkout} />)
    return [...html.matchAll(/<p>([^<]*)<\/p>/g)].map(([, line]) => line)
  }
  const own = 'Lied: 10–20 Werktage nach deiner Zahlung.'
  const others = 'Alles andere kommt per E-Mail, sobald deine Zahlung da ist.'
  expect(linesOf([song, voucher])).toEqual([own, others])
  expect(linesOf([song, voucher, ticket])).toEqual([own, others])
  expect(linesOf([{ ...voucher, type: 'bundle', bundled: [song, voucher] }])).toEqual([own, others])
  expect(linesOf([song, voucher], true)).toEqual([
    'Lied: 10–20 Werktage nach der Bestellung.',
    'Alles andere kommt gleich nach der Bestellung per E-Mail.',
  ])
  // The orders: only a voucher, only the song, a ticket with a sentence of its own, and a shirt that comes in a parcel.
  expect(linesOf([voucher])).toEqual(['Alles kommt per E-Mail, sobald deine Zahlung da ist.'])
  expect(linesOf([song])).toEqual([own])
  expect(linesOf([song, ticket])).toEqual([own, 'Online-Tickets kommen per E-Mail, sobald deine Zahlung da ist.'])
  expect(linesOf([song, shirt])).toEqual([own])
})

it('CHK-06 the note about a parcel names its carrier, its days in transit, and the days until it leaves after the payment', () => {
  const carrier = { name: 'Paket', description: 'Mit Sendungsnummer, 2–3 Werktage unterwegs' }
  const cart = { items: [], physical: true, containsOnlineTickets: false, shippableFrom: null }
  const textOf = (more: object) => {
    const checkout = { cart: { ...cart, ...more }, carrier, isFree: false, ...more } as unknown as LoadedCheckout
    return renderToStaticMarkup(<DeliveryNote checkout={checkout} />).replace(/<[^>]*>/g, '')
  }
  const parcel = 'Paket: Mit Sendungsnummer, 2–3 Werktage unterwegs.'
  const usual = `${parcel} Wir verschicken meist innerhalb von ${PACKING_DAYS} Werktagen`
  expect(textOf({})).toBe(`${usual}, nachdem deine Zahlung da ist.`)
  expect(textOf({ isFree: true })).toBe(`${usual}.`)
})

it('CHK-06 beside the button, an order names the broker of its tickets, and which items have a right of withdrawal', () => {
  const broker = 'Wir vermitteln diese Tickets im Namen des Veranstalters. Für Tickets gibt es kein Widerrufsrecht.'
  const others = 'Den Kauf anderer Artikel kannst du 14 Tage lang ohne Angabe von Gründen widerrufen.'
  const personal = 'Artikel mit deinem eigenen Text sind vom Widerruf ausgeschlossen.'
  const item = { type: 'product', personalIdentifier: null, productName: 'Hemd', promoter: null }
  const bundle = { ...item, type: 'bundle' }
  const ticket = { ...item, type: 'ticket', personalIdentifier: 'Alex Roth' }
  const ownText = { ...item, personalIdentifier: 'Für Alex' }
  const linesOf = (items: ComponentProps<typeof ContractNote>['cart']['items'], containsTickets: boolean) => {
    const html = renderToStaticMarkup(<ContractNote cart={{ containsTickets, items }} />)
    return [...html.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, line]) => line)
  }
  expect(linesOf([ticket], true)).toEqual([broker])
  expect(linesOf([ticket, item], true)).toEqual([broker, others])
  expect(linesOf([ticket, ownText], true)).toEqual([broker, personal])
  expect(linesOf([{ ...bundle, bundled: [ownText] }], false)).toEqual([personal])
  expect(linesOf([{ ...bundle, bundled: [ownText, item] }], false)).toEqual([personal, others])
  expect(linesOf([{ ...bundle, bundled: [ticket] }], true)).toEqual([broker])
  expect(linesOf([item], false)).toEqual([others.replace('anderer', 'der')])
})

it('CHK-06 beside the button, an order names the promoter of each concert, also of one in a bundle, and each promoter once', () => {
  const owner = { isOwner: true, name: 'Nachtwerk Touring GmbH, Oranienstraße 190, 10999 Berlin' }
  const organiser = { isOwner: false, name: 'Konzertbüro Kiez GmbH' }
  const ticket = (productName: string, promoter: typeof owner | null) => ({
    ...{ type: 'ticket', personalIdentifier: null, productName, promoter },
  })
  const item = (type: string, parts: ReturnType<typeof ticket>[] = []) => ({
    ...{ type, personalIdentifier: null, productName: 'Hemd', promoter: null, bundled: parts },
  })
  const linesOf = (items: ComponentProps<typeof ContractNote>['cart']['items']) => {
    const html = renderToStaticMarkup(<ContractNote cart={{ containsTickets: true, items }} />)
    const lines = [...html.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, line]) => line ?? '')
    return lines.filter((line) => /^(Vertragspartner|Veranstalter)/.test(line))
  }
  const both = `Vertragspartner für die Tickets: ${owner.name}`
  expect(linesOf([ticket('Köln', owner), ticket('Berlin', owner), item('product')])).toEqual([both])
  expect(linesOf([ticket('Köln', owner), item('bundle', [ticket('Berlin', organiser)])])).toEqual([
    `${both} (Köln)`,
    'Veranstalter: Konzertbüro Kiez GmbH (Berlin)',
  ])
  expect(linesOf([ticket('Köln', null), ticket('Berlin', organiser)])).toEqual([
    'Veranstalter: Konzertbüro Kiez GmbH (Berlin)',
  ])
  expect(linesOf([ticket('Köln', null), item('product')])).toEqual([])
})
