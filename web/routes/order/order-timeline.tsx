/** What has happened to the order, and what comes next. */
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { formatDate, formatDateTime, formatPrice, machineTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { OrderPage } from './use-order-page.ts'

type Step = OrderPage['timeline'][number]

const DONE: Record<Step['kind'], () => string> = {
  ORDERED: m.order_step_ordered,
  PAID: m.order_step_paid,
  CONFIRMED: m.order_step_confirmed,
  PACKED: m.order_step_packed,
  SHIPPED: m.order_step_shipped,
  DELIVERED: m.order_step_delivered,
  CANCELLED: m.order_step_cancelled,
  REFUNDED: m.order_step_refunded,
  REFUND_RELEASED: m.order_step_release,
}
/** The steps that may be ahead of an order. */
const AHEAD: Partial<Record<Step['kind'], () => string>> = {
  PAID: m.order_step_to_pay,
  SHIPPED: m.order_step_to_ship,
  REFUNDED: m.order_step_refunding,
}

export function OrderTimeline({ page: { timeline, shipment } }: { page: OrderPage }) {
  return (
    <section aria-labelledby="order-timeline">
      <h2 id="order-timeline" className="display-4">
        {m.order_timeline()}
      </h2>
      <ol className="mt-4">
        {timeline.map((step, index) => (
          <li
            key={`${step.kind} ${step.at} ${step.amountCents} ${step.dueAt}`}
            className="relative flex gap-4 pb-5 last:pb-0"
          >
            {index < timeline.length - 1 && (
              <span aria-hidden="true" className="absolute top-4 bottom-[-0.5rem] left-[0.4375rem] w-0.5 bg-line" />
            )}
            <span
              aria-hidden="true"
              className={`relative mt-1.5 size-4 shrink-0 rounded-full border-2 ${
                step.at === null ? 'border-line bg-ground' : 'border-accent bg-accent'
              }`}
            />
            <StepText step={step} shipment={shipment} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepText({
  step: { kind, at, amountCents, dueAt },
  shipment,
}: {
  step: Step
  shipment: OrderPage['shipment']
}) {
  const label = at === null ? (AHEAD[kind] ?? DONE[kind])() : DONE[kind]()
  return (
    <div className={`min-w-0 ${at === null ? 'text-muted' : ''}`}>
      <p className="font-medium">
        {label}
        {amountCents != null && <span className="font-normal tabular-nums"> · {formatPrice(amountCents)}</span>}
      </p>
      {at !== null && at !== undefined && (
        <p className="text-sm text-muted tabular-nums">
          <time dateTime={machineTime(at)}>{formatDateTime(at, SHOP_ZONE)}</time>
        </p>
      )}
      {dueAt !== null && dueAt !== undefined && (
        <p className="text-sm">{m.order_step_release_until({ date: formatDate(dueAt, SHOP_ZONE) })}</p>
      )}
      {kind === 'SHIPPED' && at !== null && shipment && <Tracking shipment={shipment} />}
    </div>
  )
}

function Tracking({ shipment: { trackingNumber, trackingUrl } }: { shipment: NonNullable<OrderPage['shipment']> }) {
  return (
    <>
      {trackingNumber != null && (
        <p className="mt-1 [overflow-wrap:anywhere]">{m.order_tracking_number({ number: trackingNumber })}</p>
      )}
      {trackingUrl != null && (
        <p className="mt-1">
          <a href={trackingUrl} className="text-link" target="_blank" rel="noopener noreferrer">
            {m.order_track()}
          </a>
        </p>
      )}
    </>
  )
}
