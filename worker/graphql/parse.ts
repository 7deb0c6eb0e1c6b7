import type * as z from 'zod/mini'
import { ShopError } from '../services/shop-error.ts'

/** Returns the parsed input, or throws BAD_INPUT with the first wrong field. */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, field: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = [field, ...(issue?.path ?? [])].map(String).join('.')
  throw new ShopError('BAD_INPUT', { field: path, expected: issue?.message ?? 'another value' })
}
