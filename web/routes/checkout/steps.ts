/** The five steps of the checkout, each with a route, and the conditions to reach them (CHK-02). */
import type { Address } from '../../../schema/inputs/address.ts'
import type { Preferences } from './preferences.ts'

const STEPS = ['cart', 'details', 'payment', 'confirm', 'done'] as const
export type Step = (typeof STEPS)[number]

/** The steps that the list shows. If nothing is to be paid, the checkout skips the payment (CHK-02). */
export function listedSteps(isFree: boolean): readonly Step[] {
  return isFree ? STEPS.filter((step) => step !== 'payment') : STEPS
}

const PATHS: Record<Exclude<Step, 'done'>, string> = {
  cart: '/checkout',
  details: '/checkout/details',
  payment: '/checkout/payment',
  confirm: '/checkout/confirm',
}

/** Returns the step's path without the shop's base path. */
export function stepPath(step: Exclude<Step, 'done'>): string {
  return PATHS[step]
}

const REQUIRED = ['firstName', 'lastName', 'address', 'postCode', 'city'] as const

/**
 * Whether no required field is empty. Drafts are stored while the buyer types, so a last name alone does not mean that the
 * buyer has completed the step. The country must be the cart's, because the prices depend on it.
 */
export function detailsAreComplete(
  { email, shippingAddress, billingAddress }: Pick<Preferences, 'email' | 'shippingAddress' | 'billingAddress'>,
  countryCode: string,
): boolean {
  const isFilled = (address: Address) => REQUIRED.every((field) => address[field].trim() !== '')
  return (
    /.@.+\../.test(email) &&
    isFilled(shippingAddress) &&
    shippingAddress.countryCode === countryCode &&
    (billingAddress === null || isFilled(billingAddress))
  )
}

export type CheckoutReadiness = {
  itemCount: number
  subtotalCents: number
  /** Whether a ticket's name is missing (TIX-02). The cart step asks for it. */
  lacksNames: boolean
  hasDetails: boolean
  paymentMethod: string | null
}

/**
 * Returns `step`, or else an earlier step that must be completed first. If nothing is to be paid, it returns `confirm` instead
 * of `payment`.
 */
export function allowedStep(step: Exclude<Step, 'done'>, readiness: CheckoutReadiness): Exclude<Step, 'done'> {
  if (step === 'cart' || readiness.itemCount === 0 || readiness.lacksNames) return 'cart'
  if (step === 'details') return 'details'
  if (!readiness.hasDetails) return 'details'
  if (readiness.subtotalCents <= 0) return 'confirm'
  if (step === 'confirm' && readiness.paymentMethod === null) return 'payment'
  return step
}

/** The step that the back button leads to. */
export function stepBefore(step: 'details' | 'payment' | 'confirm', subtotalCents: number): Exclude<Step, 'done'> {
  if (step === 'details') return 'cart'
  if (step === 'payment') return 'details'
  return subtotalCents <= 0 ? 'details' : 'payment'
}
