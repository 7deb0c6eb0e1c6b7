/** The text about the returned fee of a name change. The page to pay later does not need it. */
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Order } from './use-order.ts'

/** Returns null unless the order paid for a change that could not be made. */
export function nameEnding({ isNameUnchanged, reference, totalCents }: Order): { title: string; text: string } | null {
  if (!isNameUnchanged) return null
  return {
    title: m.done_name_unchanged_title(),
    text: m.done_name_unchanged_text({ reference, amount: formatPrice(totalCents) }),
  }
}
