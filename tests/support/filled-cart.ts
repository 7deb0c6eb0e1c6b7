/**
 * Fills a visitor's cart with the operations that the pages send. A journey about a later step can then begin there,
 * instead of repeating the way to it.
 */
import type { Page } from 'playwright-core'
import { AddItemsDocument, ApplyVoucherDocument, SaveDetailsDocument } from '../../schema/generated/mutations.ts'
import {
  CartDetailsDocument,
  EventPageDocument,
  ProductPageDocument,
  type SaveDetailsMutationVariables,
} from '../../schema/generated/operations.ts'
import type { Operation } from '../../schema/operation.ts'

type Shop = { url: string; band: string }
type Details = SaveDetailsMutationVariables['input']

export type CartContent = {
  /** Slugs and amounts. Of a product with several variants, the cart gets the first one that is available. */
  products?: Record<string, number>
  /** The cart gets tickets of the event's first variant. */
  events?: Record<string, number>
  voucherCode?: string
  details?: Details
}

/** The address that `fanOf` types. */
export const FAN_ADDRESS = {
  firstName: 'Özge',
  lastName: 'Łuczak',
  address: 'Oranienstraße 190',
  postCode: '10999',
  city: 'Berlin',
  countryCode: 'de',
}

/** Throws if the shop refuses an operation. The page's own requests use the same cookies. */
export async function fillCart(page: Page, shop: Shop, content: CartContent): Promise<void> {
  const { products, events, voucherCode, details } = content
  const requests: { productVariantId: string; amount: number }[] = []
  for (const [slug, amount] of Object.entries(products ?? {})) {
    const { product } = await run(page, shop, ProductPageDocument, { slug })
    const variant = product?.variants.find(({ available }) => available)
    if (!variant) throw new Error(`${slug} is not available`)
    requests.push({ productVariantId: variant.id, amount })
  }
  for (const [slug, amount] of Object.entries(events ?? {})) {
    const { event } = await run(page, shop, EventPageDocument, { slug })
    const variant = event?.pricingCategories[0]?.variants[0]
    if (!variant) throw new Error(`${slug} has no tickets`)
    requests.push({ productVariantId: variant.id, amount })
  }
  await run(page, shop, AddItemsDocument, { input: { requests, clientMutationId: crypto.randomUUID() } })
  if (voucherCode)
    await run(page, shop, ApplyVoucherDocument, { code: voucherCode, clientMutationId: crypto.randomUUID() })
  if (details) await saveDetails(page, shop, details)
}

/** Stores what the buyer would type and choose, in the cart. */
export async function saveDetails(page: Page, shop: Shop, details: Details): Promise<void> {
  const { cart } = await run(page, shop, CartDetailsDocument, {})
  const variables = { cartId: cart.id, input: details, clientMutationId: crypto.randomUUID() }
  await run(page, shop, SaveDetailsDocument, variables)
}

async function run<Answer, Variables>(
  page: Page,
  { url, band }: Shop,
  { name, kind, hash }: Operation<Answer, Variables>,
  variables: Variables,
): Promise<Answer> {
  const address = `${url}/api/v2/shops/${band}/graphql`
  const answer =
    kind === 'query'
      ? await page.request.get(address, { params: { hash, variables: JSON.stringify(variables) } })
      : await page.request.post(address, { data: { hash, variables } })
  const { data, errors } = (await answer.json()) as { data?: Answer; errors?: unknown }
  if (!data || errors) throw new Error(`${name} failed: ${answer.status()} ${JSON.stringify(errors)}`)
  return data
}
