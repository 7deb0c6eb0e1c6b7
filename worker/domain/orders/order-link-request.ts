/**
 * A fan's request for the link to an order. The request is stored before anything is known about the order, so its answer
 * takes the same time whether the order exists or not. The proof is an HMAC of the reference and the mailbox. The outbox
 * compares it with the order's, so the stored request does not contain an email address.
 */
import { createHmac } from 'node:crypto'
import { equalInConstantTime } from '../text/constant-time.ts'

export function linkProof(secret: string, reference: string, buyerKey: string): string {
  return createHmac('sha256', secret).update(`order-link/${reference}/${buyerKey}`).digest('hex')
}

/** `secrets` are the present secret and the one before the last rotation. */
export function isLinkProof(
  secrets: readonly string[],
  proof: string,
  order: { reference: string; buyerKey: string },
): boolean {
  return secrets.some((secret) => equalInConstantTime(proof, linkProof(secret, order.reference, order.buyerKey)))
}
