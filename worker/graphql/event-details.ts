/** The related rows of events: artists, presale codes, tours, pricing categories, ticket variants and areas. */
import type { ShopContext } from '../context.ts'
import { type EventRow, otherDatesOf } from '../db/event.ts'
import {
  allotmentsOf,
  type EventIds,
  eventArtistsOf,
  idOfEvent,
  pricingCategoriesOf,
  ticketVariantsOf,
  tourCategoriesOfEvents,
  toursOfEvents,
} from '../db/event-details.ts'
import { presaleCodesFrom } from '../db/presale-code.ts'
import type { Select } from '../db/statement.ts'
import { mainRange } from './artist-page.ts'

export type EventDetails = ReturnType<typeof detailsBy>

export type EventModel = EventRow & { details?: EventDetails; otherDates?: Promise<EventRow[]> }

const OTHER_DATES = 12

type Ask = <Row extends { eventId: string }>(
  what: string,
  question: (events: EventIds) => Select<Row[]>,
) => Promise<Row[]>

function detailsBy(context: ShopContext, ask: Ask) {
  const { db, range, now } = context
  return {
    artists: once(() => ask('artists', (events) => eventArtistsOf(db, mainRange(context), now, events))),
    codes: once(() => ask('codes', (events) => presaleCodesFrom(db, events))),
    tours: once(() => ask('tours', (events) => toursOfEvents(db, range, events))),
    tourCategories: once(() => ask('tour categories', (events) => tourCategoriesOfEvents(db, range, events))),
    categories: once(() => ask('categories', (events) => pricingCategoriesOf(db, events))),
    variants: once(() => ask('variants', (events) => ticketVariantsOf(db, events))),
    areas: once(() => ask('areas', (events) => allotmentsOf(db, events))),
  }
}

/** Reads all details of a page's event. `Reads` sends these queries and the query of the event as one batch. */
export function askForDetails(context: ShopContext, slug: string): EventDetails {
  const details = detailsBy(context, (_what, question) => context.reads.ask(question(idOfEvent(slug))))
  // Nothing awaits the details of an unknown event, and an unhandled rejection would be reported as an error.
  for (const rows of Object.values(details)) rows().catch(() => {})
  return details
}

/** Reads the dates that a page's event shares its artist or a tour with, in the batch of the event. */
export function askForOtherDates({ db, range, reads, now }: ShopContext, slug: string): Promise<EventRow[]> {
  const rows = reads.ask(otherDatesOf(db, range, idOfEvent(slug), now, OTHER_DATES))
  rows.catch(() => {})
  return rows
}

/**
 * The event of a page already has its details. For an event in a list, each requested detail is read for all events of the
 * list at once.
 */
export function detailsOf(context: ShopContext, model: EventModel): EventDetails {
  model.details ??= detailsBy(context, (what, question) =>
    context.reads.askEach(`${what} of events`, model.event.id, question, ({ eventId }) => eventId),
  )
  return model.details
}

function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined
  return () => {
    asked ??= ask()
    return asked
  }
}
