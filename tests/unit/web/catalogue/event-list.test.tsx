import { expect, it } from 'vitest'
import { formatDate } from '../../../../schema/rules/date-format.ts'
import { unbroken } from '../../../../schema/rules/unbroken-text.ts'
import { EventList } from '../../../../web/catalogue/event-list.tsx'
import type { PageEvent } from '../../../../web/routes/event/event.ts'
import { EventFacts } from '../../../../web/routes/event/event-facts.tsx'
import { EventPrice } from '../../../../web/routes/event/event-price.tsx'
import { EventTickets } from '../../../../web/routes/event/event-tickets.tsx'
import { legendCategories } from '../../../../web/routes/event/map-legend.ts'
import { PriceTable } from '../../../../web/routes/event/price-table.tsx'
import { CategoryLegend } from '../../../../web/seatmap/category-legend.tsx'
import { categorySigns } from '../../../../web/seatmap/category-signs.ts'
import { NOW, pageEvent } from '../../../support/page-event.ts'
import { shopMarkup } from '../shop-markup.tsx'

const HOUR = 3_600_000
const SELLER = 'https://tickets.example/1'

const rowAndTickets = (changes: Partial<PageEvent>) => {
  const event = pageEvent({ meta: { external_link: SELLER }, ...changes })
  return [shopMarkup(<EventList events={[event]} />), shopMarkup(<EventTickets event={event} />)]
}

it('EVL-04, EVT-11 the row and the page of a concert that another seller sells link to that seller', () => {
  for (const markup of rowAndTickets({})) expect(markup).toContain(`href="${SELLER}"`)
})

it('EVL-04 a concert that another seller has sold out shows its message and does not link to that seller', () => {
  const [row, tickets] = rowAndTickets({ soldOutMessage: 'Alles weg' })
  expect(row).toContain('Alles weg')
  expect(row).toContain('href="/events/nachtwerk-berlin"')
  expect(tickets).toContain('Alles weg')
  for (const markup of [row, tickets]) expect(markup).not.toContain(SELLER)
})

it('EVT-14 the row and the page of a moved concert name its former date, but not those of a cancelled one', () => {
  const former_date = Date.UTC(2026, 11, 5, 19)
  const markup = (changes: Partial<PageEvent>) => {
    const event = pageEvent({ meta: { former_date }, ...changes })
    return shopMarkup(<EventList events={[event]} />) + shopMarkup(<EventFacts event={event} />)
  }
  const moved = markup({})
  for (const text of ['Verlegt', 'ursprünglich Sa, 05.12.2026', 'Verlegt: ursprünglich am Sa, 05.12.2026'])
    expect(moved).toContain(text)
  expect(markup({ status: 'cancelled' })).not.toContain('05.12.2026')
  expect(markup({ meta: {} })).not.toMatch(/Verlegt|ursprünglich/)
})

it('EVT-14 the row and the page of a postponed concert without a new date say so, and cross the former date out', () => {
  const happeningFromAt = NOW + 48 * HOUR
  const event = pageEvent({ status: 'postponed', happeningFromAt })
  const day = formatDate(happeningFromAt, event.venue.timeZone, 'de')
  const [row, facts] = [shopMarkup(<EventList events={[event]} />), shopMarkup(<EventFacts event={event} />)]
  for (const markup of [row, facts]) {
    expect(markup).toContain('Der neue Termin steht noch nicht fest')
    expect(markup).not.toMatch(/Beginn|Einlass/)
  }
  expect(row).toMatch(/<time[^>]*line-through/)
  expect(row).toContain(`ursprünglich ${day}`)
  expect(facts).toContain(`<s>${unbroken(day)}</s>`)
  expect(facts).not.toContain('<time')
  const known = pageEvent({ status: 'postponed', meta: { former_date: Date.UTC(2026, 11, 5, 19) } })
  expect(shopMarkup(<EventFacts event={known} />)).toContain('<time')
})

it('EVL-04, EVT-02 the row writes “ab” before the price only if there are several prices', () => {
  const row = (priceVaries: boolean) => shopMarkup(<EventList events={[pageEvent({ priceVaries })]} />)
  expect(row(true)).toMatch(/>ab (<!-- -->)?39,00/)
  expect(row(false)).toMatch(/>39,00/)
})

it('EVL-04, HOME-04 the row names the start in the zone of the venue, and the admission if the shop wants it', () => {
  const doorAt = Date.UTC(2027, 0, 10, 18)
  const dates = { doorAt, stageAt: null, happeningFromAt: doorAt + 5_400_000 }
  const row = (change: Partial<PageEvent>, meta = {}) =>
    shopMarkup(<EventList events={[pageEvent({ ...dates, ...change })]} />, { meta })
  expect(row({})).toContain('>Beginn 20:30<')
  expect(row({ stageAt: doorAt + 7_200_000 })).toContain('>Beginn 21:00<')
  expect(row({}, { show_event_door_time: true })).toMatch(/>Einlass 19:00<.*>Beginn 20:30</)
  expect(row({ doorAt: null }, { show_event_door_time: true })).toContain('>Beginn 20:30<')
  expect(row({ meta: { hideDate: true } }, { show_event_door_time: true })).not.toMatch(/Beginn|Einlass/)
})

it('EVL-05 a row in a band’s shop says whom the band supports at another artist’s concert', () => {
  const row = (artist: string) => shopMarkup(<EventList events={[pageEvent({ name: 'Nachtfahrt' })]} />, { artist })
  expect(row('Vorband')).toContain('>Support für Nachtwerk: Nachtfahrt<')
  expect(row('Nachtwerk')).toContain('>Nachtfahrt<')
})

it('EVL-04 the tag with the start of the sale wraps only before the time', () => {
  const row = shopMarkup(
    <EventList events={[pageEvent({ presaleAt: Date.UTC(2031, 0, 10, 9), salesEndAt: Date.UTC(2031, 5, 1) })]} />,
  )
  expect(row).toContain('Vorverkauf ab Fr,\u00a010.01.2031, 10:00\u00a0Uhr')
})

it('EVL-04 the row of a cancelled concert leads to its page and not to the other seller', () => {
  const [row] = rowAndTickets({ status: 'cancelled' })
  expect(row).toContain('href="/events/nachtwerk-berlin"')
  expect(row).not.toContain(SELLER)
})

it('EVT-03 asks fans to stay on the page only in the last day before the presale', () => {
  const tickets = (presaleAt: number) => shopMarkup(<EventTickets event={pageEvent({ presaleAt })} />)
  expect(tickets(NOW + 86_000_000)).toContain('Bleib einfach auf dieser Seite')
  expect(tickets(NOW + 86_500_000)).not.toContain('Bleib einfach auf dieser Seite')
})

it('EVT-14 the tickets of a moved concert say that earlier ones stay valid, and link to the fan’s order', () => {
  const tickets = (meta: PageEvent['meta']) =>
    shopMarkup(<EventTickets event={pageEvent({ presaleAt: NOW - 60_000, meta })} />)
  expect(tickets({ former_date: NOW })).toMatch(/Gekaufte Tickets gelten für den neuen Termin.*href="\/order"/)
  expect(tickets({})).not.toMatch(/Gekaufte Tickets|href="\/order"/)
})

it('REMIND-01 the page offers a reminder until the presale begins, and not afterwards', () => {
  const tickets = (presaleAt: number) => shopMarkup(<EventTickets event={pageEvent({ presaleAt })} />)
  expect(tickets(NOW + 60_000)).toContain('Erinnere mich an den Vorverkauf')
  expect(tickets(NOW - 60_000)).not.toContain('Erinnere mich')
})

it('REMIND-02 the page offers a mail when a concert is sold out, but not when it is cancelled, over or sold by another seller', () => {
  const offers = (changes: Partial<PageEvent>) =>
    shopMarkup(<EventTickets event={pageEvent(changes)} />).includes('Sag mir Bescheid, wenn Tickets frei werden')
  const soldOutMessage = 'Alles weg'
  expect(offers({ soldOutMessage })).toBe(true)
  expect(offers({})).toBe(false)
  expect(offers({ soldOutMessage, status: 'cancelled' })).toBe(false)
  expect(offers({ soldOutMessage, salesEndAt: NOW })).toBe(false)
  expect(offers({ soldOutMessage, meta: { external_link: SELLER } })).toBe(false)
  const pricingCategories = pageEvent().pricingCategories.map((category) => ({ ...category, available: false }))
  expect(offers({ pricingCategories })).toBe(true)
})

it('EVL-04, EVT-02 a concert without tickets left says so in its row, on its page and in its prices', () => {
  const [category] = pageEvent().pricingCategories
  if (!category) throw new Error('the event has no category')
  const gone = pageEvent({
    isSoldOut: true,
    lowestPriceCents: null,
    priceVaries: false,
    pricingCategories: [{ ...category, available: false }],
  })
  const row = shopMarkup(<EventList events={[gone]} />)
  expect(row).toContain('Zurzeit vergriffen')
  expect(row).not.toContain('39,00')
  const page = shopMarkup(<EventTickets event={gone} />)
  expect(page).toContain('Gibt jemand Tickets frei')
  expect(page).not.toContain('eins mehr')
  expect(shopMarkup(<EventPrice event={gone} isOpen />)).toContain('Zurzeit sind alle Tickets vergriffen')
})

it('EVT-02 categories stand below the name of their section, and are closed or without steppers if the catalogue says so', () => {
  const [category] = pageEvent().pricingCategories
  if (!category) throw new Error('the event has no category')
  const other = { ...category, id: 'pca_2', number: 2, name: 'Empore', section: 'Oben', expanded: false }
  const markup = shopMarkup(
    <PriceTable categories={[category, other, { ...other, id: 'pca_3', name: 'Loge' }]} kind={null} />,
  )
  expect(markup.match(/Oben/g)).toHaveLength(1)
  expect(markup.match(/<details/g)).toHaveLength(2)
  const shown = { ...category, hideButtons: true }
  const page = shopMarkup(<EventTickets event={pageEvent({ pricingCategories: [category, shown].slice(1) })} />)
  expect(page).not.toContain('eins mehr')
})

it('EVT-02 sections are not repeated, and no category without a section stands below the name of one, in prices and in the legend', () => {
  const [category] = pageEvent().pricingCategories
  if (!category) throw new Error('the event has no category')
  const named = (number: number, name: string, section: string | null) => ({
    ...category,
    ...{ id: `pca_${number}`, number, name, section },
  })
  const pricingCategories = [
    named(1, 'Parkett', 'Unten'),
    named(2, 'Empore', 'Oben'),
    named(3, 'Stehplatz', null),
    named(4, 'Loge', 'Unten'),
  ]
  const signs = categorySigns(pricingCategories)
  const Legend = () => {
    const rows = legendCategories(pageEvent({ pricingCategories }), null, signs, () => 5)
    return <CategoryLegend categories={rows} chosen={[]} onChoose={() => {}} />
  }
  for (const markup of [
    shopMarkup(<PriceTable categories={pricingCategories} kind={null} />),
    shopMarkup(<Legend />),
  ]) {
    const names = [...markup.matchAll(/>(Parkett|Empore|Stehplatz|Loge|Unten|Oben)</g)].map(([, name]) => name)
    expect(names).toEqual(['Stehplatz', 'Unten', 'Parkett', 'Loge', 'Oben', 'Empore'])
  }
})

it('EVT-02 the page says that tickets are sold elsewhere, and not that they are gone, if all categories have hideButtons', () => {
  const [category] = pageEvent().pricingCategories
  if (!category) throw new Error('the event has no category')
  const markupOf = (changes: Partial<typeof category>) => {
    const event = pageEvent({ pricingCategories: [{ ...category, ...changes }] })
    return shopMarkup(<EventPrice event={event} isOpen />) + shopMarkup(<EventTickets event={event} />)
  }
  const elsewhere = markupOf({ hideButtons: true, available: false })
  expect(elsewhere).toContain('Tickets gibt es nicht in diesem Shop')
  expect(elsewhere).toContain('Diese Tickets verkaufen wir nicht online.')
  expect(elsewhere).not.toMatch(/vergriffen|Gibt jemand Tickets frei/i)
  expect(markupOf({ available: false })).not.toContain('nicht in diesem Shop')
})

it('EVT-03 the page sends fans to the box office after the end of the sale, but not once the concert is over', () => {
  const tickets = (startsAt: number, endsAt: number | null) =>
    shopMarkup(
      <EventTickets
        event={pageEvent({ salesEndAt: NOW - HOUR, happeningFromAt: startsAt, happeningUntilAt: endsAt })}
      />,
    )
  for (const markup of [tickets(NOW + HOUR, null), tickets(NOW - HOUR, null), tickets(NOW - 5 * HOUR, NOW + 1)])
    expect(markup).toContain('Abendkasse')
  for (const markup of [tickets(NOW - 4 * HOUR, null), tickets(NOW - 2 * HOUR, NOW)]) {
    expect(markup).toContain('Der Vorverkauf ist beendet')
    expect(markup).not.toContain('Abendkasse')
  }
})
