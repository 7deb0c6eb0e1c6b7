/** CHECKOUT_ERROR_GENERIC (CHK-05): shown if the carriers cannot be loaded, with a way to try again and one to ask for help. */
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { ConnectionError } from '../../data/fetch.ts'
import { faultText } from '../../i18n/fault-text.ts'
import { m } from '../../i18n/messages.ts'

export function GenericError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOffline = error instanceof ConnectionError && error.fault === 'offline'
  return (
    <div role="alert" className="rounded-xl border border-danger px-4 py-4">
      <p>{isOffline ? faultText(error) : m.checkout_error_generic()}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button-primary" onClick={onRetry}>
          {m.state_retry()}
        </button>
        <ShopLink to="/contact" target="_blank" className="button-quiet">
          {m.checkout_contact()}
        </ShopLink>
      </div>
    </div>
  )
}
