/**
 * The five steps and who may stand on which (CHK-02). The step is the route's; a fan whom a step is closed to is led
 * to the first one that is missing something.
 */
export const STEPS = ['cart', 'details', 'payment', 'confirm', 'done'] as const
export type Step = (typeof STEPS)[number]

const PATHS: Record<Exclude<Step, 'done'>, string> = {
  cart: '/checkout',
  details: '/checkout/details',
  payment: '/checkout/payment',
  confirm: '/checkout/confirm',
}

/** Without the shop's base path. */
export function stepPath(step: Exclude<Step, 'done'>): string {
  return PATHS[step]
}

export type CheckoutReadiness = {
  itemCount: number
  subtotalCents: number
  lastName: string
  email: string
  paymentMethod: string | null
}

/** Where a fan who asks for `step` belongs. With nothing to pay the payment step is skipped. */
export function allowedStep(step: Exclude<Step, 'done'>, ready: CheckoutReadiness): Exclude<Step, 'done'> {
  if (step === 'cart' || ready.itemCount === 0) return 'cart'
  if (step === 'details') return 'details'
  if (ready.lastName === '' || ready.email === '') return 'details'
  if (ready.subtotalCents <= 0) return 'confirm'
  if (step === 'confirm' && ready.paymentMethod === null) return 'payment'
  return step
}

/** The step that a back button leads to. */
export function stepBefore(step: 'details' | 'payment' | 'confirm', subtotalCents: number): Exclude<Step, 'done'> {
  if (step === 'details') return 'cart'
  if (step === 'payment') return 'details'
  return subtotalCents <= 0 ? 'details' : 'payment'
}
