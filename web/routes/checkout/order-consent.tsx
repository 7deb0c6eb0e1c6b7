/** The consents of the review step, the links to the texts that the buyer accepts, and what holds for the contract. */
import type { ReactNode, Ref } from 'react'
import { promoterLines } from '../../../schema/rules/promoter.ts'
import { hasWithdrawalRight, isPersonalProduct } from '../../../schema/rules/withdrawal-right.ts'
import type { Cart } from '../../cart/use-cart.ts'
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
  box?: Ref<HTMLInputElement>
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  problem?: string | null
  isRequired?: boolean
  children: ReactNode
}

export function Consent({ id, box, isChecked, onChange, problem = null, isRequired = false, children }: ConsentProps) {
  return (
    <div className={problem === null ? '' : 'rounded-lg border border-danger px-3'}>
      <div className="flex gap-3 py-2">
        <input
          id={id}
          ref={box}
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

/** `isMissing`: the buyer has tried to order without this consent. */
type NeededConsentProps = Pick<ConsentProps, 'id' | 'box' | 'isChecked' | 'onChange'> & { isMissing: boolean }

export function TermsConsent({ isMissing, ...props }: NeededConsentProps) {
  return (
    <Consent {...props} isRequired problem={isMissing ? m.checkout_terms_missing() : null}>
      {m.checkout_terms_before()} <TermsLink to="/terms">{m.checkout_terms_link()}</TermsLink>{' '}
      {m.checkout_terms_between()} <TermsLink to="/datapolicy">{m.checkout_privacy_link()}</TermsLink>{' '}
      {m.checkout_terms_after()}
    </Consent>
  )
}

export function AgeConsent({ isMissing, ...props }: NeededConsentProps) {
  return (
    <Consent {...props} isRequired problem={isMissing ? m.checkout_age_missing() : null}>
      {m.checkout_age()}
    </Consent>
  )
}

type NotedCart = Pick<Cart, 'containsTickets'> & { items: readonly NotedItem[] }
type NotedItem = Pick<Cart['items'][number], 'type' | 'personalIdentifier' | 'productName' | 'promoter'> & {
  bundled?: readonly NotedItem[]
}

/**
 * Beside each button that places an order: the organiser is the other party of the contract about a ticket, and which items have a
 * right of withdrawal, which the buyer must know before the order (Art. 246a § 1 (2) and (3) EGBGB).
 */
export function ContractNote({ cart: { containsTickets, items } }: { cart: NotedCart }) {
  const all = items.flatMap((item) => [item, ...(item.bundled ?? [])])
  const isPersonal = all.some(isPersonalProduct)
  const tickets = all.filter(({ type }) => type === 'ticket')
  const events = tickets.map(({ productName, promoter }) => ({ name: productName, promoter }))
  return (
    <div className="space-y-1 text-sm text-muted">
      {containsTickets && <p>{m.event_broker_note()}</p>}
      {isPersonal && <p>{m.checkout_personal_withdrawal()}</p>}
      {all.some(hasWithdrawalRight) && (
        <p>{containsTickets || isPersonal ? m.checkout_goods_withdrawal() : m.checkout_all_withdrawal()}</p>
      )}
      {promoterLines(events, { owner: m.checkout_promoter(), organiser: m.bundle_organiser() }).map((line) => (
        <p key={line} className="[overflow-wrap:anywhere]">
          {line}
        </p>
      ))}
    </div>
  )
}
