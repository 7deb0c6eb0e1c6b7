/**
 * One wish for tickets over the objects that share a large event. Chosen seats are asked of their owners in turn, and the
 * first refusal refuses all. "n together" goes to the first object that has them side by side, else to the first that has
 * them at all; where none has enough alone, those with the most left share it. Whoever calls gives back what was held
 * before a refusal.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'

export type SeatBlockChoice = {
  block: number
  seatIds: string[]
  /** Without chosen seats: whether seats serve the wish here, and not one area alone, which is never shared. */
  hasSeats: boolean
}

type BlockWish = {
  amount: number
  /** Tickets of the same wish that other objects are asked for next. */
  coming: number
  /** Side by side or none. */
  together: boolean
}

/** Null where the object holds them. */
export type AskBlock = (choice: SeatBlockChoice, wish: BlockWish) => Promise<Refusal | null>

export async function holdBlocks(choices: SeatBlockChoice[], amount: number, ask: AskBlock): Promise<Refusal | null> {
  const [only, ...others] = choices
  if (only && others.length === 0) return ask(only, { amount, coming: 0, together: false })
  return only && only.seatIds.length > 0 ? holdChosen(choices, ask) : holdBest(choices, amount, ask)
}

async function holdChosen(choices: SeatBlockChoice[], ask: AskBlock): Promise<Refusal | null> {
  let coming = choices.reduce((sum, { seatIds }) => sum + seatIds.length, 0)
  for (const choice of choices) {
    const amount = choice.seatIds.length
    coming -= amount
    const refusal = await ask(choice, { amount, coming, together: false })
    if (refusal) return refusal
  }
  return null
}

async function holdBest(choices: SeatBlockChoice[], amount: number, ask: AskBlock): Promise<Refusal | null> {
  const left = new Map<SeatBlockChoice, number>()
  for (const together of amount > 1 ? [true, false] : [false]) {
    for (const choice of choices) {
      const refusal = await ask(choice, { amount, coming: 0, together })
      if (refusal?.code !== 'TICKETS_NOT_AVAILABLE') return refusal
      left.set(choice, refusal.params.left)
    }
  }
  return shareAmong(left, amount, ask)
}

async function shareAmong(
  left: ReadonlyMap<SeatBlockChoice, number>,
  amount: number,
  ask: AskBlock,
): Promise<Refusal | null> {
  const sharing = [...left].filter(([{ hasSeats }, free]) => hasSeats && free > 0).sort(([, a], [, b]) => b - a)
  const shared = sharing.reduce((sum, [, free]) => sum + free, 0)
  if (shared < amount) return refuse('TICKETS_NOT_AVAILABLE', { left: Math.max(0, shared, ...left.values()) })
  let missing = amount
  for (const [choice, free] of sharing) {
    const part = Math.min(free, missing)
    missing -= part
    const refusal = await ask(choice, { amount: part, coming: missing, together: false })
    if (refusal) return refusal
    if (missing === 0) break
  }
  return null
}
