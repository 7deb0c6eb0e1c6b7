/** The invoice of an order and the corrections after refunds, as PDF. */
import { orderDocumentPath } from '../../../schema/order-path.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { usePage } from '../../data/page.tsx'
import { formatDate, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { OrderPage } from './use-order-page.ts'

type Document = OrderPage['documents'][number]

export function OrderDocuments({ page: { order, documents }, orderKey }: { page: OrderPage; orderKey: string }) {
  const { shop } = usePage()
  if (documents.length === 0) return null
  return (
    <section aria-labelledby="order-documents">
      <h2 id="order-documents" className="display-4">
        {m.order_documents()}
      </h2>
      <ul className="mt-4 space-y-3">
        {documents.map((document) => (
          <li key={document.file}>
            <a
              href={orderDocumentPath(shop.slug, order.id, orderKey, document.file)}
              className="button-secondary max-sm:w-full"
              download
            >
              {nameOf(document)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf({ refundedAt, refundedCents }: Document): string {
  if (refundedAt == null || refundedCents == null) return m.order_invoice()
  return m.order_correction({ amount: formatPrice(refundedCents), date: formatDate(refundedAt, SHOP_ZONE) })
}
