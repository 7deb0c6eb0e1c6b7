/**
 * The event's organiser, owning company, tours and terms. By law, the page must show the organiser and the terms before the
 * purchase.
 */
import type { ReactNode } from 'react'
import { ACCESS_EMAIL } from '../../../schema/company.ts'
import { saleState } from '../../../schema/rules/event-sale.ts'
import { companyLines, organiserBeside } from '../../../schema/rules/promoter.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useViewTime } from '../../data/hydration.ts'
import { eventMeta } from '../../data/meta.ts'
import { m } from '../../i18n/messages.ts'
import { hasMap, type PageEvent } from './event.ts'

/** The text names at most this many sections. */
const MOST_SECTIONS = 6

export function EventDetails({ event }: { event: PageEvent }) {
  const meta = eventMeta(event)
  const owner = companyLines(event.owningCompanyAddress)
  const organiser = organiserBeside(event)
  const state = saleState(event, useViewTime())
  const mapShowsSpaces =
    hasMap(event) && (state === 'open' || state === 'presale') && event.accessibleSections.length > 0
  return (
    <dl className="space-y-6 text-sm lg:pt-2">
      {organiser !== null && <Entry name={m.event_organizer()}>{organiser}</Entry>}
      {owner.length > 0 && (
        <Entry name={m.event_owner()}>
          <span className="whitespace-pre-line">{owner.join('\n')}</span>
        </Entry>
      )}
      {event.tours.length > 0 && (
        <Entry name={m.event_tours()}>
          {event.tours.map((tour) => (
            <ShopLink key={tour.href} to={tour.href} className="block underline not-first:mt-1.5">
              {tour.name}
            </ShopLink>
          ))}
        </Entry>
      )}
      <Entry name={m.event_access()}>
        {event.venue.accessInfo !== null && (
          <span className="mb-1 block whitespace-pre-line">{event.venue.accessInfo}</span>
        )}
        {mapShowsSpaces && <span className="mb-1 block">{wheelchairSpaces(event.accessibleSections)}</span>}
        <span className="block">{mapShowsSpaces ? m.event_access_ask() : m.event_access_ask_all()}</span>
        <a
          href={`mailto:${ACCESS_EMAIL}?subject=${encodeURIComponent(event.descriptiveName)}`}
          className="block [overflow-wrap:anywhere] underline"
        >
          {ACCESS_EMAIL}
        </a>
      </Entry>
      {/* EVT-11: the terms of the other seller apply to its tickets. */}
      {state !== 'external' && (
        <Entry name={m.event_terms()}>
          <ShopLink
            to={`/terms${meta.custom_terms_anchor ? `#${meta.custom_terms_anchor}` : ''}`}
            className="block underline"
          >
            {m.event_terms_link()}
          </ShopLink>
          {meta.policy_link && (
            <a href={meta.policy_link} target="_blank" rel="noopener" className="mt-1.5 block underline">
              {m.event_policy()}
            </a>
          )}
          <span className="mt-2 block text-muted">{m.event_broker_note()}</span>
        </Entry>
      )}
    </dl>
  )
}

function wheelchairSpaces(sections: string[]): string {
  return sections.length > MOST_SECTIONS
    ? m.event_access_map()
    : m.event_access_map_sections({ sections: withCommonStart(sections) })
}

/** Joins the names. If they differ only in a last number or letter, their common words appear once: "Block 103, 108, 113". */
function withCommonStart([first = '', ...others]: string[]): string {
  const start = first.slice(0, first.lastIndexOf(' ') + 1)
  const isCommon = others.every((name) => name.startsWith(start) && /^(\d+|\p{Lu})$/u.test(name.slice(start.length)))
  return [first, ...others.map((name) => (isCommon ? name.slice(start.length) : name))].join(', ')
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}
