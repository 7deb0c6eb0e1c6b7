import { expect, it } from 'vitest'
import { SEAT_FLAGS, type SeatMap } from '../../../../schema/seat-map.ts'
import { categorySigns } from '../../../../web/seatmap/category-signs.ts'
import { SeatFilter } from '../../../../web/seatmap/seat-filter.tsx'
import { FLAGS } from '../../../../web/seatmap/seat-flags.ts'
import { SeatList } from '../../../../web/seatmap/seat-list.tsx'
import { buildSeatModel } from '../../../../web/seatmap/seat-model.ts'
import { SEAT } from '../../../../web/seatmap/seat-status.ts'
import { shopMarkup } from '../shop-markup.tsx'
import { arena } from './seatmap-arena.ts'

/** Returns the texts of the list's blocks, with the letters of their signs first. */
function listed(map: SeatMap): string[] {
  const model = buildSeatModel(map, 'de')
  const categories = map.pricing_categories.map(({ id, name, color }) => ({ number: id, name, mapColor: color }))
  const html = shopMarkup(
    <SeatList
      model={model}
      statuses={new Uint8Array(model.seatCount).fill(SEAT.free)}
      filterMask={null}
      free={model.sections.map(({ from, to }) => to - from)}
      signs={categorySigns(categories)}
      priceOf={(category) => (category === 1 ? 3800 : 3200)}
      onPress={() => {}}
      onSectionToggle={() => {}}
    />,
  )
  const buttons = html.match(/<button.*?<\/button>/g) ?? []
  return buttons.map((button) =>
    button
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

it('SEAT-01 lists a block whose rows differ in price with all of its categories and prices', () => {
  const map = arena(2, 2, 2)
  expect(listed(map)).toEqual(['A Block 1 4 Plätze frei 38,00 €', 'B Block 2 4 Plätze frei 32,00 €'])
  for (const seat of map.sections[0]?.seats?.filter(({ row }) => row === '2') ?? []) seat.pricing_category_id = 2
  expect(listed(map)[0]).toBe('A B Block 1 4 Plätze frei 32,00 € bis 38,00 €')
})

it('SEAT-14 a block of the list names a property of its seats only if all of them have this property', () => {
  const map = arena(2, 2, 2)
  const seats = map.sections[0]?.seats ?? []
  for (const seat of seats) seat.flags = SEAT_FLAGS.restrictedView
  expect(listed(map)[0]).toBe('A Block 1 4 Plätze frei · eingeschränkte Sicht 38,00 €')
  expect(listed(map)[1]).not.toContain('eingeschränkte Sicht')
  delete seats[0]?.flags
  expect(listed(map)[0]).not.toContain('eingeschränkte Sicht')
})

it('SEAT-14 the filter shows the sign of the seats that it selects, but no sign of the seats that it hides', () => {
  const filter = shopMarkup(<SeatFilter flags={FLAGS} chosen={[]} onChoose={() => {}} />)
  const labels = filter.match(/<label.*?<\/label>/g) ?? []
  expect(labels.map((label) => label.includes('<svg'))).toEqual(FLAGS.map(({ filter: { kind } }) => kind === 'only'))
})
