/** Why the tickets of a bundle are not for sale (BND-05). */
import { formatSaleTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Part } from './selection.ts'

/** Returns null if the part is a product, or an event whose tickets are for sale. */
function saleText({ event, sale }: Part): string | null {
  switch (sale) {
    case 'presale':
      return event && m.event_tag_presale({ date: formatSaleTime(event.presaleAt, event.venue.timeZone) })
    case 'ended':
      return m.event_tag_ended()
    case 'cancelled':
      return m.event_tag_cancelled()
    case 'external':
      return m.product_unavailable()
    case 'soldOut':
      return m.tile_sold_out()
    default:
      return null
  }
}

/** The reason of the first part that has one. */
export function saleTextOf(parts: Part[]): string | null {
  return parts.map(saleText).find((text) => text !== null) ?? null
}
