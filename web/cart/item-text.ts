/** Texts about an item of a cart or an order. Pages that show no cart need them without the rest of a cart's line. */
import { unbroken } from '../../schema/rules/unbroken-text.ts'
import { withProperties } from '../../schema/rules/with-properties.ts'
import { formatDateTime } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import type { CartItem } from './use-cart.ts'

export function itemName(item: Pick<CartItem, 'artistName' | 'productName'>): string {
  return [item.artistName, item.productName].filter((part) => part !== null && part !== '').join(' – ')
}

type Dated = Pick<CartItem, 'happeningFromAt' | 'timeZone'>

/** The start of a ticket's event, in the venue's time zone; null for merch, and if the organiser shows no date. */
export function dateText({ happeningFromAt, timeZone }: Dated): string | null {
  return happeningFromAt !== null && timeZone !== null ? unbroken(formatDateTime(happeningFromAt, timeZone)) : null
}

/** Two venues may have the same name, so the city stands behind it. Null for merch. */
export function venueText({ venueName, city }: { venueName: string | null; city: string | null }): string | null {
  return venueName !== null && city !== null ? `${venueName}, ${city}` : venueName
}

/** Names the seat and its properties. */
export function seatText(seat: CartItem['seat']): string | null {
  return seat && withProperties(placeName(seat), seat.properties)
}

/** Names the seat without its properties. */
export function placeName({ sectionName, row, name }: NonNullable<CartItem['seat']>): string {
  return row === null || name === null ? sectionName : m.cart_seat({ section: sectionName, row, seat: name })
}
