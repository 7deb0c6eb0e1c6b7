/**
 * The client of an outside voucher programme. The shop reserves a value before it writes an order, and afterwards states the
 * value that the order holds. Both calls name the order, so they can be repeated safely. The programme ignores a statement
 * whose revision is lower than one that it has received.
 */
import * as z from 'zod/mini'
import type { VoucherCover } from '../../schema/rules/voucher.ts'
import type { Env } from '../env.ts'

const TIMEOUT_MS = 5_000
const cents = z.int().check(z.minimum(0), z.maximum(100_000_000))

const outsideVoucher = z.object({
  label: z.object({ de: z.string(), en: z.string() }),
  leftCents: cents,
  covers: z.enum(['tickets', 'items'] satisfies VoucherCover[]),
  minimumCents: cents,
  /** Epoch milliseconds. */
  expiresAt: z.int(),
})
export type OutsideVoucher = z.output<typeof outsideVoucher>

type Settings = Pick<Env, 'VOUCHER_API_BASE' | 'VOUCHER_API_KEY'>

/** The programme is unreachable, cannot answer, or does not accept our key. The same call may succeed later. */
export class VoucherOutage extends Error {
  constructor(reason: string) {
    super(`voucher programme: ${reason}`)
    this.name = 'VoucherOutage'
  }
}

export function hasOutsideProgramme({ VOUCHER_API_BASE, VOUCHER_API_KEY }: Settings): boolean {
  return Boolean(VOUCHER_API_BASE && VOUCHER_API_KEY)
}

/** Returns null if the programme does not know the code. Throws a VoucherOutage. */
export async function findOutsideVoucher(settings: Settings, code: string): Promise<OutsideVoucher | null> {
  const { status, body } = await call(settings, 'POST', '/lookup', { code })
  if (status === 404) return null
  const read = outsideVoucher.safeParse(body)
  if (status !== 200 || !read.success) throw new VoucherOutage(`answered ${status} to a look-up`)
  return read.data
}

/**
 * Reserves a part of a voucher's value for an order. Only the first call for an order reserves, and repeated calls get the
 * same answer. Throws a VoucherOutage; the value may then be reserved all the same.
 */
export async function reserveOutsideVoucher(
  settings: Settings,
  orderId: string,
  reservation: { code: string; cents: number },
): Promise<'reserved' | 'unknown' | 'expired' | 'used'> {
  const { status } = await call(settings, 'POST', '/redemptions', { id: orderId, ...reservation })
  if (status === 200) return 'reserved'
  if (status === 404) return 'unknown'
  if (status === 410) return 'expired'
  if (status === 409) return 'used'
  throw new VoucherOutage(`answered ${status} to a reservation`)
}

/** States the value that an order holds: 0 releases it. A programme without a reservation of the order accepts 0. */
export async function settleOutsideVoucher(
  settings: Settings,
  orderId: string,
  held: { cents: number; revision: number },
): Promise<void> {
  const { status } = await call(settings, 'PUT', `/redemptions/${orderId}`, held)
  if (status === 200) return
  if (status >= 500 || status === 401 || status === 403 || status === 429)
    throw new VoucherOutage(`answered ${status} to a settlement`)
  throw new Error(`voucher programme refused the settlement with ${status}`)
}

async function call(settings: Settings, method: string, path: string, body: object) {
  const { VOUCHER_API_BASE: base = '', VOUCHER_API_KEY: key = '' } = settings
  try {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: answer.status, body: parsed(await answer.text()) }
  } catch (error) {
    throw new VoucherOutage(error instanceof Error ? error.name : 'no answer')
  }
}

/** Returns null for a text that is not JSON. A programme may answer a reservation or a settlement with its status alone. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
