/**
 * Bank transfer (PAY-06). The buyer gets the bank details, and an operator records the incoming transfer
 * (services/bank-payment).
 */
import { giroCode, transferReference } from '../domain/orders/bank-transfer.ts'
import { transferDeadline } from '../domain/orders/payment-deadline.ts'
import { orderTakesTransfers } from '../domain/orders/transfer-offer.ts'
import type { BankSettings, PaymentMethod, TransferInstructions, TransferOrder } from './method.ts'

export const bankTransfer = {
  id: 'bank_transfer',
  offered: (settings, order) => Boolean(settings.BANK_IBAN) && orderTakesTransfers(order),
  deadline: transferDeadline,
  holdsForDays: true,
  followUp: 'mail_order_received',
  instructions: transferInstructions,
  refundRoute: 'by_transfer',
  provider: 'bank',
  online: null,
} satisfies PaymentMethod<'bank_transfer'>

/** Returns the bank details with which the buyer of an open order transfers the unpaid amount. */
export function transferInstructions(settings: BankSettings, order: TransferOrder): TransferInstructions {
  const account = {
    holder: settings.BANK_ACCOUNT_HOLDER ?? '',
    iban: settings.BANK_IBAN ?? '',
    bic: settings.BANK_BIC ?? '',
  }
  const amountCents = order.totalCents - order.paidCents
  const reference = transferReference(order.reference, order.billingAddress)
  return {
    accountHolder: account.holder,
    iban: account.iban,
    bic: account.bic,
    bankName: settings.BANK_NAME ?? '',
    reference,
    amountCents,
    giroCode: giroCode(account, amountCents, reference),
  }
}
