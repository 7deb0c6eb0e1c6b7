/** One concert: what it is, and its tickets. */
import type { CompanyAddress } from '../../../schema/catalogue-values.ts'
import { eventMeta } from '../../data/meta.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { PageEvent } from './event.ts'
import { EventFacts } from './event-facts.tsx'
import { EventTickets } from './event-tickets.tsx'

export function EventView({ event }: { event: PageEvent }) {
  const meta = eventMeta(event)
  const guests = [...event.artists, ...event.relatedArtists].filter((artist) => artist.id !== event.artist.id)
  return (
    <article>
      <header className="grid gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:gap-10 lg:gap-16">
        <div />
        <div className="self-center">
          <h1 className="text-4xl font-bold">{event.name}</h1>
          <EventFacts event={event} />
          {event.lowestPriceCents !== null && (
            <p>{m.event_from_price({ price: formatPrice(event.lowestPriceCents) })}</p>
          )}
        </div>
      </header>
      <section id="tickets" aria-labelledby="tickets-title">
        <h2 id="tickets-title">{m.event_tickets()}</h2>
        {meta.disclaimer_text && <p>{meta.disclaimer_text}</p>}
        <EventTickets event={event} />
      </section>
      <Owner address={event.owningCompanyAddress} />
      {guests.length}
    </article>
  )
}

function Owner({ address }: { address: unknown }) {
  const company = address as CompanyAddress | null
  return company?.company
}
