import { expect, it } from 'vitest'
import { otherPicturesFirst } from '../../../../worker/domain/catalogue/teaser.ts'

const row = (slug: string, ...keys: string[]) => ({ product: { slug, images: keys.map((key) => ({ key })) } })

it('CAT-01 puts products with the picture of their category behind those with other pictures', () => {
  const rows = [row('poster', 'a1b2c3d4-poster'), row('badge'), row('book', 'a1b2c3d4-book', 'a1b2c3d4-poster')]
  const slugs = (shown: ({ key: string } | null)[]) =>
    otherPicturesFirst(rows, shown).map(({ product: { slug } }) => slug)
  expect(slugs([null, { key: 'e5f6a7b8-poster' }])).toEqual(['badge', 'book', 'poster'])
  expect(slugs([null, null])).toEqual(['poster', 'badge', 'book'])
})
