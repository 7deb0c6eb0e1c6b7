import { expect, it } from 'vitest'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'
import { MapLegend } from '../../../../web/seatmap/map-legend.tsx'
import { flagsOf } from '../../../../web/seatmap/seat-flags.ts'
import { shopMarkup } from '../shop-markup.tsx'

const textsOf = (html: string) =>
  [...html.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, item = '']) => item.replace(/<[^>]*>/g, ''))
const legend = (colours: string[] | null, flags: number) =>
  shopMarkup(<MapLegend colours={colours} flags={flagsOf({ flags })} />)

it('SEAT-14 the map’s legend explains the signs of the special seats in the plan after the states of seats', () => {
  const html = legend(['#c0392b'], SEAT_FLAGS.restrictedView | SEAT_FLAGS.accessible)
  expect(textsOf(html).slice(-3)).toEqual(['✓dein Platz', 'Rollstuhlplatz', 'eingeschränkte Sicht'])
  for (const { sign } of flagsOf({ flags: SEAT_FLAGS.restrictedView | SEAT_FLAGS.accessible }))
    expect(html).toContain(`d="${sign}"`)
  expect(legend(['#c0392b'], 0)).not.toContain('eingeschränkte Sicht')
})

it('SEAT-14 the map’s legend has only the signs of special seats before the sale, and is missing without any', () => {
  expect(textsOf(legend(null, SEAT_FLAGS.restrictedView))).toEqual(['eingeschränkte Sicht'])
  expect(legend(null, 0)).toBe('')
})
