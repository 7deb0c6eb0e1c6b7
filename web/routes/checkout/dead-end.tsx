/** Replaces the page of an order that does not exist, cannot be loaded, is paid in full, or can no longer be paid. */
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { WaysOn } from '../../catalogue/ways-on.tsx'
import { faultText } from '../../i18n/fault-text.ts'
import { m } from '../../i18n/messages.ts'

type DeadEndProps = { title: string; text: string; wayOn?: Parameters<typeof WaysOn>[0] }

export function DeadEnd({ title, text, wayOn = {} }: DeadEndProps) {
  return (
    <div className="page py-16">
      <PageTitle title={title} />
      <h1 className="display-2">{title}</h1>
      <p className="mt-3 text-muted">{text}</p>
      <WaysOn {...wayOn} />
    </div>
  )
}

type OrderUnavailableProps = { reference: string; error: unknown; onRetry: () => void }

export function OrderNotFound() {
  return (
    <DeadEnd
      title={m.checkout_not_found_title()}
      text={m.checkout_not_found_text()}
      wayOn={{ to: '/order', label: m.order_lookup_send() }}
    />
  )
}

/**
 * The order may exist, but the browser or the server failed. The link contains the reference, so the page can name it
 * (ORDER_GENERIC_ERROR).
 */
export function OrderUnavailable({ reference, error, onRetry }: OrderUnavailableProps) {
  return (
    <div className="page py-16">
      <PageTitle title={m.done_unavailable_title()} />
      <h1 className="display-2">{m.done_unavailable_title()}</h1>
      <div role="alert" className="mt-3 max-w-prose space-y-2">
        <p className="font-medium">{faultText(error)}</p>
        <p className="text-muted">{m.done_unavailable_text({ reference })}</p>
      </div>
      <p className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button-primary" onClick={onRetry}>
          {m.done_retry()}
        </button>
        <ShopLink to="/contact" className="button-secondary">
          {m.checkout_contact()}
        </ShopLink>
      </p>
    </div>
  )
}
