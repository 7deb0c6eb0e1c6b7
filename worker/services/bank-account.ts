/** The account for bank transfers, from the deployment's configuration. */
import type { BankAccount } from '../domain/orders/bank-transfer.ts'
import type { Env } from '../env.ts'

export function bankAccountOf(
  env: Pick<Env, 'BANK_ACCOUNT_HOLDER' | 'BANK_IBAN' | 'BANK_BIC' | 'BANK_NAME'>,
): BankAccount {
  return {
    holder: env.BANK_ACCOUNT_HOLDER ?? '',
    iban: env.BANK_IBAN ?? '',
    bic: env.BANK_BIC ?? '',
    bankName: env.BANK_NAME ?? '',
  }
}
