/**
 * Sends what the buyer types to the server. Changes are collected until the buyer pauses, and one request is sent at a time,
 * so that an older value never arrives after a newer one. A retry has the same idempotency key. What the server may not have
 * yet is remembered, so that the next document of the tab can send it.
 */
import { isRetryable } from '../../cart/send-with-retries.ts'
import { randomKey } from '../../data/visit.ts'
import type { Preferences } from './preferences.ts'

export type DetailsChanges = Partial<Preferences>

const PAUSE_MS = 600
const ATTEMPTS = 3
const RETRY_MS = 1_000

export class DetailsSaver {
  /** Changes that the server may not have yet, including those of the running request. */
  unsaved: DetailsChanges = {}
  private waiting: DetailsChanges = {}
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | null = null
  private wasRestored = false
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
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), PAUSE_MS)
  }

  /** Saves what the tab's former document could not send. What was typed since is newer. Only the first call counts. */
  restore(changes: DetailsChanges | null): this {
    if (changes && !this.wasRestored) this.save({ ...changes, ...this.unsaved })
    this.wasRestored = true
    return this
  }

  /** Forgets all changes, because the order has been placed. */
  discard(): void {
    clearTimeout(this.timer)
    this.waiting = {}
    this.note({})
  }

  /** Sends the changes now. Resolves when no request is running and nothing is waiting, or when the server did not answer. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.running ??= this.sendAll().finally(() => {
      this.running = null
    })
    return this.running
  }

  private async sendAll(): Promise<void> {
    while (Object.keys(this.waiting).length > 0) {
      const changes = this.waiting
      this.waiting = {}
      if (!(await this.sendWithRetries(changes))) {
        // The next change, or the end of the lost connection, sends them again.
        this.waiting = { ...changes, ...this.waiting }
        return
      }
      this.note(this.waiting)
    }
  }

  private note(unsaved: DetailsChanges): void {
    this.unsaved = unsaved
    this.remember(unsaved)
  }

  /** Returns false if the server did not answer. A refusal is an answer: the cart is empty, and there is nothing to store. */
  private async sendWithRetries(changes: DetailsChanges): Promise<boolean> {
    const key = randomKey()
    for (let attempt = 1; ; attempt++) {
      try {
        await this.send(changes, key)
        return true
      } catch (error) {
        if (!isRetryable(error)) return true
        if (attempt === ATTEMPTS) return false
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt))
    }
  }
}
