/**
 * Sends what the buyer types to the server. Changes are collected until the buyer pauses, and one request is sent at a time,
 * so that an older value never arrives after a newer one. A retry has the same idempotency key. What the server may not have
 * yet is remembered, so that the next document of the tab can send it.
 */
import type { ErrorCode } from '../../../schema/errors.ts'
import { isRetryable } from '../../cart/send-with-retries.ts'
import { ShopError } from '../../data/fetch.ts'
import { randomKey } from '../../data/visit.ts'
import type { Preferences } from './preferences.ts'

export type DetailsChanges = Partial<Preferences>

const PAUSE_MS = 600
const ATTEMPTS = 3
const RETRY_MS = 1_000
/** If the server has not stored the input after all attempts, it gets the input again after this time. */
const LATER_MS = 20_000

/** After these refusals, the cart will never store the input. After all others, a later request may succeed. */
const FINAL_REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CART_EMPTY', 'CART_REPLACED', 'BAD_INPUT'])

export class DetailsSaver {
  /** Changes that the server may not have yet, including those of the running request. */
  unsaved: DetailsChanges = {}
  private waiting: DetailsChanges = {}
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | null = null
  private wasRestored = false
  /** How often the changes have been discarded. A request that began before knows by it that its changes are obsolete. */
  private discards = 0
  private readonly send: (changes: DetailsChanges, key: string) => Promise<void>
  private readonly remember: (unsaved: DetailsChanges) => void

  /** `send` calls the server. It may be called again with the same key. `remember` gets each new value of `unsaved`. */
  constructor(
    send: (changes: DetailsChanges, key: string) => Promise<void>,
    remember: (unsaved: DetailsChanges) => void,
  ) {
    this.send = send
    this.remember = remember
  }

  save(changes: DetailsChanges): void {
    this.waiting = { ...this.waiting, ...changes }
    this.note({ ...this.unsaved, ...changes })
    this.flushIn(PAUSE_MS)
  }

  /** Saves what the tab's former document could not send. What was typed since is newer. Only the first call counts. */
  restore(changes: DetailsChanges | null): this {
    if (changes && !this.wasRestored) this.save({ ...changes, ...this.unsaved })
    this.wasRestored = true
    return this
  }

  /** Forgets all changes, because the order has been placed or the browser has another cart. */
  discard(): void {
    clearTimeout(this.timer)
    this.discards += 1
    this.waiting = {}
    this.note({})
  }

  /** Sends the changes now. Resolves when no request is running and nothing is waiting, or when the server did not store them. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.running ??= this.sendAll().finally(() => {
      this.running = null
    })
    return this.running
  }

  private flushIn(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), ms)
  }

  private async sendAll(): Promise<void> {
    while (Object.keys(this.waiting).length > 0) {
      const changes = this.waiting
      const { discards } = this
      this.waiting = {}
      const isSettled = await this.sendWithRetries(changes)
      // The changes of this request were discarded meanwhile. `waiting` contains only newer input.
      if (discards !== this.discards) continue
      if (!isSettled) {
        // The next change, the end of the lost connection or the timer sends them again.
        this.waiting = { ...changes, ...this.waiting }
        this.flushIn(LATER_MS)
        return
      }
      this.note(this.waiting)
    }
  }

  private note(unsaved: DetailsChanges): void {
    this.unsaved = unsaved
    this.remember(unsaved)
  }

  /** Returns true if the server has stored the changes or never will, and false if it may store them later. */
  private async sendWithRetries(changes: DetailsChanges): Promise<boolean> {
    const key = randomKey()
    const { discards } = this
    for (let attempt = 1; ; attempt++) {
      try {
        await this.send(changes, key)
        return true
      } catch (error) {
        if (error instanceof ShopError && FINAL_REFUSALS.has(error.code)) return true
        if (attempt === ATTEMPTS || !isRetryable(error)) return false
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt))
      if (discards !== this.discards) return true
    }
  }
}
