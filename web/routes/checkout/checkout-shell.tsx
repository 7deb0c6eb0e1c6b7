/** The layout that all steps share: the list of steps, the hold timer and the heading. */
import { type ReactNode, useEffect, useState } from 'react'
import { HoldTimer } from '../../cart/hold-timer.tsx'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { m } from '../../i18n/messages.ts'
import { listedSteps, type Step, stepPath } from './steps.ts'

const LABELS: Record<Step, () => string> = {
  cart: m.checkout_step_cart,
  details: m.checkout_step_details,
  payment: m.checkout_step_payment,
  confirm: m.checkout_step_confirm,
  done: m.checkout_step_done,
}

type CheckoutShellProps = {
  step: Step
  title?: string
  heldUntil?: number | null
  /** Whether nothing is to be paid. */
  isFree?: boolean
  /** Whether something is shipped, so that the payment step also has the choice of a carrier. */
  isShipped?: boolean
  /** Whether the cart is empty, so that no step can follow. */
  isEmpty?: boolean
  children: ReactNode
}

function labelOf(step: Step, isShipped: boolean): string {
  return step === 'payment' && !isShipped ? m.checkout_step_payment_only() : LABELS[step]()
}

export function CheckoutShell({
  step,
  title,
  heldUntil = null,
  isFree = false,
  isShipped = false,
  isEmpty = false,
  children,
}: CheckoutShellProps) {
  const heading = title ?? labelOf(step, isShipped)
  return (
    <div className="page pt-4 pb-16">
      <PageTitle title={heading} />
      {!isEmpty && <StepList current={step} steps={listedSteps(isFree)} isShipped={isShipped} />}
      <div className="mt-4 mb-5 flex flex-wrap items-end gap-x-8 gap-y-2 sm:mt-8 sm:mb-6">
        <h1 className="display-2 grow">{heading}</h1>
        {heldUntil !== null && step !== 'done' && <HoldTimer heldUntil={heldUntil} />}
      </div>
      {children}
    </div>
  )
}

function StepList({ current, steps, isShipped }: { current: Step; steps: readonly Step[]; isShipped: boolean }) {
  const position = steps.indexOf(current)
  const next = steps[position + 1]
  return (
    <nav aria-label={m.checkout_steps()}>
      <ol className="flex gap-1.5 sm:gap-2">
        {steps.map((step, index) => {
          const isPast = index < position && current !== 'done' && step !== 'done'
          const label = (
            <>
              <span className={`block h-1 rounded-full ${index <= position ? 'bg-accent' : 'bg-ink/20'}`} />
              <span className={`mt-2 hidden text-sm sm:block ${index === position ? 'font-bold' : 'text-muted'}`}>
                {labelOf(step, isShipped)}
              </span>
            </>
          )
          return (
            <li key={step} className="min-w-0 flex-1" aria-current={index === position ? 'step' : undefined}>
              {isPast ? (
                <ShopLink to={stepPath(step)} className="block py-2 hover:text-accent">
                  {label}
                  <span className="sr-only sm:hidden">{labelOf(step, isShipped)}</span>
                </ShopLink>
              ) : (
                <div className="py-2">
                  {label}
                  <span className="sr-only sm:hidden">{labelOf(step, isShipped)}</span>
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {next && (
        <p className="text-sm text-muted sm:hidden" aria-hidden="true">
          {m.checkout_step_next({ next: labelOf(next, isShipped) })}
        </p>
      )}
    </nav>
  )
}

/** An alert at the top of a step: an error, or the reason for a redirect to this step. */
export function StepNotice({ text }: { text: string | null }) {
  const [shown, setShown] = useState<string | null>(null)
  // The first render leaves the live region empty, because screen readers announce only later changes to it.
  useEffect(() => setShown(text), [text])
  return (
    <div role="alert">
      {shown && <p className="mb-6 rounded-lg border border-danger px-4 py-3 font-medium text-danger">{shown}</p>}
    </div>
  )
}
