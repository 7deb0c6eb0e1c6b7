/** What a fan sees of keys of `meta` that no journey needs. */
import { describe, expect, it } from 'vitest'
import { TERMS_CHAPTERS } from '../../../schema/texts/terms-chapters.ts'
import { EventList } from '../../../web/catalogue/event-list.tsx'
import NewsletterForm from '../../../web/newsletter/newsletter-form.tsx'
import { GroupChoice } from '../../../web/routes/bundle/group-choice.tsx'
import { PartChoice } from '../../../web/routes/bundle/part-choice.tsx'
import { EMPTY_SELECTION, type Part, type Slot } from '../../../web/routes/bundle/selection.ts'
import type { PageEvent } from '../../../web/routes/event/event.ts'
import { EventDetails } from '../../../web/routes/event/event-details.tsx'
import { EventTickets } from '../../../web/routes/event/event-tickets.tsx'
import Terms from '../../../web/routes/static/terms.tsx'
import { NOW, pageEvent } from '../../support/page-event.ts'
import { shopMarkup } from './shop-markup.tsx'

const HOUR = 3_600_000
const row = (changes: Partial<PageEvent>, shop: Parameters<typeof shopMarkup>[1] = {}) =>
  shopMarkup(<EventList events={[pageEvent(changes)]} />, shop)

describe('keys of a shop', () => {
  it('SHOP-03 alwaysshowprice shows the price of a concert before its presale', () => {
    const upcoming = { presaleAt: NOW + HOUR }
    expect(row(upcoming)).not.toMatch(/39,00\s€/)
    expect(row(upcoming, { meta: { alwaysshowprice: true } })).toMatch(/39,00\s€/)
    expect(row({})).toMatch(/39,00\s€/)
  })

  it('SHOP-03 kulturpass shows the banner of an event, and hide_kulturpass hides it', () => {
    const address = 'https://voucher.example/1'
    const event = pageEvent({ kulturpassUrl: address })
    const tickets = (meta: { kulturpass?: true; hide_kulturpass?: true }) =>
      shopMarkup(<EventTickets event={event} />, { meta })
    expect(tickets({ kulturpass: true })).toContain(address)
    for (const meta of [{}, { kulturpass: true, hide_kulturpass: true }] as const)
      expect(tickets(meta)).not.toContain(address)
  })

  it('SHOP-03 newsletter_label replaces the text of the sign-up button', () => {
    const button = (meta: { newsletter_label?: string }) =>
      /<button type="submit"[^>]*>(.*?)<\/button>/.exec(shopMarkup(<NewsletterForm variant="footer" />, { meta }))?.[1]
    expect(button({})).toContain('Anmelden')
    expect(button({ newsletter_label: 'Ich will Post' })).toContain('Ich will Post')
  })
})

describe('keys of an event', () => {
  it('SHOP-03 custom_tag is a label on the event in lists', () => {
    expect(row({ meta: { custom_tag: 'Mit Aftershow' } })).toContain('Mit Aftershow')
  })

  it('SHOP-03 EVT-01 custom_terms_anchor leads to a section of the terms, and policy_link to the organiser’s rules', () => {
    const links = (meta: PageEvent['meta']) =>
      [...shopMarkup(<EventDetails event={pageEvent({ meta })} />).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links({})).toContain('/terms')
    const rules = 'https://hall.example/rules'
    expect(links({ custom_terms_anchor: 'tickets', policy_link: rules })).toEqual(
      expect.arrayContaining(['/terms#tickets', rules]),
    )
    const anchors = [...shopMarkup(<Terms />, { path: '/terms' }).matchAll(/<section id="([^"]*)"/g)].map(
      ([, id]) => id,
    )
    expect(anchors).toEqual([...TERMS_CHAPTERS])
    expect(anchors).toContain('tickets')
  })

  it('SHOP-03 external_link_text replaces the text of the link to another seller, in lists and on the page', () => {
    const event = pageEvent({ meta: { external_link: 'https://t.example/1', external_link_text: 'Zur Abendkasse' } })
    for (const markup of [shopMarkup(<EventList events={[event]} />), shopMarkup(<EventTickets event={event} />)])
      expect(markup).toContain('Zur Abendkasse')
  })
})

describe('keys of a product', () => {
  const slot = (meta: object, variants: string[]): Slot => {
    const part: Part = {
      variantIds: [],
      sale: null,
      event: null,
      product: {
        ...{ id: 'p', slug: 'p', type: 'product', href: '/products/p', productType: 'Shirt', color: 'Creme' },
        ...{ meta, tileMeta: {} },
        ...{
          name: 'Nachtportier',
          descriptiveName: 'Nachtportier',
          artist: null,
          images: [],
          tileImages: [],
          details: null,
        },
        ...{ priceCents: 2500, priceVaries: false, originalPriceCents: null, lowestPriceCents: null, available: true },
        ...{ gtin: null, manufacturer: null, additionalInformation: null },
        ...{ soldOutMessage: null, publicShippableFromAt: null, overlayListingImage: null, variants: [] },
      },
    }
    const offered = variants.map((id, order) => ({
      ...{ id, description: id, subline: null, order, priceCents: 0, additionalPriceCents: 0, available: true },
      physical: true,
    }))
    return { id: 's', part, variants: offered, isOptional: false, isPersonalised: false, maximum: 1 }
  }
  const choice = (given: Slot) => {
    const change = () => {}
    return shopMarkup(
      <PartChoice slot={given} selection={EMPTY_SELECTION} isMissing={false} onChoose={change} onWrite={change} />,
    )
  }

  it('BND-04 a part of the additional group has a stepper if the bundle takes several of its tickets', () => {
    const group = (maximum: number) => {
      const change = () => {}
      const slots = [{ ...slot({}, ['one size']), isOptional: true, maximum }]
      const selection = { ...EMPTY_SELECTION, variants: { s: 'one size' } }
      const actions = { onChange: change, onWrite: change, onCount: change }
      return shopMarkup(<GroupChoice slots={slots} selection={selection} {...actions} />)
    }
    expect(group(2)).toContain('aria-label="Tickets')
    expect(group(1)).not.toContain('aria-label="Tickets')
  })

  it('SHOP-03 show_color_in_combined_product adds the colour to the name of a part', () => {
    expect(choice(slot({}, ['M', 'L']))).not.toContain('Creme')
    expect(choice(slot({ show_color_in_combined_product: true }, ['M', 'L']))).toContain('Nachtportier, Creme')
  })

  it('SHOP-03 hide_in_combined_product hides a part, unless the fan has to choose its variant', () => {
    const meta = { hide_in_combined_product: true }
    expect(choice(slot(meta, ['one size']))).toBe('')
    expect(choice(slot(meta, ['M', 'L']))).toContain('Nachtportier')
    expect(choice(slot({}, ['one size']))).toContain('Nachtportier')
  })
})
