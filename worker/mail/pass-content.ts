/** What a pass shows, in words. Both wallets show the same. Times are in the venue's time zone. */

import { cityName } from '../../schema/rules/city-name.ts'
import { formatDateTime, formatTime } from '../../schema/rules/date-format.ts'
import { isDateOpen, showsDate } from '../../schema/rules/event-sale.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { mainShopOf } from '../domain/catalogue/shop-host.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import { isAreaTicket, seatPlace } from '../domain/seats/seat-place.ts'
import { holderName } from '../domain/tickets/personal-identifier.ts'
import { passIsVoid } from '../domain/tickets/wallet-pass.ts'
import type { DesignColours } from '../generated/design-colours.ts'
import type { PassSubject } from '../services/wallet-pass.ts'
import { designLook } from './design-look.ts'
import { WALLET_TEXT } from './wallet-text.ts'

export type PassContent = {
  isVoid: boolean
  event: string
  /** Replaces the date of a postponed event, and says why a pass is void; null for a valid pass with a date. */
  status: string | null
  when: string
  doors: string
  venue: string
  address: string
  /** Empty for a void pass, because the ticket may belong to somebody else now. */
  place: string
  placeLabel: string
  holder: string
  category: string
  reference: string
}

export function passContent(subject: PassSubject): PassContent {
  const { order, item, ticket, event } = subject
  const { locale } = order
  const { venue, happeningFromAt, doorAt } = event
  const isVoid = passIsVoid(subject)
  const text = WALLET_TEXT[locale]
  const isPostponed = isDateOpen(event.status, event.meta.former_date)
  const voidStatus = event.status === 'cancelled' ? text.isCancelled : text.isVoid
  return {
    isVoid,
    event: event.descriptiveName[locale],
    status: isVoid ? voidStatus : isPostponed ? text.isPostponed : null,
    when: showsDate(event) ? formatDateTime(happeningFromAt, venue.timeZone, locale) : '',
    doors: !showsDate(event) || doorAt === null ? '' : formatTime(doorAt, venue.timeZone, locale),
    venue: `${venue.name}, ${cityName(venue.city, locale)}`,
    address: `${venue.address}, ${venue.postCode} ${venue.city}`,
    place: isVoid ? '' : seatPlace(item, locale),
    placeLabel: isAreaTicket(item) ? text.area : text.place,
    holder: isVoid ? '' : holderName(ticket.personalIdentifier),
    category: isVoid ? '' : item.variantName,
    reference: order.reference,
  }
}

export type PassBrand = {
  /** The shop that sold the ticket. */
  seller: string
  /** The band, or the seller if the band has no shop. */
  name: string
  colours: DesignColours
  /** The shop's icon; null if it has none, or if the shop needs a password. */
  logo: { key: string; widths: number[] } | null
}

/** A pass looks like the shop of the event's band, even if another shop sold the ticket. */
export function passBrand(
  { order, event }: Pick<PassSubject, 'order' | 'event'>,
  shops: readonly ShopRow[],
): PassBrand {
  const seller = shops.find(({ id }) => id === order.shopId) ?? mainShopOf(shops)
  const band = shops.find(({ artistId }) => artistId === event.artistId) ?? seller
  if (!seller || !band) throw new Error(`the ticket of order ${order.id} has no shop`)
  const logo = band.meta.favicon && !isProtected(band) ? band.meta.favicon : null
  return { seller: seller.name, name: band.name, colours: designLook(band.meta.design).colours, logo }
}
