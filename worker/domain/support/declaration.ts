/** Reads the declaration of a withdrawal as `services/withdrawal` stores it (WDR-01). */
import * as z from 'zod/mini'

const declarationSchema = z.object({
  orderReference: z.string(),
  about: z.string(),
  items: z.array(z.object({ name: z.string() })),
})

/** `about` names the goods; empty for the whole order. */
export function declarationOf({ data }: { data: Record<string, unknown> }): { orderReference: string; about: string } {
  const { orderReference, about, items } = declarationSchema.parse(data)
  return { orderReference, about: [...items.map(({ name }) => name), about].filter(Boolean).join('; ') }
}
