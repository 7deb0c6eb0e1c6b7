/** What carts and orders know of a variant, in one shape for merch and tickets. */
import type { BundleParts, Image, PersonalizationRequirement } from '../../../schema/catalogue-values.ts'
import type { Localised } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import type { TransferEvent } from '../orders/payment-method.ts'
import type { HoldRules, PlanName } from '../seats/seat-hold.ts'

export type SellableEvent = {
  id: string
  plan: PlanName
  blockCount: number
  category: number
  rules: HoldRules
  /** Cancelled, marked sold out, or sold by a partner: nothing is held any more. What is only moved goes on selling. */
  closed: boolean
  /** Called off: tickets that are held already are not ordered either. */
  cancelled: boolean
  happeningFromAt: number
  /** Who has not bought is not told the day (EVL-04). */
  hidesDate: boolean
  timeZone: string
  venueName: string
  /** Where the concert is: admission is taxed there. */
  countryCode: string
  maxTicketsPerBundle: number
  transfers: TransferEvent['meta']
  personalizationRequirement: PersonalizationRequirement
}

export type Sellable = {
  variantId: string
  productId: string | null
  eventId: string | null
  artistId: string | null
  artistName: Localised | null
  slug: string
  name: Localised
  descriptiveName: Localised
  productType: Localised
  color: Localised | null
  /** Without what stands behind the pipe. */
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
  /** Several pieces may bear one text. */
  allowsSameText: boolean
  /** Sold only as a part of a bundle. */
  hidden: boolean
  /** Sold only by a discount code. */
  codeRequired: boolean
  /** Sold only beside a ticket. */
  ticketRequired: boolean
  weightGrams: number
  shippableFromAt: number | null
  bundle: BundleParts | null
  event: SellableEvent | null
}
