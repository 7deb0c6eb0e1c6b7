/** Reads the parts of a bundle, to find out whether it can be bought, and at what prices (BND-05). */
import type { BundlePart } from '../../schema/catalogue-values.ts'
import { saleState } from '../../schema/rules/event-sale.ts'
import type { ShopContext } from '../context.ts'
import { eventsByIds } from '../db/event.ts'
import { ticketVariantsOf } from '../db/event-details.ts'
import { type ProductRow, productsByIds, variantsOfProducts } from '../db/product.ts'
import { isShown } from '../db/range.ts'
import { bundleOffer, type CentsSpan, spanOf } from '../domain/catalogue/bundle-offer.ts'
import { ticketKindIsSold } from '../domain/tickets/ticket-kind.ts'

type PartFacts = { span: CentsSpan | null; isOptional: boolean }

/** `offer` is stored, because several fields of a product and the list that contains it ask for it. */
type Offered = { product: Pick<ProductRow['product'], 'id' | 'bundle'>; offer?: Promise<CentsSpan | null> }

export type ProductModel = ProductRow & Offered

/** Returns the lowest and the highest price; null if the bundle is not available. All bundles of a list share the statements. */
export function offerOfBundle(model: Offered, context: ShopContext): Promise<CentsSpan | null> {
  model.offer ??= readOffer(model.product, context)
  return model.offer
}

export async function productIsAvailable(model: ProductModel, context: ShopContext): Promise<boolean> {
  return model.product.type === 'bundle' ? (await offerOfBundle(model, context)) !== null : Boolean(model.available)
}

/** Whether "from" belongs before the lowest price. */
export function offerVaries(offer: CentsSpan | null): boolean {
  return offer !== null && offer.highest > offer.lowest
}

async function readOffer(product: Offered['product'], context: ShopContext): Promise<CentsSpan | null> {
  const { bundle } = product
  if (!bundle) return null
  const parts = [
    ...bundle.common_items,
    ...bundle.additional_products,
    ...bundle.combinations.flatMap((combination) => combination.parts),
  ]
  const [own, ...facts] = await Promise.all([
    merchVariants(product.id, context),
    ...parts.map((part) => factsOf(part, context)),
  ])
  const root = own[0]?.variant
  if (!root?.active) return null
  const known = new Map(parts.map((part, index) => [part, facts[index]]))
  return bundleOffer(root.priceCents, bundle, {
    span: (part) => known.get(part)?.span ?? null,
    isOptional: (part) => known.get(part)?.isOptional ?? false,
  })
}

function merchVariants(productId: string, { db, reads }: ShopContext) {
  const question = (ids: string[]) => variantsOfProducts(db, ids)
  return reads.askEach('variants', productId, question, ({ variant }) => variant.productId)
}

async function factsOf(part: BundlePart, context: ShopContext): Promise<PartFacts> {
  if (part.eventId !== undefined) return { span: await ticketPrices(part, part.eventId, context), isOptional: false }
  const { db, reads, range } = context
  const productId = part.productId ?? ''
  const question = (ids: string[]) => productsByIds(db, ids)
  const [[row], rows] = await Promise.all([
    reads.askEach('products', productId, question, ({ product }) => product.id),
    merchVariants(productId, context),
  ])
  const isSold = row !== undefined && isShown(range, row.product.artistId)
  const available = rows.filter(({ variant, stock }) => isSold && variant.active && (stock === null || stock > 0))
  return {
    span: pricesOf(
      part,
      available.map(({ variant }) => variant),
    ),
    isOptional: row?.product.meta.bind_leave_empty === true,
  }
}

async function ticketPrices(part: BundlePart, eventId: string, context: ShopContext): Promise<CentsSpan | null> {
  const { db, reads, range, now } = context
  const [[row], tickets] = await Promise.all([
    reads.askEach(
      'events',
      eventId,
      (ids: string[]) => eventsByIds(db, ids),
      ({ event }) => event.id,
    ),
    reads.askEach(
      'tickets',
      eventId,
      (ids: string[]) => ticketVariantsOf(db, ids),
      (ticket) => ticket.eventId,
    ),
  ])
  if (!row || !isShown(range, row.event.artistId) || saleState(row.event, now) !== 'open') return null
  const isLeft = (categoryNumber: number) => !row.soldOutCategories?.includes(categoryNumber)
  return pricesOf(
    part,
    tickets.filter(
      ({ active, physical, categoryNumber }) =>
        active && ticketKindIsSold(row.event.meta, physical) && isLeft(categoryNumber),
    ),
  )
}

function pricesOf(part: BundlePart, variants: { id: string; priceCents: number }[]): CentsSpan | null {
  const chosen = part.variantIds?.length ? variants.filter(({ id }) => part.variantIds?.includes(id)) : variants
  return spanOf(chosen.map(({ priceCents }) => priceCents))
}
