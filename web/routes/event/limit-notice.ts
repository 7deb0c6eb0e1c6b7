/** EVT-05: the notice that the event allows no larger amount of tickets. */
import { eventMeta } from '../../data/meta.ts'
import { m } from '../../i18n/messages.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import type { PageEvent } from './event.ts'

export function limitNotice(event: PageEvent): Notice {
  const forced = eventMeta(event).force_amount
  return {
    tone: 'info',
    text: () =>
      forced ? m.event_forced_amount({ amount: forced }) : m.event_limit_reached({ limit: event.cartLimit }),
  }
}
