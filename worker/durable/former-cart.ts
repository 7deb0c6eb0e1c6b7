/**
 * The stored forms of a Cart object that earlier versions wrote: they kept a command's whole input instead of its digest and
 * lacked fields that were added later. A cart can be a month old, so its object reads both forms.
 */
import { createHash } from 'node:crypto'
import type { CartState } from '../domain/cart/cart.ts'
import { newSaga, type Saga } from '../services/place-order.ts'
import type { Kept, KeptAnswer, OpenSaga } from './cart-record.ts'

type FormerAnswer = Omit<KeptAnswer, 'digest'> & Hashed
type FormerState = Omit<CartState, 'holdsExtended' | 'holdPeriods'> & Partial<CartState>
export type FormerKept = Omit<Kept, 'state' | 'answers' | 'wakeAt'> & {
  state: FormerState
  answers: FormerAnswer[]
  wakeAt?: number | null
}
export type FormerSaga = Hashed & {
  saga: Pick<Saga, 'key' | 'step' | 'draft' | 'refusal'> & Partial<Saga>
  wakeAt?: number
}
/** `body` is the JSON text that today's digest is computed from. */
type Hashed = { digest?: string; body?: string }

/** True where the stored record holds an input, which names and addresses are part of. */
export function holdsInputs({ answers }: FormerKept): boolean {
  return answers.some(({ body }) => body !== undefined)
}

export function keptOf(stored: FormerKept): Kept {
  return {
    state: { holdsExtended: false, holdPeriods: [], ...stored.state },
    answers: stored.answers.map((former) => {
      const { key, answer, at } = former
      return { key, answer, at, digest: digestIn(former) }
    }),
    seatObjects: stored.seatObjects,
    wakeAt: stored.wakeAt ?? null,
    endingPasses: stored.endingPasses ?? null,
    removal: stored.removal ?? null,
  }
}

/** A saga that was stored without the time of its alarm is due at `now`. */
export function sagaOf(stored: FormerSaga, now: number): OpenSaga {
  const saga = { ...newSaga(stored.saga.key, stored.saga.draft), ...stored.saga }
  return { saga, digest: digestIn(stored), wakeAt: stored.wakeAt ?? now }
}

function digestIn({ digest, body = '' }: Hashed): string {
  return digest ?? createHash('sha256').update(body).digest('base64url')
}
