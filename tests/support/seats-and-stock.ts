/** Chooses seats of the test shop's seated event for tests. Reads whether a seat is free, and how much stock is left. */
import { eq } from 'drizzle-orm'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { seatsObject } from '../../worker/services/seat-objects.ts'
import { db } from './payment-helpers.ts'
import { freeSeatsOf } from './seat-object.ts'
import { ROW, type World } from './shop-world.ts'
import { testEnv } from './test-env.ts'

export const SEATED_PLAN = { key: 'seat-plans/seated.json', version: 0 }

/** Returns a function. Each call of this function returns two adjacent seats that no earlier call returned. */
export function seatPairs(): () => [string, string] {
  const perRow = ROW / 2
  let pairs = 0
  return () => {
    const row = Math.floor(pairs / perRow) + 1
    const first = (pairs++ % perRow) * 2 + 1
    return [`A-${row}-${first}`, `A-${row}-${first + 1}`]
  }
}

/** Reads the seat object itself, because the public availability may be a second old. */
export async function isFree({ seatedEvent }: World, seatId: string): Promise<boolean> {
  const [, row = 0, number = 0] = seatId.split('-').map(Number)
  const answer = await seatsObject(testEnv, seatedEvent, 0).availability(SEATED_PLAN, Date.now())
  return freeSeatsOf(answer).includes((row - 1) * ROW + number - 1)
}

/** Returns how many pieces of the scarce product are left. */
export async function stockLeft({ scarce }: World): Promise<number> {
  const [row] = await db.select().from(variantStock).where(eq(variantStock.variantId, scarce))
  if (!row) throw new Error('the test shop has no scarce product')
  return row.available
}
