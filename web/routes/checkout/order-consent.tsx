/** The consents of the review step, and the links to the texts that the buyer accepts. */
import type { ReactNode } from 'react'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { m } from '../../i18n/messages.ts'

export function TermsLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ShopLink to={to} target="_blank" className="underline">
      {children}
      <span className="sr-only"> {m.checkout_new_window()}</span>
    </ShopLink>
  )
}

type ConsentProps = {
  id: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  problem?: string | null
  isRequired?: boolean
  children: ReactNode
}

export function Consent({ id, isChecked, onChange, problem = null, isRequired = false, children }: ConsentProps) {
  return (
    <div className={problem === null ? '' : 'rounded-lg border border-danger px-3'}>
      <div className="flex gap-3 py-2">
        <input
          id={id}
          type="checkbox"
          checked={isChecked}
          required={isRequired}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-0.5 size-6 shrink-0 scroll-mt-32 accent-accent"
          {...(problem !== null && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
        />
        <label htmlFor={id} className="cursor-pointer">
          {children}
        </label>
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="pb-2 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
