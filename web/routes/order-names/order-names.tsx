/** TIX-04: the page on which the buyer changes the names on the tickets of an order. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OrderNamesDocument } from '../../../schema/generated/operations.ts'
import { orderLink, orderPath } from '../../../schema/order-path.ts'
import { dateText, venueText } from '../../cart/item-text.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { runOperation } from '../../data/fetch.ts'
import { useIsHydrated } from '../../data/hydration.ts'
import { usePage } from '../../data/page.tsx'
import { useRouteParams } from '../../data/route-params.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { formatBeforeShow, formatDateTime, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { FactLine } from '../../ui/fact-line.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { LoadError } from '../../ui/notice.tsx'
import { DeadEnd } from '../checkout/dead-end.tsx'
import { NameChangeForm } from './name-change-form.tsx'
import type { NamedTicket, Names } from './names.ts'

export default function OrderNames() {
  const { order: orderId = '' } = useRouteParams()
  const [query] = useSearchParams()
  const { locale } = usePage()
  const isHydrated = useIsHydrated()
  const client = useQueryClient()
  const key = query.get('key') ?? ''
  const queryKey = ['order-names', orderId, key, locale]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await runOperation(OrderNamesDocument, { orderId, key })).orderNames ?? null,
    enabled: key !== '',
    retry: 1,
  })
  if (data === null || (isHydrated && key === ''))
    return <DeadEnd title={m.order_page_unknown_title()} text={m.order_page_unknown_text()} />
  return (
    <div className="page max-w-3xl pt-8 pb-16 sm:pt-14">
      <PageTitle title={m.name_change_title()} />
      <h1 className="display-2">{m.name_change_title()}</h1>
      {data ? (
        <Tickets names={data} orderKey={key} onChange={(names) => client.setQueryData(queryKey, names)} />
      ) : error ? (
        <div className="mt-6">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <LoadingText className="mt-6" />
      )}
      {data && (
        <p className="mt-8">
          <ShopLink to={orderLink(orderId, key)} className="underline">
            {m.name_change_back()}
          </ShopLink>
        </p>
      )}
    </div>
  )
}

type TicketsProps = { names: Names; orderKey: string; onChange: (names: Names) => void }

function Tickets({ names, orderKey, onChange }: TicketsProps) {
  const [open, setOpen] = useState<string | null>(null)
  const [changed, setChanged] = useState<string | null>(null)
  const holder = names.tickets.find(({ id }) => id === changed)?.holder
  const group = names.hasGroupName && (
    <p className="mt-4 max-w-prose">
      {m.name_change_group()}{' '}
      <ShopLink to={`/ticketservice/change?order=${names.reference}`} className="underline">
        {m.name_change_request()}
      </ShopLink>
    </p>
  )
  if (names.tickets.length === 0) return group || <p className="mt-4 max-w-prose">{m.name_change_none()}</p>
  return (
    <>
      <p className="mt-4 max-w-prose text-muted">{m.name_change_text()}</p>
      {group}
      <div role="status">
        {holder && (
          <p className="mt-6 rounded-lg border border-line bg-surface px-4 py-3 font-medium">
            {m.name_change_done({ name: holder })}
          </p>
        )}
      </div>
      <ul className="mt-6 divide-y divide-line border-y border-line">
        {names.tickets.map((ticket) => (
          <li key={ticket.id} className="py-5">
            <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
              <div className="min-w-0 grow basis-64">
                <p className="text-lg font-bold">{ticket.holder ?? m.name_change_nobody()}</p>
                <p>{ticket.eventName}</p>
                <FactLine facts={[dateText(ticket), venueText(ticket), ticket.place]} />
                <p className="mt-1 text-sm text-muted">{stateText(ticket)}</p>
              </div>
              {ticket.obstacle === null && ticket.feeOrder === null && open !== ticket.id && (
                <button type="button" className="button-secondary" onClick={() => setOpen(ticket.id)}>
                  {m.name_change_open()}
                  <span className="sr-only">: {ticket.holder ?? ticket.eventName}</span>
                </button>
              )}
              {ticket.obstacle === 'BY_POST' && (
                <ShopLink to={`/ticketservice/change?order=${names.reference}`} className="button-secondary">
                  {m.name_change_request()}
                  <span className="sr-only">: {ticket.holder ?? ticket.eventName}</span>
                </ShopLink>
              )}
              {ticket.feeOrder && (
                <ShopLink
                  to={orderPath('payment', ticket.feeOrder.id, ticket.feeOrder.reference)}
                  className="button-primary"
                >
                  {m.name_change_pay({ amount: formatPrice(ticket.feeCents) })}
                </ShopLink>
              )}
            </div>
            {open === ticket.id && (
              <NameChangeForm
                orderId={names.id}
                orderKey={orderKey}
                ticket={ticket}
                onCancel={() => setOpen(null)}
                onChanged={(next) => {
                  setOpen(null)
                  setChanged(ticket.id)
                  onChange(next)
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function stateText({
  obstacle,
  feeOrder,
  changeableUntil,
  changeableUntilHours,
  feeCents,
  timeZone,
}: NamedTicket): string {
  if (feeOrder) return m.name_change_unpaid()
  if (obstacle === 'NOT_VALID') return m.name_change_not_valid()
  if (obstacle === 'CHECKED_IN') return m.name_change_checked_in()
  if (obstacle === 'BY_POST') return m.name_change_by_post()
  if (obstacle !== null) return m.name_change_closed()
  if (changeableUntilHours === null) return feeCents > 0 ? m.name_change_for_fee({ fee: formatPrice(feeCents) }) : ''
  const date =
    changeableUntil === null ? formatBeforeShow(changeableUntilHours) : formatDateTime(changeableUntil, timeZone)
  return feeCents > 0 ? m.name_change_until_fee({ date, fee: formatPrice(feeCents) }) : m.name_change_until({ date })
}
