/**
 * Reads values that earlier versions of the Cart object stored. These versions stored the whole input of a command
 * instead of its digest, and lacked some fields. A cart may be a month old, so the object must still read
 * such values.
 */
import { createHash } from 'node:crypto'
import type { CartState } from '../domain/cart/cart.ts'
import { newSaga, type Saga } from '../services/place-order.ts'
import type { CartRecord, OpenSaga, StoredAnswer } from './cart-record.ts'

type FormerAnswer = Omit<StoredAnswer, 'digest'> & Hashed
type FormerState = Omit<CartState, 'holdsExtended' | 'holdPeriods'> & Partial<CartState>
export type FormerCartRecord = Omit<CartRecord, 'state' | 'answers' | 'wakeAt'> & {
  state: FormerState
  answers: FormerAnswer[]
  wakeAt?: number | null
}
export type FormerSaga = Hashed & {
  saga: Pick<Saga, 'key' | 'step' | 'draft' | 'refusal'> & Partial<Saga>
  wakeAt?: number
}
/** `body` is the JSON text whose hash is the digest. */
type Hashed = { digest?: string; body?: string }

/** Returns whether the record contains inputs of commands, which may include names and addresses. */
export function hasInputs({ answers }: FormerCartRecord): boolean {
  return answers.some(({ body }) => body !== undefined)
}

export function cartRecordOf(stored: FormerCartRecord): CartRecord {
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
    parked: stored.parked ?? [],
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
