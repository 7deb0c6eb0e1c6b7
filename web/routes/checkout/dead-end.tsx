/** A link to an order that is none. */
import { m } from '../../i18n/messages.ts'
import { ShopLink } from '../../ui/shop-link.tsx'

export function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-16 sm:px-6">
      <title>{title}</title>
      <h1 className="text-3xl font-bold text-balance">{title}</h1>
      <p className="mt-3 text-muted">{text}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <ShopLink to="/" className="button-primary">
          {m.checkout_back_home()}
        </ShopLink>
        <ShopLink to="/contact" className="button-secondary">
          {m.checkout_contact()}
        </ShopLink>
      </p>
    </div>
  )
}

export function OrderNotFound() {
  return <DeadEnd title={m.checkout_not_found_title()} text={m.checkout_not_found_text()} />
}
