/** A variant as carts and orders use it, in one shape for merchandise and tickets. */
import type { BundleParts, Image, ProductMeta } from '../../../schema/catalogue-values.ts'
import type { Localised } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import type { SaleClosure } from '../../../schema/rules/event-sale.ts'
import type { Promoter } from '../../../schema/rules/promoter.ts'
import type { NameRules } from '../../../schema/rules/ticket-names.ts'
import type { TransferEvent } from '../orders/transfer-offer.ts'
import type { HoldRules, PlanName } from '../seats/seat-hold.ts'

export type SellableEvent = {
  id: string
  plan: PlanName
  blockCount: number
  category: number
  rules: HoldRules
  /** If set, no cart can hold further tickets. If the event is cancelled, held tickets cannot be ordered either. */
  closure: SaleClosure | null
  happeningFromAt: number
  /** The date is shown only to buyers (EVL-04). */
  hidesDate: boolean
  timeZone: string
  venueName: string
  /** As the catalogue names it, in German. */
  city: string
  /** Country of the venue, where admission is taxed. */
  countryCode: string
  promoter: Promoter | null
  maxTicketsPerBundle: number
  transfers: TransferEvent['meta']
  names: NameRules
}

export type Sellable = {
  variantId: string
  productId: string | null
  eventId: string | null
  artistId: string | null
  artistName: Localised | null
  slug: string
  /** The path of the product's or the event's page in its shop. */
  path: string
  name: Localised
  descriptiveName: Localised
  productType: Localised
  color: Localised | null
  /** The variant's name without the part after the pipe. */
  variantName: Localised
  image: Image | null
  priceCents: Cents
  originalPriceCents: Cents | null
  vatBasisPoints: number
  cartLimit: number
  physical: boolean
  active: boolean
  ageRestricted: boolean
  personalised: boolean
  /** The label of the field for the text of a personalised product; null for the usual label. */
  personalLabel: Localised | null
  /** Whether several pieces may be personalised with the same text. */
  allowsSameText: boolean
  /** Sold only as part of a bundle. */
  hidden: boolean
  /** Sold only with a discount code. */
  codeRequired: boolean
  /** Sold only together with a ticket. */
  ticketRequired: boolean
  /** A piece is a voucher worth its price, which the shop issues after the payment. */
  giftVoucher: boolean
  /** The product's own time of delivery in working days, instead of the shop's. */
  deliveryDays: ProductMeta['delivery_days'] | null
  weightGrams: number
  shippableFromAt: number | null
  bundle: BundleParts | null
  event: SellableEvent | null
}
