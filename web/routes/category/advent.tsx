/**
 * CAT-05: the category page of the Advent sale: image, flickering headline, countdown to the next change, doors, products,
 * and a link to the terms of the prize draw.
 */
import type { ReactNode } from 'react'
import type { CategoryPageQuery } from '../../../schema/generated/operations.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { Picture } from '../../catalogue/picture.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useIsHydrated } from '../../data/hydration.ts'
import { serverTime, useServerSecond } from '../../data/server-clock.ts'
import { m } from '../../i18n/messages.ts'
import { FlipCountdown } from '../../ui/flip-countdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { AdventDoors } from './advent-doors.tsx'
import { FlickerText } from './flicker-text.tsx'

type Category = NonNullable<CategoryPageQuery['categoryProducts']['category']>

type AdventProps = {
  category: Category
  isEmpty: boolean
  /** The list of products sorted by id, as on other category pages. */
  children: ReactNode
}

export function Advent({ category, isEmpty, children }: AdventProps) {
  const hasDoors = category.doors.length > 0
  return (
    <div className="page">
      <PageTitle title={category.name} />
      <header className="grid gap-6 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:items-center md:gap-12 md:pt-10">
        <div className="hero-picture">
          <Picture
            image={category.landscapeImage}
            sizes="(min-width: 768px) 56vw, 100vw"
            alt=""
            isUrgent
            className="aspect-video w-full object-cover"
          />
        </div>
        <div>
          <FlickerText text={category.name} />
          {category.subtitle && <p className="mt-3 text-lg font-medium">{category.subtitle}</p>}
          {category.description && <RichText html={category.description} className="mt-3 max-w-prose text-muted" />}
          <div className="mt-6 min-h-36">
            <ChangeCountdown changesAt={category.changesAt} />
          </div>
        </div>
      </header>
      {hasDoors && (
        <div className="mt-(--section)">
          <AdventDoors doors={category.doors} />
        </div>
      )}
      {(!isEmpty || !category.doors.some(({ isOpen }) => isOpen)) && (
        <section className="mt-(--section)" aria-label={hasDoors ? m.advent_rest() : undefined}>
          {hasDoors && !isEmpty && <h2 className="display-3 mb-6">{m.advent_rest()}</h2>}
          {isEmpty ? <Notice title={m.advent_empty_title()} text={m.advent_empty_text()} /> : children}
        </section>
      )}
      <p className="mt-(--section) max-w-prose rule-t pt-6">
        {m.advent_draw()}{' '}
        <ShopLink to="/terms/advent" className="text-link font-semibold">
          {m.advent_terms()}
        </ShopLink>
      </p>
    </div>
  )
}

function ChangeCountdown({ changesAt }: { changesAt: number[] }) {
  useServerSecond()
  // The server caches the HTML, so only the browser can show the remaining time.
  if (!useIsHydrated() || changesAt.length === 0) return null
  const next = nextChange(changesAt, serverTime())
  return next === null ? (
    <p className="font-medium">{m.advent_last()}</p>
  ) : (
    <FlipCountdown until={next} label={m.advent_change()} />
  )
}

/**
 * Returns the first instant of `changesAt` that is after `now`, or null. `changesAt` is in ascending order. All instants are
 * epoch milliseconds.
 */
export function nextChange(changesAt: readonly number[], now: number): number | null {
  return changesAt.find((change) => change > now) ?? null
}
