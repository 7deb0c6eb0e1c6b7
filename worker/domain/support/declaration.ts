/** Reads the declaration of a withdrawal as `services/withdrawal` stores it (WDR-01). */
import * as z from 'zod/mini'

const declarationSchema = z.object({
  orderReference: z.string(),
  about: z.string(),
  items: z.array(z.object({ name: z.string(), isShipped: z.optional(z.boolean()) })),
})

/**
 * `about` names the items, and is empty for the whole order. `goods` names the items that the buyer sends back, and is null if
 * all items came by email. `includesMailed` says whether some of them did.
 */
export function declarationOf({ data }: { data: Record<string, unknown> }): {
  orderReference: string
  about: string
  goods: string | null
  includesMailed: boolean
} {
  const { orderReference, about, items } = declarationSchema.parse(data)
  const shipped = items.filter(({ isShipped }) => isShipped !== false)
  const listed = (part: typeof items) => [...part.map(({ name }) => name), about].filter(Boolean).join('; ')
  return {
    orderReference,
    about: listed(items),
    goods: items.length > 0 && shipped.length === 0 ? null : listed(shipped),
    includesMailed: shipped.length < items.length,
  }
}
