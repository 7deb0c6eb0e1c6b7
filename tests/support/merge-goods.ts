/** Goods with odd prices and several VAT rates, and a bundle, for tests of the money of merged orders. */
import { newId } from '../../schema/ids.ts'
import { products, variantStock, variants } from '../../schema/tables/catalogue.ts'
import { db } from './payment-helpers.ts'
import { both } from './shop-world.ts'

/** One piece of a variant. The root of a bundle is not sent itself. */
export type Piece = { variantId: string; cents: number; basisPoints: number; isSent: boolean }

/** What a fan puts into the cart at once: pieces of one variant, or the root and the parts of a bundle. */
export type Good = { pieces: Piece[]; bundleProductId: string | null }

const PRICES = [0, 1, 99, 999, 2_490, 3_333, 12_345]
const RATES = [1_900, 700, 0]

/** Each good is in stock `stock` times. */
export async function buildGoods(now: number, stock: number): Promise<Good[]> {
  const singles = PRICES.map((cents, index) => pieceOf(cents, RATES[index % RATES.length] ?? 0))
  const [first, second] = [pieceOf(0, 700), pieceOf(1_111, 1_900)]
  const root = { ...pieceOf(3_999, 1_900), isSent: false }
  const rows = [...singles, first, second].map((piece) => ({ piece, productId: newId('product', now) }))
  const partOf = (piece: Piece) => ({ productId: rows.find((row) => row.piece === piece)?.productId ?? '' })
  const bundleProductId = newId('product', now)
  for (const { piece, productId } of rows) await insertGood(piece, productId, now, stock, null)
  await insertGood(root, bundleProductId, now, null, [partOf(first), partOf(second)])
  const goods = singles.map((piece): Good => ({ pieces: [piece], bundleProductId: null }))
  return [...goods, { pieces: [root, first, second], bundleProductId }]

  function pieceOf(cents: number, basisPoints: number): Piece {
    return { variantId: newId('variant', now), cents, basisPoints, isSent: true }
  }
}

async function insertGood(
  { variantId, cents, basisPoints }: Piece,
  productId: string,
  now: number,
  stock: number | null,
  parts: { productId: string }[] | null,
): Promise<void> {
  const slug = `good-${variantId}`.toLowerCase()
  const bundle = parts && {
    common_items: parts,
    combinations: [],
    additional_products: [],
    additional_product_group: [],
  }
  await db.insert(products).values({
    id: productId,
    slug,
    productType: both('Ding'),
    name: both(slug),
    descriptiveName: both(slug),
    description: both(slug),
    priceCents: cents,
    vatBasisPoints: basisPoints,
    weightGrams: 10,
    createdAt: now,
    ...(bundle && { type: 'bundle' as const, bundle }),
  })
  await db.insert(variants).values({
    id: variantId,
    productId,
    sku: slug,
    description: both('M'),
    priceCents: cents,
    physical: bundle === null,
  })
  if (stock !== null) await db.insert(variantStock).values({ variantId, initial: stock, available: stock })
}

/** The requests that put a good into the cart. A bundle is always added once. */
export function requestsFor({ pieces, bundleProductId }: Good, amount: number): object[] {
  if (bundleProductId === null) return pieces.map(({ variantId }) => ({ productVariantId: variantId, amount }))
  const bundleKey = crypto.randomUUID()
  return pieces.map(({ variantId }) => ({ productVariantId: variantId, amount: 1, bundleKey, bundleProductId }))
}
