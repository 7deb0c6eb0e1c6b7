/** What an event's page shows beside the event's row. */
import type { ShopContext } from '../context.ts'
import {
  allotmentsOf,
  type EventId,
  type EventRow,
  eventArtistsOf,
  pricingCategoriesOf,
  ticketVariantsOf,
  toursOfEvent,
} from '../db/event.ts'
import { presaleCodesFrom } from '../db/presale-code.ts'
import { rangeOf } from '../db/range.ts'

export type EventDetails = ReturnType<typeof askForDetails>

export type EventModel = EventRow & { details?: EventDetails }

/** All of it, in the trip of whatever else is asked in this tick. */
export function askForDetails({ db, reads, shop, shops }: ShopContext, eventId: EventId) {
  const details = {
    artists: reads.ask(eventArtistsOf(db, eventId)),
    codes: reads.ask(presaleCodesFrom(db, eventId)),
    tours: reads.ask(toursOfEvent(db, rangeOf(shop, shops), eventId)),
    categories: reads.ask(pricingCategoriesOf(db, eventId)),
    variants: reads.ask(ticketVariantsOf(db, eventId)),
    areas: reads.ask(allotmentsOf(db, eventId)),
  }
  // Where there is no such event nobody waits for them.
  for (const rows of Object.values(details)) rows.catch(() => {})
  return details
}

/** Those that came with the row. An event of a list has none, and asks when a field wants them. */
export function detailsOf(context: ShopContext, model: EventModel): EventDetails {
  model.details ??= askForDetails(context, model.event.id)
  return model.details
}
