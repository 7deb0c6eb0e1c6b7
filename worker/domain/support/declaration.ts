/** Reads the declaration of a withdrawal as `services/withdrawal` stores it (WDR-01). */
import * as z from 'zod/mini'

const declarationSchema = z.object({
  orderReference: z.string(),
  about: z.string(),
  items: z.array(z.object({ name: z.string(), isShipped: z.optional(z.boolean()) })),
})

/**
 * `about` names the items, and is empty for the whole order. `needsParcel` is false if all items came by email. The buyer then
 * has nothing to send back.
 */
export function declarationOf({ data }: { data: Record<string, unknown> }): {
  orderReference: string
  about: string
  needsParcel: boolean
} {
  const { orderReference, about, items } = declarationSchema.parse(data)
  return {
    orderReference,
    about: [...items.map(({ name }) => name), about].filter(Boolean).join('; '),
    needsParcel: items.length === 0 || items.some(({ isShipped }) => isShipped !== false),
  }
}
