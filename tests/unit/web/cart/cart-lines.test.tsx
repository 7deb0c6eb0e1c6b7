import { expect, it } from 'vitest'
import { formatDateTime } from '../../../../schema/rules/date-format.ts'
import { itemGroups } from '../../../../schema/rules/item-groups.ts'
import { unbroken } from '../../../../schema/rules/unbroken-text.ts'
import { CartLines } from '../../../../web/cart/cart-lines.tsx'
import { venueText } from '../../../../web/cart/item-text.ts'
import type { CartItem } from '../../../../web/cart/use-cart.ts'
import { LineList } from '../../../../web/routes/checkout/line-list.tsx'
import { OrderItems } from '../../../../web/routes/checkout/order-items.tsx'
import { OrderSummary } from '../../../../web/routes/checkout/order-summary.tsx'
import type { LoadedCheckout } from '../../../../web/routes/checkout/use-checkout.ts'
import type { Order } from '../../../../web/routes/checkout/use-order.ts'
import { NOW } from '../../../support/page-event.ts'
import { shopMarkup } from '../shop-markup.tsx'

const SEAT = { sectionId: 'stalls', sectionName: 'Parkett', row: '1', properties: [] as string[] }

function ticket(id: string, more: Partial<CartItem> = {}): CartItem {
  return {
    id,
    itemIds: [id],
    productId: null,
    eventId: 'evt_1',
    productVariantId: 'var_1',
    productSlug: 'zwoelf-naechte',
    productName: 'Zwölf Nächte',
    productType: '',
    productColor: null,
    variantName: 'Parkett, Vollpreis',
    artistName: 'Lichtmass',
    type: 'ticket',
    amount: 1,
    cartLimit: 8,
    unitCents: 4800,
    totalCents: 4800,
    totalSumCents: 4800,
    seatId: id,
    happeningFromAt: NOW,
    timeZone: 'Europe/Berlin',
    venueName: 'Redoutentheater',
    city: 'Leipzig',
    promoter: null,
    bundledItemIds: [],
    personalIdentifier: null,
    personalizationRequirement: 'no_personalization',
    asksContact: false,
    lacksNames: false,
    follows: false,
    personalised: false,
    personalLabel: null,
    deliveryDays: null,
    physical: false,
    fixedAmount: true,
    available: true,
    href: '/events/zwoelf-naechte',
    payment: null,
    seat: { ...SEAT, name: id },
    image: null,
    bundled: [],
    ...more,
  }
}

const cart = (items: CartItem[]) => shopMarkup(<CartLines items={items} onProblem={() => {}} />)
/** How a line of facts separates two of them. */
const factLine = (...facts: string[]) =>
  facts.map((fact) => `<span>${fact}</span></span>`).join(' <span><span>· </span>')
const occurrences = (text: string, part: string) => text.split(part).length - 1

it('CART-08 tickets of an event stand at the place of the first one, and merch and bundles keep their lines', () => {
  const shirt = ticket('shirt', { eventId: null })
  const bundle = ticket('bundle', { bundled: [ticket('part')] })
  const other = ticket('other', { eventId: 'evt_2' })
  const items = [ticket('6'), shirt, bundle, other, ticket('7')]
  expect(itemGroups(items).map((group) => group.map(({ id }) => id))).toEqual([
    ['6', '7'],
    ['shirt'],
    ['bundle'],
    ['other'],
  ])
})

it('CART-08 the cart names an event, its date, its venue and its city once, and each seat with its price and a button of its own', () => {
  const reduced = ticket('5', { variantName: 'Parkett, Ermäßigt', totalSumCents: 4000, unitCents: 4000 })
  const html = cart([ticket('6'), reduced])
  for (const once of [
    '>Lichtmass – Zwölf Nächte<',
    unbroken(formatDateTime(NOW, 'Europe/Berlin', 'de')),
    'Redoutentheater, Leipzig',
  ])
    expect(occurrences(html, once)).toBe(1)
  for (const seat of ['5', '6']) {
    expect(html).toContain(`>Parkett, Reihe\u00a01, Platz\u00a0${seat}<`)
    expect(html).toContain(`aria-label="Lichtmass – Zwölf Nächte, Parkett, Reihe\u00a01, Platz\u00a0${seat} entfernen"`)
  }
  expect(html).toContain('>Parkett, Ermäßigt<')
  expect(html).toContain('48,00')
  expect(html).toContain('40,00')
})

it('CART-08 a row says what a voucher pays, that a ticket is gone, and how many tickets of an area there are', () => {
  const area = { seat: { ...SEAT, sectionName: 'Innenraum', row: null, name: null }, fixedAmount: false, amount: 3 }
  const html = cart([
    ticket('6', { payment: { id: 'pay_1', amountCents: 1000, paymentMethodName: 'KulturPass' } }),
    ticket('7', { available: false }),
    ticket('8', area),
  ])
  expect(html).toContain('KulturPass: −10,00')
  expect(occurrences(html, 'Nicht mehr verfügbar.')).toBe(1)
  expect(html).toContain('Menge Lichtmass – Zwölf Nächte, Innenraum')
})

it('CART-08 a ticket names its area once if the price category begins with it', () => {
  const seat = { ...SEAT, sectionName: 'Innenraum', row: null, name: null }
  const html = cart([ticket('6', { seat, variantName: 'Innenraum, Vollpreis' })])
  expect(occurrences(html, '>Innenraum')).toBe(1)
  expect(html).toContain('Innenraum, Vollpreis')
  const limited = { ...seat, properties: ['eingeschränkte Sicht'] }
  const noted = cart([ticket('6', { seat: limited, variantName: 'Innenraum, Vollpreis' })])
  expect(noted).toContain(factLine('eingeschränkte Sicht', 'Innenraum, Vollpreis'))
})

it('DONE-01, CHK-01 the summary and the order name a product once if its only variant has its name, and its type', () => {
  const gin = { id: 'gin', type: 'product', descriptiveName: 'Firn – Firngeist Gin (Spirituose)', amount: 1 }
  const item = { ...gin, eventId: null, variantName: 'Firngeist Gin', totalCents: 3900, seat: null }
  const order = { items: [item], events: [], addOns: [], shippingName: '', voucherLabel: null } as unknown as Order
  expect(occurrences(shopMarkup(<OrderItems order={order} />), 'Firngeist Gin')).toBe(1)
  const sums = { goodsCents: 3900, voucherCents: 0, shippingCents: 0, extraCents: 0, totalCents: 3900 }
  const merch = { eventId: null, happeningFromAt: null, venueName: null, city: null, seat: null }
  const bottle = ticket('gin', {
    ...merch,
    artistName: 'Firn',
    productName: 'Firngeist Gin',
    productType: 'Spirituose',
    variantName: 'Firngeist Gin',
  })
  const shown = { items: [bottle], physical: true, countryCode: 'de', voucher: null }
  const checkout = { cart: shown, sums, carrier: null, method: null } as unknown as LoadedCheckout
  const summary = shopMarkup(<OrderSummary checkout={checkout} />)
  expect(occurrences(summary, 'Firngeist Gin')).toBe(1)
  expect(occurrences(summary, 'Spirituose')).toBe(1)
})

it('CART-08 a personalised product has a field that wraps its text and shows all of it', () => {
  const text = 'Für Jule und Mattis, die seit zwölf Jahren jedes Konzert in der ersten Reihe hören'.slice(0, 80)
  const html = cart([ticket('6', { eventId: null, seat: null, personalised: true, personalIdentifier: text })])
  expect(html).toMatch(new RegExp(`<textarea[^>]*maxLength="80"[^>]*>${text}</textarea>`, 'i'))
  expect(html).toMatch(/<textarea[^>]*rows="5"/)
})

it('PROD-10, CHK-06, DONE-01 the cart, its review, the summary and the order name the variant and the text of a personalised product, also in a bundle', () => {
  const merch = { eventId: null, happeningFromAt: null, venueName: null, city: null, seat: null }
  const goods = { ...merch, type: 'product', productName: 'Trikot', variantName: 'Größe M' }
  const shirt = ticket('shirt', { ...goods, personalised: true, personalIdentifier: 'Für Alex' })
  const bundle = ticket('bundle', { ...merch, type: 'bundle', productName: 'Doppelpack', bundled: [shirt] })
  const sums = { goodsCents: 4800, voucherCents: 0, shippingCents: 0, extraCents: 0, totalCents: 4800 }
  const summaryOf = (item: CartItem) => {
    const shown = { items: [item], physical: true, countryCode: 'de', voucher: null }
    const checkout = { cart: shown, sums, carrier: null, method: null } as unknown as LoadedCheckout
    return shopMarkup(<OrderSummary checkout={checkout} />)
  }
  const root = { bundleItemId: null, invalidated: false, eventId: null, seat: null, amount: 1, totalCents: 4800 }
  const orderOf = (...items: object[]) => {
    const order = { items, events: [], addOns: [], shippingName: '', voucherLabel: null } as unknown as Order
    return shopMarkup(<OrderItems order={order} />)
  }
  const named = { descriptiveName: 'Lichtmass – Trikot', variantName: 'Größe M', personalIdentifier: 'Für Alex' }
  const ordered = { ...root, ...named, id: 'shirt', type: 'product' }
  const pack = { ...root, id: 'bundle', type: 'bundle', descriptiveName: 'Doppelpack', variantName: '' }
  const facts = factLine('Größe M', 'Für Alex')
  for (const item of [shirt, bundle]) {
    expect(shopMarkup(<CartLines items={[item]} isReadOnly onProblem={() => {}} />)).toContain(facts)
    expect(summaryOf(item)).toContain(facts)
  }
  expect(cart([bundle])).toContain(facts)
  expect(orderOf(ordered)).toContain(facts)
  expect(orderOf(pack, { ...ordered, bundleItemId: 'bundle' })).toContain(facts)
  // A product outside of a bundle shows its text only in a field.
  expect(cart([shirt])).toMatch(/>Größe M<.*<textarea[^>]*>Für Alex<\/textarea>/)
  expect(occurrences(cart([shirt]), 'Für Alex')).toBe(1)
})

it('CART-08 a single ticket and a ticket of a bundle name the venue with its city, and merch names none', () => {
  expect(cart([ticket('6')])).toContain('Redoutentheater, Leipzig')
  const merch = { eventId: null, venueName: null, city: null }
  const bundle = ticket('bundle', { ...merch, bundled: [ticket('part')] })
  expect(occurrences(cart([bundle]), 'Redoutentheater, Leipzig')).toBe(1)
  expect(venueText(ticket('shirt', merch))).toBeNull()
})

it('CART-08, CHK-01 the summary beside the steps names the date, the venue and the city of an event once', () => {
  const sums = { goodsCents: 9600, voucherCents: 0, shippingCents: 0, extraCents: 0, totalCents: 9600 }
  const shown = { items: [ticket('6'), ticket('7')], physical: false, countryCode: 'de', voucher: null }
  const checkout = { cart: shown, sums, carrier: null, method: null } as unknown as LoadedCheckout
  const html = shopMarkup(<OrderSummary checkout={checkout} />)
  const date = unbroken(formatDateTime(NOW, 'Europe/Berlin', 'de'))
  expect(occurrences(html, factLine(date, 'Redoutentheater, Leipzig'))).toBe(1)
})

it('CART-08, DONE-01 the items of an order name the date, the venue and the city of an event once', () => {
  const item = {
    eventId: 'evt_1',
    type: 'ticket',
    descriptiveName: 'Zwölf Nächte',
    variantName: 'Vollpreis',
    amount: 1,
  }
  const event = { id: 'evt_1', status: 'planned', formerDate: null, happeningFromAt: NOW, timeZone: 'Europe/Berlin' }
  const order = {
    items: ['6', '7'].map((id) => ({
      ...item,
      id,
      totalCents: 4800,
      seat: { ...SEAT, name: id },
      personalIdentifier: null,
    })),
    events: [{ ...event, venueName: 'Redoutentheater', city: 'Leipzig' }],
    addOns: [],
    shippingName: '',
    voucherLabel: null,
  } as unknown as Order
  const html = shopMarkup(<OrderItems order={order} />)
  const date = formatDateTime(NOW, 'Europe/Berlin', 'de')
  expect(occurrences(html, factLine(date, 'Redoutentheater, Leipzig'))).toBe(1)
})

it('CART-01, CHK-01, DONE-01 the summary and the order list the parts of a bundle below it, with size, date and seat, at one price', () => {
  const merch = { eventId: null, happeningFromAt: null, venueName: null, city: null, seat: null }
  const shirt = ticket('shirt', { ...merch, productName: 'T-Shirt', variantName: 'Größe M', amount: 2 })
  const bundle = ticket('bundle', {
    ...merch,
    productName: 'Doppelpack',
    variantName: 'Doppelpack',
    totalCents: 0,
    totalSumCents: 6700,
    bundled: [ticket('6'), shirt],
  })
  const sums = { goodsCents: 6700, voucherCents: 0, shippingCents: 0, extraCents: 0, totalCents: 6700 }
  const shown = { items: [bundle], physical: true, countryCode: 'de', voucher: null }
  const checkout = { cart: shown, sums, carrier: null, method: null } as unknown as LoadedCheckout
  const seat = { ...SEAT, name: '6' }
  const root = { id: 'bundle', bundleItemId: null, invalidated: false, type: 'bundle', eventId: null, amount: 1 }
  const part = { ...root, bundleItemId: 'bundle' }
  const ordered = [
    { ...root, descriptiveName: 'Doppelpack', variantName: 'Doppelpack', totalCents: 0, seat: null },
    {
      ...part,
      id: '6',
      type: 'ticket',
      eventId: 'evt_1',
      descriptiveName: 'Lichtmass – Zwölf Nächte',
      variantName: 'Parkett, Vollpreis',
      totalCents: 4800,
      seat,
    },
    {
      ...part,
      id: 'shirt',
      descriptiveName: 'Lichtmass – T-Shirt',
      variantName: 'Größe M',
      amount: 2,
      totalCents: 1900,
      seat: null,
    },
  ]
  const event = { id: 'evt_1', status: 'planned', formerDate: null, happeningFromAt: NOW, timeZone: 'Europe/Berlin' }
  const order = {
    items: ordered,
    events: [{ ...event, venueName: 'Redoutentheater', city: 'Leipzig' }],
    addOns: [],
    shippingName: '',
    voucherLabel: null,
  } as unknown as Order
  const date = formatDateTime(NOW, 'Europe/Berlin', 'de')
  for (const html of [shopMarkup(<OrderSummary checkout={checkout} />), shopMarkup(<OrderItems order={order} />)]) {
    const [list = ''] = html.match(/<ul aria-label="Im Bundle.*?<\/ul>/) ?? []
    for (const text of [
      'Zwölf Nächte',
      date,
      'Redoutentheater, Leipzig',
      'Parkett, Reihe 1, Platz 6',
      'Größe M',
      '2 ×',
    ])
      expect(occurrences(list.replaceAll('\u00a0', ' '), text)).toBe(1)
    expect(list).not.toContain('€')
    expect(occurrences(html, '67,00')).toBeGreaterThan(0)
    expect(html).not.toContain('>0,00')
  }
})

it('CART-08, DONE-01 lists without controls show the date of an event once, and strike a returned ticket only', () => {
  const line = { eventId: 'evt_1', name: 'Zwölf Nächte', amount: 1, cents: 4800, event: ['Mo, 08.02.2027', 'Theater'] }
  const html = shopMarkup(
    <LineList
      lines={[
        { ...line, id: '6', facts: ['Platz\u00a06', 'Vollpreis'] },
        { ...line, id: '7', facts: ['Platz\u00a07', 'Ermäßigt'], isStruck: true },
      ]}
    />,
  )
  expect(occurrences(html, factLine('Mo, 08.02.2027', 'Theater'))).toBe(1)
  expect(html.slice(html.indexOf('line-through'))).toContain('Platz\u00a07')
  expect(html.slice(0, html.indexOf('line-through'))).toContain('Platz\u00a06')
})

it('CART-08 keeps a word such as "T-Shirt" in one line, also in a compound, and lets longer words break at their hyphens', () => {
  const nameOf = (productName: string) => cart([ticket('shirt', { eventId: null, productName, seat: null })])
  const shirt = '<span class="whitespace-nowrap">T-Shirt</span>'
  expect(nameOf('T-Shirt Post-Punk')).toContain(`Lichtmass – ${shirt} Post-Punk</a>`)
  expect(nameOf('Kinder-T-Shirt')).toContain(`Lichtmass – Kinder-${shirt}</a>`)
})

it('SEAT-14 the cart and its review describe a special seat, in a line of its own and beside other tickets of the event', () => {
  const seat = { ...SEAT, name: '6', properties: ['eingeschränkte Sicht'] }
  const place = 'Parkett, Reihe\u00a01, Platz\u00a06 · eingeschränkte Sicht'
  const items = [ticket('6', { seat })]
  expect(cart(items)).toContain(`<span>${place}</span>`)
  expect(cart([...items, ticket('7')])).toContain(`<p class="font-medium">${place}</p>`)
  expect(cart([...items, ticket('7')])).toContain('<p class="font-medium">Parkett, Reihe\u00a01, Platz\u00a07</p>')
  expect(shopMarkup(<CartLines items={items} isReadOnly onProblem={() => {}} />)).toContain(`<span>${place}</span>`)
})
