/**
 * Distributes one request over the objects that share a large event. Chosen seats are requested from their objects in turn,
 * and the first refusal refuses the whole request. Without chosen seats, all objects say at the same time which tickets they
 * would give, and the object with the best offer gets the request. If its seats were taken meanwhile, the next best gets it.
 * If no object has enough, the objects with the most seats left share the request. After a refusal, the caller releases the
 * holds that were made before it.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { SeatOffer } from '../domain/seats/seat-hold.ts'

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

export type BlockCalls = {
  /** Returns null if the object holds the tickets. */
  ask: (choice: SeatBlockChoice, request: BlockRequest) => Promise<Refusal | null>
  /** Returns the offers of the objects, in the order of `choices`; null for an object that did not answer. */
  offers: (choices: SeatBlockChoice[], amount: number) => Promise<(SeatOffer | Refusal | null)[]>
}
type AskBlock = BlockCalls['ask']

/** If two offers are equal, the block that is first in `choices` gets the request. */
export async function holdBlocks(
  choices: SeatBlockChoice[],
  amount: number,
  { ask, offers }: BlockCalls,
): Promise<Refusal | null> {
  const [only, ...others] = choices
  if (only && others.length === 0) return ask(only, { amount, coming: 0, together: false })
  return only && only.seatIds.length > 0 ? holdChosen(choices, ask) : holdBest(choices, amount, { ask, offers })
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

async function holdBest(
  choices: SeatBlockChoice[],
  amount: number,
  { ask, offers }: BlockCalls,
): Promise<Refusal | null> {
  const left = new Map<SeatBlockChoice, number>()
  const offered: { choice: SeatBlockChoice; offer: SeatOffer }[] = []
  const answers = await offers(choices, amount)
  for (const [index, choice] of choices.entries()) {
    const answer = answers[index]
    if (answer?.ok) offered.push({ choice, offer: answer })
    else if (answer?.code === 'TICKETS_NOT_AVAILABLE') left.set(choice, answer.params.left)
    // Any other refusal is about the request, not about this object's seats. That includes a used presale code: its uses count
    // for the whole event, and one object that knows as many users proves that none is left. A hold in another object would
    // only be refused later, when the fan orders (the trigger `order_items_presale_code`).
    else if (answer) return answer
  }
  offered.sort((a, b) => compareOffers(a.offer, b.offer))
  for (const together of amount > 1 ? [true, false] : [false]) {
    for (const { choice, offer } of offered) {
      if ((together && !offer.together) || (left.get(choice) ?? amount) < amount) continue
      const refusal = await ask(choice, { amount, coming: 0, together })
      if (refusal?.code !== 'TICKETS_NOT_AVAILABLE') return refusal
      left.set(choice, refusal.params.left)
    }
  }
  return shareAmong(left, amount, ask)
}

function compareOffers(a: SeatOffer, b: SeatOffer): number {
  return Number(b.beside) - Number(a.beside) || Number(b.together) - Number(a.together) || a.view - b.view
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
