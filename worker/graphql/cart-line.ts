/** Shows a line of the cart, and the cart's voucher, in the language of the page. */
import { cityName } from '../../schema/rules/city-name.ts'
import { seatProperties } from '../../schema/rules/seat-properties.ts'
import { planText } from '../../schema/seat-map.ts'
import type { ShopContext } from '../context.ts'
import { type CartLine, lineLacksNames } from '../domain/cart/cart-line.ts'
import type { CartVoucher } from '../domain/cart/cart-voucher.ts'
import { shopSells } from '../domain/catalogue/shop-range.ts'
import type { VoucherUse } from '../domain/orders/voucher.ts'
import type { CartItem } from '../generated/resolver-types.ts'
import { shownImage } from './image.ts'
import type { CartModel } from './models.ts'

/** A cart's voucher and what it pays. */
export type AppliedVoucher = { voucher: CartVoucher; use: VoucherUse } | null

export function shownLine(line: CartLine, context: ShopContext, applied: AppliedVoucher): CartItem {
  const { sellable } = line
  const { locale } = context
  const [first] = line.items
  const seat = first?.hold
  return {
    id: line.id,
    itemIds: line.items.map((item) => item.id),
    productId: sellable.productId,
    eventId: sellable.eventId,
    productVariantId: sellable.variantId,
    productSlug: sellable.slug,
    productName: sellable.name[locale],
    productType: sellable.productType[locale],
    productColor: sellable.color?.[locale] ?? null,
    variantName: sellable.variantName[locale],
    artistName: sellable.artistName?.[locale] ?? null,
    image: shownImage(sellable.image, locale),
    type: line.type,
    amount: line.amount,
    cartLimit: line.cartLimit,
    unitCents: line.unitCents,
    totalCents: line.totalCents,
    totalSumCents: line.totalSumCents,
    seat: seat
      ? {
          sectionId: seat.sectionId,
          sectionName: planText(seat.sectionName, locale),
          row: seat.row,
          name: seat.number,
          properties: seatProperties(seat.flags ?? 0, locale),
        }
      : null,
    seatId: seat?.seatId ?? null,
    happeningFromAt: sellable.event && !sellable.event.hidesDate ? sellable.event.happeningFromAt : null,
    timeZone: sellable.event?.timeZone ?? null,
    venueName: sellable.event?.venueName ?? null,
    city: sellable.event ? cityName(sellable.event.city, locale) : null,
    promoter: sellable.event?.promoter ?? null,
    bundledItemIds: line.bundled.map((part) => part.id),
    bundled: line.bundled.map((part) => shownLine(part, context, applied)),
    personalIdentifier: first?.personalIdentifier ?? null,
    personalizationRequirement: sellable.event?.names.requirement ?? 'no_personalization_required',
    asksContact: sellable.event?.names.asksContact ?? false,
    lacksNames: lineLacksNames(line),
    follows: (first?.bundleKey ?? null) !== null && line.type !== 'bundle',
    personalised: sellable.personalised,
    personalLabel: sellable.personalLabel?.[locale] ?? null,
    deliveryDays: sellable.deliveryDays ?? null,
    physical: sellable.physical,
    fixedAmount: line.fixedAmount,
    available:
      sellable.active && sellable.event?.closure !== 'cancelled' && shopSells(context.shops, context.shop.id, sellable),
    href: sellable.path,
    payment: paymentOf(line, context, applied),
  }
}

function paymentOf(line: CartLine, { locale }: ShopContext, applied: AppliedVoucher): CartItem['payment'] {
  const amountCents = applied?.use.parts.get(line) ?? 0
  if (!applied || amountCents === 0) return null
  return {
    id: `${applied.voucher.programme}:${line.id}`,
    amountCents,
    paymentMethodName: applied.voucher.label[locale],
  }
}

export function shownVoucher(
  { voucher, use }: Exclude<AppliedVoucher, null>,
  { locale }: ShopContext,
): CartModel['voucher'] {
  const { label, leftCents, covers, minimumCents } = voucher
  return { label: label[locale], cents: use.cents, leftCents, covers, minimumCents, obstacle: use.obstacle }
}
