import { expect, it } from 'vitest'
import { Picture } from '../../../../web/catalogue/picture.tsx'
import { shopMarkup } from '../shop-markup.tsx'

const image = { key: 'k', width: 1000, height: 1500, widths: [500, 1000], thumbhash: '', alt: 'Plakat' }

it('PIC-01 a picture crops around its focus point, rounded to tenths, and around its middle without one', () => {
  const classes = (focus: [number, number] | null) =>
    /<img[^>]* class="([^"]*)"/.exec(shopMarkup(<Picture image={{ ...image, focus }} sizes="100vw" />))?.[1]
  expect(classes([48, 0])).toBe('picture focus-x-5 focus-y-0 ')
  expect(classes([100, 14])).toContain('focus-x-10 focus-y-1')
  expect(classes(null)).not.toContain('focus')
})

it('PIC-01 artwork stands in for a missing picture: the same for the same words, different for others, without a request', () => {
  const artwork = (name: string) =>
    shopMarkup(<Picture image={null} name={name} sizes="100vw" className="aspect-video" />)
  const one = artwork('Kiosk Kardinal – Leergut-Tour')
  expect(one).toContain('>KK</text>')
  expect(one).toMatch(/^<svg[^>]*aria-hidden="true"[^>]*aspect-video/)
  expect(artwork('Kiosk Kardinal Leergut Tour')).toBe(one)
  expect(artwork('Łucja')).toContain('>Ł</text>')
  expect(artwork('Kiosk Kardinal – Umleitung')).not.toBe(one)
  // The page's content policy refuses style attributes and images of other origins.
  for (const markup of [one, artwork(''), artwork('🎺')]) expect(markup).not.toMatch(/style=|href=|src=/)
})
