import { describe, expect, it } from 'vitest'
import { BestSeatsForm, type BestSeatsProps } from '../../../../web/seatmap/best-seats.tsx'
import { shopMarkup } from '../shop-markup.tsx'

type Choice = BestSeatsProps['choices'][number]

const choice = (name: string, more: Partial<Choice> = {}): Choice => ({
  variantId: name,
  name,
  priceCents: 3900,
  left: 10,
  isFiltered: false,
  isHeld: false,
  ...more,
})

/** Returns the category that the form suggests. */
function suggestedOf(choices: Choice[]): string | undefined {
  const html = shopMarkup(
    <BestSeatsForm choices={choices} maximum={8} forcedAmount={null} onHold={() => Promise.resolve(true)} />,
  )
  return /<option[^>]* selected=""[^>]*>(.*?)<\/option>/.exec(html)?.[1]
}

describe('the form for the best seats', () => {
  it('SEAT-12 suggests the first category with free seats', () => {
    expect(suggestedOf([choice('A', { left: 0 }), choice('B'), choice('C')])).toBe('B')
  })

  it("SEAT-12 suggests the category of the fan's own seats, unless it has no free seat", () => {
    expect(suggestedOf([choice('A'), choice('B', { isHeld: true })])).toBe('B')
    expect(suggestedOf([choice('A'), choice('B', { isHeld: true, left: 0 })])).toBe('A')
  })

  it("SEAT-12 suggests a category chosen in the legend before that of the fan's own seats, unless it has no free seat", () => {
    const [held, filtered] = [choice('B', { isHeld: true }), choice('C', { isFiltered: true })]
    expect(suggestedOf([choice('A'), held, filtered])).toBe('C')
    expect(suggestedOf([choice('A'), held, { ...filtered, left: 0 }])).toBe('B')
  })
})
