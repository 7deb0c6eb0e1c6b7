import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ORDER_STATUSES } from '../../schema/rules/order-payable.ts'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { findOrder, type WholeOrder } from '../../worker/db/order.ts'
import { mayBecome } from '../../worker/domain/orders/order-status.ts'
import { MOVES, ModelOrder, type OrderEvent, RealOrder } from '../support/order-life.ts'
import { buildPaymentWorld, db, placeOrder } from '../support/payment-helpers.ts'

let template: WholeOrder
beforeAll(async () => {
  const world = await buildPaymentWorld(Date.now())
  const placed = await placeOrder(world, { scarce: 1, method: 'bank_transfer' })
  const whole = await findOrder(db, placed.id)
  if (!whole) throw new Error('no order')
  template = whole
  await db
    .update(variantStock)
    .set({ initial: 100_000, available: 100_000 })
    .where(eq(variantStock.variantId, world.scarce))
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const cents = fc.constantFrom(1, 700, 5_000, 100_000)
const concurrent: fc.Arbitrary<OrderEvent> = fc.oneof(
  { weight: 3, arbitrary: cents.map((cents) => ({ kind: 'transfer' as const, cents })) },
  { weight: 2, arbitrary: fc.constantFrom<OrderEvent>({ kind: 'sweep' }, { kind: 'cancel' }, { kind: 'complete' }) },
  { weight: 8, arbitrary: fc.constantFrom(...MOVES).map((to) => ({ kind: 'move' as const, to })) },
)
const event = fc.oneof(
  { weight: 5, arbitrary: concurrent },
  { weight: 1, arbitrary: fc.constant({ kind: 'refund' as const }) },
)

async function placed(isShipped: boolean) {
  const real = new RealOrder()
  await real.place(template, isShipped)
  return { real, model: new ModelOrder(template.order.totalCents, isShipped ? 'pending_fulfillment' : 'done') }
}

it('LATER-01 an order follows the model through 250 random sequences of events, and makes each permitted transition and no other', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(event, { minLength: 1, maxLength: 20, size: 'max' }),
      async (isShipped, events) => {
        const { real, model } = await placed(isShipped)
        for (const event of events) {
          const before = model.status
          expect(await real.apply(event)).toBe(model.apply(event))
          expect(await real.snapshot()).toEqual(model.snapshot())
          if (model.status === before) continue
          expect(mayBecome(before, model.status)).toBe(true)
          seen.add(`${before} ${model.status}`)
        }
      },
    ),
    { numRuns: 250, seed: 20261 },
  )
  const transitions = ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`),
  )
  expect([...seen].sort()).toEqual(transitions.sort())
})

it('LATER-01 two simultaneous events leave an order in a state that the same events reach one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(event, { maxLength: 4 }),
      concurrent,
      concurrent,
      async (isShipped, events, one, other) => {
        const { real, model } = await placed(isShipped)
        for (const event of events) {
          await real.apply(event)
          model.apply(event)
        }
        await Promise.all([real.apply(one), real.apply(other)])
        const outcomes = [
          [one, other],
          [other, one],
        ].map((order) => {
          const copy = model.copy()
          for (const event of order) copy.apply(event)
          return copy.snapshot()
        })
        expect(outcomes).toContainEqual(await real.snapshot())
      },
    ),
    { numRuns: 120, seed: 20262 },
  )
})
