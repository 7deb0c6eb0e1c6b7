/** The bank methods with which Stripe can collect an instant transfer (PAY-04). The deployment offers one of them. */
export const BANK_METHODS = ['klarna', 'eps', 'ideal', 'bancontact', 'sepa_debit'] as const
export type BankMethod = (typeof BANK_METHODS)[number]

export function isBankMethod(name: string): name is BankMethod {
  return BANK_METHODS.some((known) => known === name)
}

/** Returns the method that a deployment's setting names: Klarna by default, and null for `off` or an unknown method. */
export function configuredBankMethod(setting: string | undefined): BankMethod | null {
  if (!setting) return 'klarna'
  return isBankMethod(setting) ? setting : null
}
