/** What must hold for the add-ons of the crash test, by the rows that the crashes have left. */
import type { AddOn } from './crash-buyer.ts'

export type OrderRow = {
  id: string
  reference: string
  status: string
  paid_cents: number
  total_cents: number
  shipping_cents: number
  is_reserved: number
  cancel_reason: string | null
  /** The main order with which it is sent, or was to be sent. */
  main_id: string | null
}

/** Returns the faults of the add-ons. The reservations that nobody ordered must have expired before. */
export function faultsOfAddOns(addOns: AddOn[], rows: OrderRow[]): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const faults = addOns.flatMap((addOn) => faultsOf(addOn, byId.get(addOn.id)))
  const reserved = rows.filter(({ status, is_reserved }) => is_reserved === 1 && status !== 'cancelled')
  const shipped = rows.filter(({ main_id, shipping_cents }) => main_id !== null && shipping_cents !== 0)
  return [
    ...faults,
    ...reserved.map(({ reference }) => `add-on ${reference} is left reserved`),
    ...shipped.map(({ reference }) => `add-on ${reference} has shipping costs of its own`),
  ]
}

function faultsOf(known: AddOn, row: OrderRow | undefined): string[] {
  const name = `add-on ${known.reference}`
  if (!row) return [`${name} does not exist`]
  const wasPaid = known.paidByBank || known.paidOnline
  const expectations: [boolean, string][] = [
    [row.reference === known.reference, `has the number ${row.reference}`],
    [row.main_id === known.mainId, `belongs to ${row.main_id} instead of ${known.mainId}`],
    [row.total_cents === known.totalCents, `costs ${row.total_cents} instead of ${known.totalCents}`],
    [!known.isBinding || row.is_reserved === 0, 'was ordered, but is only reserved'],
    [!wasPaid || row.paid_cents === row.total_cents, `was paid, but has ${row.paid_cents} cents (${row.status})`],
    [!known.isUndone || row.status === 'cancelled', `was undone, but is ${row.status}`],
    [!known.isUndone || row.cancel_reason === 'buyer', `was undone, but cancelled for ${row.cancel_reason}`],
    [!known.isUndone || known.postersBack === 1, `was undone, but ${known.postersBack} posters returned to the cart`],
  ]
  return expectations.flatMap(([holds, fault]) => (holds ? [] : [`${name} ${fault}`]))
}
