import { expect, it } from 'vitest'
import { SearchDocument, type SearchQuery } from '../../../../schema/generated/operations.ts'
import SearchPage from '../../../../web/routes/search/search.tsx'
import { pageEvent } from '../../../support/page-event.ts'
import { tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

type Found = SearchQuery['search']

const TERMS = 'nacht'

function searchMarkup(found: Partial<Found>, isBand = false): string {
  const search: Found = {
    ...{ artists: [], products: [], events: [], corrected: false, alternatives: [] },
    ...{ productsMoreAfter: null, eventsMoreAfter: null },
    ...found,
  }
  return shopMarkup(<SearchPage />, {
    path: `/search/${TERMS}`,
    isBand,
    answers: [{ hash: SearchDocument.hash, variables: { terms: TERMS }, data: { search } }],
  })
}

const merch = { products: [tileProduct()] }
const concerts = { events: [pageEvent()] }

it('SRCH-02 has tabs only if there are both merch and concerts', () => {
  const markup = searchMarkup({ ...merch, ...concerts })
  const tabs = [...markup.matchAll(/role="tab"[^>]*aria-selected="(\w+)"[^>]*>([^<]+)</g)].map(([, on, name]) => [
    on,
    name,
  ])
  expect(tabs).toEqual([
    ['true', 'Merch'],
    ['false', 'Tickets'],
  ])
  expect(searchMarkup(merch)).not.toContain('role="tab')
  expect(searchMarkup(concerts)).not.toContain('role="tab')
})

it('SRCH-02 merch and concerts each load more with a button of their own, and only where there is more', () => {
  const buttons = (found: Partial<Found>) => {
    const panels = searchMarkup({ ...merch, ...concerts, ...found }).split('id="panel-')
    const of = (id: string) => (panels.find((panel) => panel.startsWith(id)) ?? '').split('Mehr laden').length - 1
    return { merch: of('merch'), tickets: of('tickets') }
  }
  expect(buttons({})).toEqual({ merch: 0, tickets: 0 })
  expect(buttons({ productsMoreAfter: 'a' })).toEqual({ merch: 1, tickets: 0 })
  expect(buttons({ eventsMoreAfter: 'a' })).toEqual({ merch: 0, tickets: 1 })
})

it('SRCH-02 each empty list says in one line that nothing was found', () => {
  const said = (found: Partial<Found>) => {
    const markup = searchMarkup(found)
    return ['Keine Künstler gefunden', 'Kein Merch gefunden', 'Keine Tickets gefunden'].map((text) =>
      markup.includes(`<p class="text-muted">${text}.</p>`),
    )
  }
  expect(said(merch)).toEqual([true, false, true])
  expect(said(concerts)).toEqual([true, true, false])
  expect(said({ artists: [pageEvent().artist] })).toEqual([false, true, true])
})

it('SRCH-02 a list without results comes after the lists with results', () => {
  const order = (found: Partial<Found>) =>
    [...searchMarkup(found).matchAll(/<h2[^>]*><span>(Künstler|Merch|Tickets)</g)].map(([, name]) => name)
  expect(order(merch)).toEqual(['Merch', 'Tickets', 'Künstler'])
  expect(order(concerts)).toEqual(['Tickets', 'Merch', 'Künstler'])
  expect(order({ ...merch, artists: [pageEvent().artist] })).toEqual(['Künstler', 'Merch', 'Tickets'])
})

it('SRCH-02 a band’s shop does not list artists', () => {
  expect(searchMarkup(merch, true)).not.toContain('Künstler')
})

it('SRCH-02 shows six of seven artists and a button for the others, and no button for six', () => {
  const { artist } = pageEvent()
  const list = (count: number) => {
    const artists = Array.from({ length: count }, (_, index) => ({ ...artist, id: `cat_${index}`, slug: `n-${index}` }))
    const markup = searchMarkup({ artists })
    return { tiles: markup.split('class="artist-tile').length - 1, buttons: markup.split('Mehr laden').length - 1 }
  }
  expect(list(7)).toEqual({ tiles: 6, buttons: 1 })
  expect(list(6)).toEqual({ tiles: 6, buttons: 0 })
})
