import { describe, expect, it } from 'vitest'
import { type Refusal, refuse } from '../../../schema/errors.ts'
import type { SeatOffer } from '../../../worker/domain/seats/seat-hold.ts'
import { holdBlocks } from '../../../worker/services/hold-blocks.ts'

const offer = (view: number, more: Partial<SeatOffer> = {}): SeatOffer => ({
  ok: true,
  beside: false,
  together: true,
  view,
  ...more,
})
const tooFew = (left: number) => refuse('TICKETS_NOT_AVAILABLE', { left })

/** Requests `amount` tickets from one block per offer. `taken` lists the blocks whose seats are taken after their offer. */
async function holdFrom(offers: (SeatOffer | Refusal | null)[], amount: number, taken: Record<number, number> = {}) {
  const asked: { block: number; amount: number; together: boolean }[] = []
  let rounds = 0
  const refusal = await holdBlocks(
    offers.map((_, block) => ({ block, seatIds: [], hasSeats: true })),
    amount,
    {
      offers: async () => {
        rounds++
        return offers
      },
      ask: async ({ block }, part) => {
        asked.push({ block, amount: part.amount, together: part.together })
        const left = taken[block]
        return left !== undefined && left < part.amount ? tooFew(left) : null
      },
    },
  )
  return { refusal, asked, blocks: asked.map(({ block }) => block), rounds }
}

describe('holdBlocks', () => {
  it('SEAT-12 holds in the block that offers the best view, with one request', async () => {
    expect(await holdFrom([offer(30), offer(10), offer(20)], 2)).toEqual({
      refusal: null,
      asked: [{ block: 1, amount: 2, together: true }],
      blocks: [1],
      rounds: 1,
    })
  })

  it('SEAT-12 prefers an offer beside the own seats, then one that keeps the group together, to a better view', async () => {
    expect((await holdFrom([offer(10), offer(90, { beside: true })], 2)).blocks).toEqual([1])
    expect((await holdFrom([offer(10, { together: false }), offer(90)], 2)).blocks).toEqual([1])
    expect((await holdFrom([offer(10), offer(10)], 2)).blocks).toEqual([0])
  })

  it('SEAT-12 takes the next best offer if the seats of the best one were taken meanwhile', async () => {
    const { refusal, blocks } = await holdFrom([offer(30), offer(10), offer(20)], 2, { 1: 0 })
    expect([refusal, blocks]).toEqual([null, [1, 2]])
  })

  it('SEAT-12 splits the group in one block only if no block keeps it together', async () => {
    const { asked } = await holdFrom([offer(10, { together: false }), offer(90)], 3, { 1: 2 })
    expect(asked).toEqual([
      { block: 1, amount: 3, together: true },
      { block: 0, amount: 3, together: false },
    ])
  })

  it('SEAT-12 shares the group among the blocks with the most seats left if none of them has enough', async () => {
    const { refusal, asked } = await holdFrom([tooFew(2), tooFew(3)], 4)
    expect(refusal).toBeNull()
    expect(asked.map(({ block, amount }) => [block, amount])).toEqual([
      [1, 3],
      [0, 1],
    ])
    expect((await holdFrom([tooFew(2), tooFew(1)], 4)).refusal).toEqual(tooFew(3))
  })

  it('SEAT-12 holds in another block if one does not answer', async () => {
    expect(await holdFrom([null, offer(90)], 2)).toMatchObject({ refusal: null, blocks: [1] })
  })

  it('EVT-03 holds nothing if one block knows that the presale code is used, because no order could use it in another', async () => {
    const used = refuse('PRESALE_CODE_USED', {})
    expect(await holdFrom([offer(10), used, tooFew(1)], 1)).toMatchObject({ refusal: used, asked: [] })
  })

  it('EVT-05 holds nothing if a block refuses the request for another reason', async () => {
    const limit = refuse('TICKET_LIMIT_EXCEEDED', { limit: 4 })
    expect(await holdFrom([offer(10), limit], 5)).toMatchObject({ refusal: limit, asked: [] })
  })
})
