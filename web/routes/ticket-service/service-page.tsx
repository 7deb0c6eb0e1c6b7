/**
 * The frame of the pages for cancellations and changes: the form, or the notice that its deadline has passed (SUP-04). A link
 * from an event or an order names the event, whose own deadline then counts.
 */
import type { ReactNode } from 'react'
import { TicketServiceEventDocument } from '../../../schema/generated/operations.ts'
import {
  type TicketService,
  ticketServiceDeadline,
  ticketServiceHours,
  ticketServiceIsOpen,
} from '../../../schema/rules/ticket-service.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useIsHydrated } from '../../data/hydration.ts'
import { eventMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { serverTime } from '../../data/server-clock.ts'
import { formatBeforeShow, formatDate, formatSaleTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { LoadError } from '../../ui/notice.tsx'

/** What the address says about the fan's ticket. */
export type ServiceSubject = { event: string | null; orderReference: string }

type ServicePageProps = {
  service: TicketService
  title: string
  lead: string
  /** What follows if customer service accepts the request. */
  consequence?: string
  children: (subject: ServiceSubject) => ReactNode
}

export function ServicePage({ service, title, lead, consequence, children }: ServicePageProps) {
  const {
    meta: shop,
    shop: { isLocked },
  } = usePage()
  const isHydrated = useIsHydrated()
  const [query] = useSearchParams()
  const named = query.get('event') ?? ''
  // Without the code of a protected shop, the page may not load its events. The server still checks the deadline.
  const slug = isLocked ? '' : named
  const { data, error, refetch } = useOperation(TicketServiceEventDocument, { slug }, { enabled: slug !== '' })
  const event = data?.event ? { ...data.event, meta: eventMeta(data.event) } : null
  const now = serverTime()
  const deadline = event && deadlineText(service, event)
  const isOpen = ticketServiceIsOpen(service, shop, event, now)
  const subject = { event: (isLocked ? named : event?.slug) || null, orderReference: query.get('order') ?? '' }
  return (
    <div className="page max-w-2xl pt-8 pb-16 sm:pt-14">
      <PageTitle title={title} />
      <h1 className="display-2">{title}</h1>
      {!isHydrated || (slug !== '' && data === undefined) ? (
        error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingText className="mt-6" />
        )
      ) : (
        <>
          {event && (
            <p className="mt-4 font-medium">
              {event.name}, {event.venue.name}
              {event.happeningFromAt !== null && `, ${formatDate(event.happeningFromAt, event.venue.timeZone)}`}
            </p>
          )}
          {isOpen ? (
            <>
              <p className="mt-4 max-w-prose">{lead}</p>
              {consequence !== undefined && <p className="mt-2 max-w-prose">{consequence}</p>}
              {deadline !== null && <p className="mt-2 text-muted">{m.service_until({ moment: deadline })}</p>}
              {children(subject)}
            </>
          ) : (
            <Closed service={service} hasEvent={event !== null} />
          )}
        </>
      )}
    </div>
  )
}

function deadlineText(
  service: TicketService,
  event: Parameters<typeof ticketServiceDeadline>[1] & { venue: { timeZone: string } },
): string | null {
  const deadline = ticketServiceDeadline(service, event)
  if (deadline !== null) return formatSaleTime(deadline, event.venue.timeZone)
  return event.status === 'postponed' ? null : formatBeforeShow(ticketServiceHours(service, event))
}

/** Without an event, the shop itself has closed the form, so the text names no deadline. */
function Closed({ service, hasEvent }: { service: TicketService; hasEvent: boolean }) {
  const text = hasEvent
    ? { cancel: m.service_cancel_closed, change: m.service_change_closed }
    : { cancel: m.service_cancel_none, change: m.service_change_none }
  return (
    <>
      <p className="mt-4 max-w-prose">{text[service]()}</p>
      <ShopLink to="/contact" className="button-secondary mt-6 inline-flex">
        {m.service_contact()}
      </ShopLink>
    </>
  )
}
