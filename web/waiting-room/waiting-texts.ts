/** The texts about a wait, for the waiting screen, the queue bar, the document's title and screen readers. */
import { formatNumber } from '../../schema/rules/number-format.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import type { QueueView } from '../../schema/waiting-room.ts'
import { currentLocale } from '../data/locale.ts'
import { m } from '../i18n/messages.ts'
import { formatMoment } from '../i18n/moment.ts'
import { expectedWait } from './expected-wait.ts'

/** An opening within this time is announced as imminent. */
const NEAR_MS = 15 * 60_000

type WaitPhase = 'gathering' | 'serving' | 'paused'

function phaseOf(queue: QueueView | null): WaitPhase {
  return queue?.phase === 'gathering' || queue?.phase === 'paused' ? queue.phase : 'serving'
}

/** `now` is epoch milliseconds by the server's clock. */
export function titleText(queue: QueueView | null, now: number): string {
  const phase = phaseOf(queue)
  if (phase === 'paused') return m.queue_title_paused()
  if (phase === 'serving' || !queue) return m.queue_title_serving()
  return queue.opensAt - now < NEAR_MS ? m.queue_title_near() : m.queue_title_gathering()
}

export function leadText(queue: QueueView | null, now: number): string {
  if (queue?.checkKey) return m.queue_check()
  if (queue?.isLimited) return m.queue_limited()
  const phase = phaseOf(queue)
  if (phase === 'paused') return m.queue_lead_paused()
  if (phase === 'serving' || !queue) return m.queue_lead_serving()
  return m.queue_lead_gathering({ moment: formatMoment(queue.opensAt, now, SHOP_ZONE) })
}

/** The visitor's position or the state of the queue, in one line. */
export function statusText(queue: QueueView | null): string {
  if (queue?.phase === 'gathering') {
    const total = queue.total ?? 0
    // "1 person is already here" would be the visitor.
    return total > 1 ? m.queue_total({ count: total, number: formatNumber(total, currentLocale()) }) : m.queue_in()
  }
  const ahead = queue?.ahead ?? null
  if (queue?.phase === 'paused' && !ahead) return m.queue_paused()
  if (ahead === null) return m.queue_opening()
  if (ahead === 0) return m.queue_next()
  return m.queue_ahead({ count: ahead, number: formatNumber(ahead, currentLocale()) })
}

/** The estimated wait as a text. Null if the phase is not `serving`, the wait is unknown, or the visitor is next. */
export function expectationText(queue: QueueView | null): string | null {
  if (queue?.phase !== 'serving' || !queue.ahead || queue.waitSeconds === null) return null
  const wait = expectedWait(queue.waitSeconds)
  if (wait.kind === 'soon') return m.queue_wait_soon()
  return wait.kind === 'long' ? m.queue_wait_long() : m.queue_wait_span({ from: wait.from, until: wait.until })
}

/**
 * Says how many tickets of the event are free, or that none is free at the moment. Null if the number is unknown or the event
 * has a sold-out message.
 */
export function stockText(queue: QueueView | null): string | null {
  const left = queue?.ticketsLeft ?? null
  if (left === null) return null
  if (queue?.isSoldOut) return m.queue_sold_out()
  return left === 0 ? null : m.queue_left({ count: left, number: formatNumber(left, currentLocale()) })
}
