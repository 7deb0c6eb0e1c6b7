/** The bank methods with which Stripe can collect an instant transfer. The deployment offers one of them. */
export const BANK_METHODS = ['klarna', 'eps', 'ideal', 'bancontact', 'sepa_debit'] as const
export type BankMethod = (typeof BANK_METHODS)[number]

export function isBankMethod(name: string): name is BankMethod {
  return BANK_METHODS.some((known) => known === name)
}
