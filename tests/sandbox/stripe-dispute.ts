/** Simulates disputes (chargebacks). A buyer's bank takes the money back, and returns it if the shop wins. */
import { emitEvent, oneNotice } from './stripe-event.ts'
import { nowSeconds, stripeId } from './stripe-id.ts'
import type { Charge, Metadata, SandboxContext } from './stripe-payment.ts'

type DisputeStatus = 'needs_response' | 'won' | 'lost'

const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const

const newDispute = (charge: Charge, amount: number) => ({
  id: stripeId('dp'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: charge.id,
  created: nowSeconds(),
  currency: charge.currency,
  evidence: Object.fromEntries(EVIDENCE.map((name) => [name, null])),
  evidence_details: { due_by: nowSeconds() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: false,
  livemode: false,
  metadata: {} as Metadata,
  payment_intent: charge.payment_intent,
  reason: 'fraudulent',
  status: 'needs_response' as DisputeStatus,
})

export type Dispute = ReturnType<typeof newDispute>

/** Opens a dispute about `amount` cents, by default the whole charge. Emits charge.dispute.created. */
export const openDispute = (context: SandboxContext, charge: Charge, amount = charge.amount): Dispute =>
  context.store.transaction(() => {
    const dispute = newDispute(charge, amount)
    context.store.put(dispute)
    const marked: Charge = { ...charge, disputed: true }
    context.store.put(marked)
    emitEvent(context.store, context.delivery, 'charge.dispute.created', dispute, oneNotice)
    return dispute
  })

/** Closes a dispute with the bank's verdict. Emits charge.dispute.closed. */
export const closeDispute = (context: SandboxContext, dispute: Dispute, status: 'won' | 'lost'): Dispute =>
  context.store.transaction(() => {
    const closed: Dispute = { ...dispute, status }
    context.store.put(closed)
    emitEvent(context.store, context.delivery, 'charge.dispute.closed', closed, oneNotice)
    return closed
  })
