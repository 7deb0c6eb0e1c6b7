/** The operator's routes for vouchers. A code is sent in a header, because paths are logged and bodies are in the journal. */
import { Hono } from 'hono/tiny'
import * as z from 'zod/mini'
import { isId } from '../../../schema/ids.ts'
import { LAST_INSTANT } from '../../../schema/limits.ts'
import { issueVoucher, showVoucher, voidVoucherByOperator } from '../../services/voucher-desk.ts'
import type { EdgeEnv } from '../edge-context.ts'
import { command, found } from './command.ts'

const cents = z.int().check(z.minimum(0), z.maximum(10_000_000))
const text = z.string().check(z.minLength(1), z.maxLength(80))
const id = z.string().check(z.refine((value) => isId('voucher', value)))
const issueSchema = z.strictObject({
  id,
  label: z.strictObject({ de: text, en: text }),
  amountCents: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  expiresAt: z.int().check(z.minimum(0), z.maximum(LAST_INSTANT)),
  covers: z.enum(['tickets', 'items']),
  minimumCents: cents,
  shop: z.nullable(z.string().check(z.maxLength(120))),
})

/** The header is percent-encoded, because a header cannot contain every letter that a code may have. */
function typedCode(header: string): string {
  try {
    return decodeURIComponent(header).slice(0, 60)
  } catch {
    return ''
  }
}

export const voucherRoutes = new Hono<EdgeEnv>()

voucherRoutes.get('/vouchers', async (http) =>
  found(http, await showVoucher(http.env, typedCode(http.req.header('x-voucher-code') ?? ''))),
)
voucherRoutes.post(
  '/vouchers/issue',
  command(issueSchema, (issue, { env, now }) => issueVoucher(env, issue, now)),
)
voucherRoutes.post(
  '/vouchers/void',
  command(z.strictObject({ id }), (voucher, { env, now }) => voidVoucherByOperator(env, voucher.id, now)),
)
