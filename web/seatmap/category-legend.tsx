/**
 * The pricing categories with their signs on the map, their prices and the number of free seats. A press on a category shows
 * only the seats of this category, on the map and in the list. Several categories can be chosen.
 */
import type { ReactNode } from 'react'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import type { CategorySign } from './category-signs.ts'
import { SignIcon } from './sign-icon.tsx'

export type LegendCategory = {
  sign: CategorySign
  /** The heading above the categories of one section, which follow each other. */
  section: string | null
  name: string
  /** The prices of the category's variants, each with its name. */
  prices: string[]
  /** The number of free seats in words: empty until it is known, and null if the legend shows no numbers. */
  left: string | null
}

type CategoryLegendProps = {
  categories: LegendCategory[]
  /** The numbers of the chosen categories. If it is empty, all seats are shown. */
  chosen: readonly number[]
  onChoose: (chosen: number[]) => void
}

export function CategoryLegend({ categories, chosen, onChoose }: CategoryLegendProps) {
  const [only, ...others] = categories
  if (!only) return null
  if (others.length === 0) {
    return (
      <div className="flex items-center gap-3 border-y border-line py-2">
        <CategoryRow category={only} withLetter={false} />
      </div>
    )
  }
  return (
    <section aria-label={m.event_categories()}>
      <p className="mb-2 flex min-h-11 items-center gap-3 text-sm text-muted">
        <span className="grow">{m.event_categories_help()}</span>
        {chosen.length > 0 && (
          <button
            type="button"
            className="min-h-11 shrink-0 font-semibold text-ink underline"
            onClick={() => onChoose([])}
          >
            {m.event_categories_all()}
          </button>
        )}
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {categories.map((category, index) => {
          const { number } = category.sign
          const { section } = category
          const isFirst = section !== null && section !== categories[index - 1]?.section
          const isChosen = chosen.includes(number)
          return (
            <li key={number}>
              {isFirst && <h3 className="label pt-3 pb-1 text-muted">{section}</h3>}
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? chosen.filter((other) => other !== number) : [...chosen, number])}
                className={`flex min-h-12 w-full items-center gap-3 py-2 text-left hover:bg-ink/5 ${isChosen ? 'bg-ink/10' : ''}`}
              >
                <CategoryRow
                  category={category}
                  withLetter
                  mark={isChosen && <Icon name="check" className="size-5 shrink-0" />}
                />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type CategoryRowProps = { category: LegendCategory; withLetter: boolean; mark?: ReactNode }

function CategoryRow({ category: { sign, name, prices, left }, withLetter, mark }: CategoryRowProps) {
  return (
    <>
      <SignIcon sign={sign} withLetter={withLetter} />
      <span className="min-w-0 grow">
        {name !== '' && <span className="block leading-snug font-semibold">{name}</span>}
        <span className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
          {prices.map((price) => (
            <span key={price} className="whitespace-nowrap">
              {price}
            </span>
          ))}
        </span>
      </span>
      {left !== null && <span className="min-w-29 shrink-0 text-right text-sm text-muted">{left}</span>}
      {mark}
    </>
  )
}
