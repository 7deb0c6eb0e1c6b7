/** Simulates the changes that PayPal allows to an order: the amount and the ids of its purchase unit. */
import { isOpen, type Money, type PayPalOrder, requireAmount, type Unit } from './paypal-order.ts'
import { unprocessable } from './paypal-refusal.ts'
import type { SandboxContext } from './stripe-payment.ts'

export type Operation = { op: string; path?: string; value?: unknown }

const unitPath = /^\/purchase_units\/@reference_id=='([^']*)'\/(amount|custom_id|invoice_id|description)$/
const allowed: Record<string, string[]> = {
  amount: ['replace'],
  custom_id: ['replace', 'add'],
  invoice_id: ['replace', 'add'],
  description: ['replace', 'add'],
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'currency_code' in value && 'value' in value

const changed = (unit: Unit, { op, path = '', value }: Operation): Unit => {
  const [, reference, field = ''] = unitPath.exec(path) ?? []
  if (reference !== unit.reference_id) throw unprocessable('REFERENCE_ID_NOT_FOUND', 'Unknown reference id.')
  if (!allowed[field]?.includes(op)) throw unprocessable('NOT_PATCHABLE', 'Cannot be patched.')
  if (op === 'replace' && !(field in unit)) throw unprocessable('INVALID_PARAMETER', 'Nothing to replace.')
  if (field === 'amount') {
    if (!isMoney(value)) throw unprocessable('INVALID_PARAMETER', 'Not an amount.')
    requireAmount(value)
    return { ...unit, amount: value }
  }
  if (typeof value !== 'string' || value.length < 1 || value.length > 127)
    throw unprocessable('INVALID_PARAMETER', 'Not a text of 1 to 127 characters.')
  return { ...unit, [field]: value }
}

/** Throws ORDER_ALREADY_COMPLETED if the order is captured or voided. */
export const patchPayPalOrder = (context: SandboxContext, order: PayPalOrder, operations: Operation[]): void => {
  if (!isOpen(order)) throw unprocessable('ORDER_ALREADY_COMPLETED', 'The order cannot be patched.')
  const [unit] = order.purchase_units
  const patched: PayPalOrder = { ...order, purchase_units: [operations.reduce(changed, unit)] }
  context.store.put(patched)
}
