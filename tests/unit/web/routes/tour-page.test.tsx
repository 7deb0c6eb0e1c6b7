import { expect, it } from 'vitest'
import { TourPageDocument, type TourPageQuery } from '../../../../schema/generated/operations.ts'
import { TourTile } from '../../../../web/catalogue/tour-tile.tsx'
import TourPage from '../../../../web/routes/tour/tour.tsx'
import { NOW, pageEvent } from '../../../support/page-event.ts'
import { shopMarkup } from '../shop-markup.tsx'

type Tour = NonNullable<TourPageQuery['tour']>

const { artist: own } = pageEvent()
const artist = (slug: string, more: Partial<Tour['artists'][number]> = {}) => ({
  ...{ ...own, id: slug, slug, href: `/artists/${slug}`, displayName: `Band ${slug}` },
  ...more,
})

/** Returns the part of the page that names the artists. */
function lineUpOf(...artists: Tour['artists']): string {
  const tour = {
    ...{ id: 'tour_1', slug: 'leergut', href: '/tours/leergut', name: 'Leergut', subtitle: null, description: null },
    ...{ artistNames: '', ticketImage: null, startAt: NOW, endAt: NOW, events: [], artists },
  } as unknown as Tour
  const { hash } = TourPageDocument
  const markup = shopMarkup(<TourPage />, {
    path: '/tours/leergut',
    answers: [{ hash, variables: { slug: 'leergut' }, data: { tour } }],
  })
  return markup.split('Wer spielt')[1] ?? ''
}

it('TOUR-01 the page of a tour names one or two artists in a line, with a link to each page, and shows tiles of three or more artists', () => {
  const two = lineUpOf(artist('a'), artist('b', { hasPage: false }))
  expect(two).toMatch(/<a [^>]*href="\/artists\/a"[^>]*>Band a<\/a>/)
  expect(two).toContain('>Band b</span>')
  expect(two).not.toContain('artist-tile')
  expect(lineUpOf(artist('a'), artist('b'), artist('c')).match(/<article class="artist-tile/g)).toHaveLength(3)
})

it('EVL-01 the tile of a tour says that its page is in the shop of the band, and says nothing about a page of this shop', () => {
  const tile = (to: string) => {
    const tour = { id: 'tour_1', to, name: 'Rotphase', subtitle: null, artistNames: 'Die kaputten Ampeln' }
    return shopMarkup(<TourTile tour={{ ...tour, image: null, startAt: null, dates: null }} sizes="46vw" />)
  }
  for (const to of ['/kaputte-ampeln/categories/rotphase', 'https://aschenfirn.example/categories/rotphase'])
    expect(tile(to), to).toContain('Im Shop der Band')
  for (const to of ['/tours/rotphase', '/categories/rotphase', '/artists/kaputte-ampeln'])
    expect(tile(to), to).not.toContain('Im Shop der Band')
})
