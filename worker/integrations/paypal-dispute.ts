/** Reads disputes from PayPal's REST API (Customer Disputes v1). */
import * as z from 'zod/mini'
import type { ProviderDispute } from '../domain/orders/payment-provider.ts'
import { centsOf, money } from './paypal.ts'
import { askPayPal, type PayPalSettings } from './paypal-client.ts'

const dispute = z.object({
  dispute_id: z.string(),
  status: z.string(),
  dispute_amount: z.optional(money),
  disputed_transactions: z.optional(z.array(z.object({ seller_transaction_id: z.optional(z.string()) }))),
  dispute_outcome: z.optional(z.object({ outcome_code: z.optional(z.string()) })),
})

/** The outcomes of a dispute by which the shop loses the money. */
const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

/** Returns the current state of a dispute. */
export async function readPayPalDispute(settings: PayPalSettings, disputeId: string): Promise<ProviderDispute> {
  const path = `/v1/customer/disputes/${encodeURIComponent(disputeId)}`
  const found = await askPayPal(settings, { method: 'GET', path }, dispute)
  const outcome = found.dispute_outcome?.outcome_code ?? ''
  return {
    disputeId: found.dispute_id,
    captureId: found.disputed_transactions?.[0]?.seller_transaction_id ?? null,
    amountCents: found.dispute_amount ? centsOf(found.dispute_amount.value) : 0,
    status: found.status !== 'RESOLVED' ? 'open' : LOST.includes(outcome) ? 'lost' : 'won',
  }
}
