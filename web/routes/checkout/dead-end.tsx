/** Replaces the page of an order that does not exist, is paid in full, or can no longer be paid. */
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { m } from '../../i18n/messages.ts'

export function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <div className="page py-16">
      <PageTitle title={title} />
      <h1 className="display-2">{title}</h1>
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
