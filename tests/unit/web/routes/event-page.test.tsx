import { expect, it } from 'vitest'
import { EventPageDocument } from '../../../../schema/generated/operations.ts'
import { EventList } from '../../../../web/catalogue/event-list.tsx'
import type { PageEvent } from '../../../../web/routes/event/event.ts'
import EventPage from '../../../../web/routes/event/event-page.tsx'
import { EventPrice } from '../../../../web/routes/event/event-price.tsx'
import { NOW, pageEvent } from '../../../support/page-event.ts'
import { shopMarkup } from '../shop-markup.tsx'

const DAY = 86_400_000

function markup(changes: Partial<PageEvent> = {}): string {
  const event = pageEvent(changes)
  const { hash } = EventPageDocument
  return shopMarkup(<EventPage />, {
    path: event.href,
    answers: [{ hash, variables: { slug: event.slug }, data: { event } }],
  })
}

const { artist: own } = pageEvent()
const guest = (slug: string) => ({ ...own, id: slug, slug, href: `/artists/${slug}`, displayName: `Gast ${slug}` })

it('EVT-01 the page of an event shows its details as HTML below a heading of their own, and no heading without details', () => {
  const htmlDetails = '<ul><li>Bar ab <strong>18 Uhr</strong></li></ul>'
  expect(markup({ htmlDetails })).toMatch(/<h2 id="details-title"[^>]*>Gut zu wissen<\/h2>.*<strong>18 Uhr<\/strong>/s)
  for (const none of [null, '']) expect(markup({ htmlDetails: none })).not.toContain('details-title')
})

it('EVT-01 the page of an event links each guest once, and the artist only as the artist', () => {
  const html = markup({ artists: [own, guest('a')], relatedArtists: [guest('a'), guest('b')] })
  const guests = [...html.matchAll(/href="(\/artists\/[^"]*)"[^>]*>([^<]*)</g)].map(([, href, name]) => [href, name])
  expect(guests).toEqual([
    ['/artists/n', 'Nachtwerk'],
    ['/artists/a', 'Gast a'],
    ['/artists/b', 'Gast b'],
  ])
  expect(html).toMatch(/<p[^>]*>mit <span><a /)
  expect(markup()).not.toMatch(/<p[^>]*>mit <span>/)
})

it('EVT-01 the page of an event names the local organiser and the company that owns it with its address', () => {
  const html = markup({
    localOrganizer: 'Konzertbüro Kiez GmbH',
    owningCompanyAddress: {
      ...{ company: 'Nachtwerk Touring GmbH', address: 'Oranienstraße 190' },
      ...{ city: 'Berlin', postCode: '10999', countryCode: 'de' },
    },
  })
  expect(html).toMatch(/<dt[^>]*>Örtlicher Veranstalter<\/dt><dd[^>]*>Konzertbüro Kiez GmbH<\/dd>/)
  expect(html).toMatch(
    /<dt[^>]*>Vertragspartner<\/dt><dd[^>]*><span[^>]*>Nachtwerk Touring GmbH\nOranienstraße 190\n10999 Berlin/,
  )
  expect(markup()).not.toMatch(/(Veranstalter|Vertragspartner)<\/dt>/)
})

it('EVT-01 the page of an event shows other dates first if nobody can buy tickets of this one, and after the description otherwise', () => {
  const other = pageEvent({ id: 'evt_2', slug: 'nachtwerk-koeln', href: '/events/nachtwerk-koeln' })
  const datesComeFirst = (change: Partial<PageEvent>) => {
    const [before = '', after] = markup({ description: 'Drei Synthesizer', otherDates: [other], ...change }).split(
      'id="about-title"',
    )
    expect(after).toBeDefined()
    return before.includes('id="dates-title"')
  }
  expect(datesComeFirst({})).toBe(false)
  expect(datesComeFirst({ presaleAt: NOW + 1 })).toBe(false)
  expect(datesComeFirst({ isSoldOut: true })).toBe(true)
  expect(datesComeFirst({ soldOutMessage: 'Ausverkauft' })).toBe(true)
  expect(datesComeFirst({ status: 'cancelled' })).toBe(true)
  expect(datesComeFirst({ status: 'postponed' })).toBe(true)
  expect(datesComeFirst({ salesEndAt: NOW })).toBe(true)
})

it('EVT-01 the page of an event lists other dates in the same city first if the list comes before the description, and sorts by date otherwise', () => {
  const { venue } = pageEvent()
  const otherDates = ['Köln', 'Berlin', 'Jena', 'Berlin'].map((city, index) =>
    pageEvent({ id: `evt_${index + 2}`, href: `/events/date-${index}`, venue: { ...venue, city } }),
  )
  const listed = (change: Partial<PageEvent>) => {
    const [, html = ''] = markup({ otherDates, ...change }).split('id="dates-title"')
    return [...new Set([...html.matchAll(/href="\/events\/date-(\d)"/g)].map(([, index]) => Number(index)))]
  }
  expect(listed({ isSoldOut: true })).toEqual([1, 3, 0, 2])
  expect(listed({ status: 'cancelled' })).toEqual([1, 3, 0, 2])
  expect(listed({})).toEqual([0, 1, 2, 3])
})

it('ART-02 the event’s page names artists without a page of their own, but does not link to them', () => {
  const html = markup({
    happeningFromAt: NOW - DAY,
    salesEndAt: NOW - DAY,
    artist: { ...own, hasPage: false },
    artists: [{ ...own, id: 'cat_2', href: '/artists/gast', displayName: 'Gast' }],
    relatedArtists: [{ ...own, id: 'cat_3', href: '/artists/hafenlicht', displayName: 'Hafenlicht', hasPage: false }],
  })
  expect(html).toContain('Hafenlicht')
  expect(html).toContain('Nachtwerk')
  expect(html).toMatch(/<a [^>]*href="\/artists\/gast"[^>]*>Gast<\/a>/)
  expect(html).not.toContain('href="/artists/hafenlicht"')
  expect(html).not.toContain('href="/artists/n"')
})

it('EVT-02 the note on prices names shipping only if tickets are sent by post', () => {
  const [category] = pageEvent().pricingCategories
  const [variant] = category?.variants ?? []
  if (!category || !variant) throw new Error('the event has no ticket')
  const withTicket = (physical: boolean) => {
    const pricingCategories = [{ ...category, variants: [{ ...variant, physical }] }]
    return shopMarkup(<EventPrice event={pageEvent({ pricingCategories })} isOpen />)
  }
  expect(withTicket(false)).toContain('Alle Preise inkl. MwSt. und Gebühren<')
  expect(withTicket(true)).toContain('Alle Preise inkl. MwSt. und Gebühren, zzgl. Versand<')
})

it('L10N-02 prices that stand alone have no zero decimals in a shop that removes them, and prices of a range are alike', () => {
  const [category] = pageEvent().pricingCategories
  const [variant] = category?.variants ?? []
  if (!category || !variant) throw new Error('the event has no ticket')
  const withPrices = (...prices: number[]) => {
    const variants = prices.map((priceCents) => ({ ...variant, id: `var_${priceCents}`, priceCents }))
    const event = pageEvent({ lowestPriceCents: prices[0] ?? null, pricingCategories: [{ ...category, variants }] })
    const options = { meta: { trim_zero_decimals: true } }
    return (
      shopMarkup(<EventPrice event={event} isOpen />, options) + shopMarkup(<EventList events={[event]} />, options)
    )
  }
  expect(withPrices(2400, 2900)).toMatch(/>24\s€ bis\s29\s€<.*24\s€/)
  expect(withPrices(2400, 2950)).toMatch(/>24,00\s€ bis\s29,50\s€<.*24\s€/)
})

it('EVT-02 the event’s page names the lowest and the highest price, without free tickets', () => {
  const [category] = pageEvent().pricingCategories
  const [variant] = category?.variants ?? []
  if (!category || !variant) throw new Error('the event has no ticket')
  const withPrices = (...prices: number[]) => {
    const variants = prices.map((priceCents) => ({ ...variant, id: `var_${priceCents}`, priceCents }))
    return shopMarkup(<EventPrice event={pageEvent({ pricingCategories: [{ ...category, variants }] })} isOpen />)
  }
  expect(withPrices(0, 4900, 3900)).toMatch(/>39,00\s€ bis\s49,00\s€</)
  expect(withPrices(0, 3900)).toMatch(/>39,00\s€</)
  expect(withPrices(0, 3900)).not.toContain(' bis')
})

it('EVT-03 the page of an event says below its title that it is cancelled or has no tickets left, and shows its label as lists do', () => {
  const tag = (text: string) =>
    new RegExp(`</h1>(</div>)*<p [^>]*>(<span class="tag[^>]*>[^<]*</span>)*<span class="tag[^>]*>${text}</span>`)
  const meta = { custom_tag: 'Zusatzkonzert' }
  expect(markup({ status: 'cancelled', meta })).toMatch(tag('Fällt aus'))
  expect(markup({ status: 'cancelled', meta })).toMatch(tag('Zusatzkonzert'))
  expect(markup({ meta })).not.toMatch(tag('Fällt aus'))
  expect(markup({ soldOutMessage: 'Restlos weg' })).toMatch(tag('Ausverkauft'))
  expect(markup({ isSoldOut: true })).toMatch(tag('Zurzeit vergriffen'))
  expect(markup({ isSoldOut: true, status: 'cancelled' })).not.toMatch(tag('Zurzeit vergriffen'))
  expect(markup()).not.toMatch(tag('Zusatzkonzert'))
})
