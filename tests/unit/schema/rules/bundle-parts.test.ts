import { expect, it } from 'vitest'
import { orderLines } from '../../../../schema/rules/bundle-parts.ts'

type Item = { id: string; totalCents: number; bundleItemId: string | null; isVoid: boolean }

const item = (id: string, totalCents: number, more: Partial<Item> = {}): Item => ({
  id,
  totalCents,
  bundleItemId: null,
  isVoid: false,
  ...more,
})

const linesOf = (items: Item[]) =>
  orderLines(items, (each) => each).map(({ item: { id }, parts, sumCents }) => [
    id,
    parts.map((part) => part.id),
    sumCents,
  ])

it('CART-01 parts are below their bundle, whose sum includes them, and other items keep their places', () => {
  const items = [
    item('ticket', 4800),
    item('bundle', 500),
    item('shirt', 2500, { bundleItemId: 'bundle' }),
    item('poster', 900),
    item('seat', 3000, { bundleItemId: 'bundle' }),
  ]
  expect(linesOf(items)).toEqual([
    ['ticket', [], 4800],
    ['bundle', ['shirt', 'seat'], 6000],
    ['poster', [], 900],
  ])
})

it('CART-01 a part is a line of its own if its bundle is void and the part is not, or the other way round', () => {
  const parts = [
    item('seat', 3000, { bundleItemId: 'bundle', isVoid: true }),
    item('shirt', 2500, { bundleItemId: 'bundle' }),
  ]
  expect(linesOf([item('bundle', 500), ...parts])).toEqual([
    ['bundle', ['shirt'], 3000],
    ['seat', [], 3000],
  ])
  expect(linesOf([item('bundle', 500, { isVoid: true }), ...parts])).toEqual([
    ['bundle', ['seat'], 3500],
    ['shirt', [], 2500],
  ])
})
