/** CAT-05: the Advent sale. Its picture, when the next door opens, what is behind the open ones, and the draw's terms. */
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
import { FlickerText } from './flicker-text.tsx'

type Category = NonNullable<CategoryPageQuery['categoryProducts']['category']>

type AdventProps = {
  category: Category
  isEmpty: boolean
  /** The products, as any category shows them. */
  children: ReactNode
}

export function Advent({ category, isEmpty, children }: AdventProps) {
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
            <Change changesAt={category.changesAt} />
          </div>
        </div>
      </header>
      <div className="mt-(--section)">
        {isEmpty ? <Notice title={m.advent_empty_title()} text={m.advent_empty_text()} /> : children}
      </div>
      <p className="mt-(--section) max-w-prose rule-t pt-6">
        {m.advent_draw()}{' '}
        <ShopLink to="/terms/advent" className="text-link font-semibold">
          {m.advent_terms()}
        </ShopLink>
      </p>
    </div>
  )
}

function Change({ changesAt }: { changesAt: number[] }) {
  useServerSecond()
  // The edge drew some time ago: what is left is for the browser to say.
  if (!useIsHydrated() || changesAt.length === 0) return null
  const next = nextChange(changesAt, serverTime())
  return next === null ? (
    <p className="font-medium">{m.advent_last()}</p>
  ) : (
    <FlipCountdown until={next} label={m.advent_change()} />
  )
}

/** What the Advent sale counts to: the first change that is still to come; null once the last has been. */
export function nextChange(changesAt: readonly number[], now: number): number | null {
  return changesAt.find((change) => change > now) ?? null
}
