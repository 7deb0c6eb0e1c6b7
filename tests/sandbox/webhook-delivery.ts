/**
 * Delivers events to the shop as Stripe and PayPal do: signed, in no guaranteed sequence, and repeated with growing pauses until the
 * shop answers 2xx. A delivery fails for good after `maxAttempts`. Due deliveries are read from the store, so a restarted
 * sandbox continues where it stopped.
 */
import { createHmac } from 'node:crypto'
import type { Store, StoredObject } from './store.ts'

const maxAttempts = 12
const longestPauseMs = 30_000
const timeoutMs = 5_000
const maxConcurrent = 8
const unknownTargetPauseMs = 1_000

type Due = { id: number; event_id: string; attempts: number }

/** The Stripe-Signature header for exactly this payload; `t` is in seconds. */
const stripeSignature = (payload: string, secret: string, t: number): string =>
  `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex')}`

/** Milliseconds until the next attempt after `attempts` failures: 1 s, 2 s, 4 s … 30 s. */
export const retryPause = (attempts: number): number => Math.min(longestPauseMs, 1000 * 2 ** (attempts - 1))

/** The request with which a company sends one of its events to the shop. */
type Transmission = { url: string; payload: string; headers: Record<string, string> }

/** Builds the request for an event. `url` is the shop's webhook endpoint for Stripe. */
export type Transmit = (event: StoredObject, url: string) => Transmission

export class WebhookDelivery {
  private readonly store: Store
  private readonly secret: string
  private readonly target: () => string
  /** Builds the requests of companies other than Stripe, by the kind of their events. */
  private readonly others: Record<string, Transmit>
  private readonly running = new Map<number, Promise<void>>()
  private readonly stopping = new AbortController()
  private timer: NodeJS.Timeout | undefined

  constructor(store: Store, secret: string, target: () => string, others: Record<string, Transmit> = {}) {
    this.store = store
    this.secret = secret
    this.target = target
    this.others = others
  }

  /** Runs in the transaction that writes the event. After the commit, `wake` sends the webhooks. */
  enqueue(eventId: string, times: number): void {
    for (let count = 0; count < times; count += 1) {
      this.store.run("INSERT INTO deliveries (event_id, state, next_at) VALUES (?, 'pending', ?)", eventId, Date.now())
    }
  }

  /** Sends due deliveries, and sets the timer for the next one. While webhooks are disabled, due deliveries wait. */
  wake(): void {
    clearTimeout(this.timer)
    if (this.stopping.signal.aborted || !this.store.setting('webhooksEnabled')) return
    const waiting = this.store
      .all<Due & { next_at: number }>(
        "SELECT id, event_id, attempts, next_at FROM deliveries WHERE state = 'pending' ORDER BY next_at LIMIT ?",
        maxConcurrent * 4,
      )
      .filter((delivery) => !this.running.has(delivery.id))
    const due = waiting.filter((delivery) => delivery.next_at <= Date.now())
    // Stripe guarantees no sequence. Events are shuffled, so that a shop that relies on a sequence fails in tests.
    due.sort(() => Math.random() - 0.5)
    for (const delivery of due.slice(0, Math.max(0, maxConcurrent - this.running.size))) this.start(delivery)
    const next = waiting.find((delivery) => delivery.next_at > Date.now())
    if (next) this.timer = setTimeout(() => this.wake(), next.next_at - Date.now())
  }

  /** Aborts the attempts in progress. An aborted attempt is not counted, and its delivery is due again at the next start. */
  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.stopping.abort()
    await Promise.all(this.running.values())
  }

  private start(delivery: Due): void {
    const attempt = this.attempt(delivery).finally(() => {
      this.running.delete(delivery.id)
      this.wake()
    })
    this.running.set(delivery.id, attempt)
  }

  private async attempt(delivery: Due): Promise<void> {
    const event = this.store.event(delivery.event_id)
    const url = this.target()
    if (!event) return
    if (url === '') {
      this.store.run('UPDATE deliveries SET next_at = ? WHERE id = ?', Date.now() + unknownTargetPauseMs, delivery.id)
      return
    }
    const outcome = await this.post(this.others[event.object]?.(event, url) ?? this.stripes(event, url))
    if (this.stopping.signal.aborted && !outcome.delivered) return
    const attempts = delivery.attempts + 1
    if (outcome.delivered) {
      this.store.run(
        "UPDATE deliveries SET state = 'delivered', attempts = ?, last_status = ?, last_error = NULL, delivered_at = ? WHERE id = ?",
        attempts,
        outcome.status,
        Date.now(),
        delivery.id,
      )
    } else {
      this.store.run(
        'UPDATE deliveries SET state = ?, attempts = ?, last_status = ?, last_error = ?, next_at = ? WHERE id = ?',
        attempts >= maxAttempts ? 'failed' : 'pending',
        attempts,
        outcome.status,
        outcome.error,
        Date.now() + retryPause(attempts),
        delivery.id,
      )
    }
  }

  private stripes(event: StoredObject, url: string): Transmission {
    const payload = JSON.stringify(event)
    return {
      url,
      payload,
      headers: {
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': stripeSignature(payload, this.secret, Math.floor(Date.now() / 1000)),
      },
    }
  }

  private async post({
    url,
    payload,
    headers,
  }: Transmission): Promise<{ delivered: boolean; status: number | null; error: string | null }> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.stopping.signal]),
      })
      const text = await response.text()
      return { delivered: response.ok, status: response.status, error: response.ok ? null : text.slice(0, 500) }
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return { delivered: false, status: null, error: cause instanceof Error ? cause.message : String(cause) }
    }
  }
}
