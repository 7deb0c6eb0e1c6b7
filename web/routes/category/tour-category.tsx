/** CAT-07: the page of a category of type TOUR: the picture of the tour, and its concerts. Its merch, if any, follows. */
import type { ReactNode } from 'react'
import type { CategoryPageQuery } from '../../../schema/generated/operations.ts'
import { EventList } from '../../catalogue/event-list.tsx'
import { Picture } from '../../catalogue/picture.tsx'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'

type Category = NonNullable<CategoryPageQuery['categoryProducts']['category']>

/** `children` is the heading with its texts. */
export function TourHead({ category: { landscapeImage }, children }: { category: Category; children: ReactNode }) {
  if (!landscapeImage) return <header className="my-8 sm:mt-12">{children}</header>
  return (
    <header className="mt-6 mb-10 grid gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:items-center md:gap-16">
      <div className="hero-picture">
        <Picture
          image={landscapeImage}
          sizes="(min-width: 768px) 42vw, 100vw"
          alt=""
          isUrgent
          className="subject-picture h-auto w-full"
        />
      </div>
      <div>{children}</div>
    </header>
  )
}

export function TourConcerts({ category: { events } }: { category: Category }) {
  return (
    <section aria-label={m.tour_dates()} className="mb-(--section)">
      {events.length === 0 ? (
        <Notice title={m.tour_none_title()} text={m.tour_none_text()} />
      ) : (
        <EventList events={events} heading="h2" />
      )}
    </section>
  )
}
