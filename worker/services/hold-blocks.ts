/**
 * Distributes one request over the objects that share a large event. Chosen seats are requested from their objects in turn,
 * and the first refusal refuses the whole request. Without chosen seats, the first object with enough adjacent seats gets
 * the request. If there is none, the first object with enough tickets gets it. If no object has enough, the objects with the
 * most seats left share the request. After a refusal, the caller releases the holds that were made before it.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'

export type SeatBlockChoice = {
  block: number
  seatIds: string[]
  /**
   * Whether the block has seats, free or not, of the requested category. A request is shared only among such blocks.
   */
  hasSeats: boolean
}

type BlockRequest = {
  amount: number
  /** The number of tickets that the fan's request will take from other objects after this one. */
  coming: number
  /** Whether the object must refuse if it does not have enough adjacent seats. */
  together: boolean
}

/** Returns null if the object holds the tickets. */
export type AskBlock = (choice: SeatBlockChoice, request: BlockRequest) => Promise<Refusal | null>

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
