/**
 * Finds the reference of an order in what a buyer typed or copied. On statements and in payment details, a prefix names the
 * way of payment: SSX instant bank transfer, CCX card, PPX PayPal, BAX bank transfer.
 */

/**
 * Returns the reference without spaces and prefix (MERGE-01). After a prefix, whatever follows the ten digits is dropped
 * too: PayPal's invoice number ends with two random characters, and a transfer's purpose with the buyer's name.
 */
export function orderReferenceIn(typed: string): string {
  const plain = typed.replace(/[\s#-]/g, '')
  const [, rest = plain] = /^(?:SSX|CCX|PPX|BAX)(.*)$/i.exec(plain) ?? []
  const [digits = rest] = rest === plain ? [] : (/^\d{10}/.exec(rest) ?? [])
  return digits
}
