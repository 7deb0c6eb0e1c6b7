/**
 * The seats as a list of sections, rows and seats: the alternative to the map for keyboards and screen readers. Each row is
 * one tab stop; arrow keys move within it. The sections of a large room are grouped by pricing category.
 */
import { type KeyboardEvent, useMemo, useState } from 'react'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import type { CategorySign } from './category-signs.ts'
import { FlagSign } from './flag-sign.tsx'
import { freeSeatsText } from './free-seats-text.ts'
import { flagsOf, type SeatFlag } from './seat-flags.ts'
import type { ModelSeat, ModelSection, SeatModel } from './seat-model.ts'
import { rowsOf } from './seat-rows.ts'
import { isOwn, isUnavailable, SEAT } from './seat-status.ts'
import { SignIcon } from './sign-icon.tsx'
import { stateText } from './state-text.ts'

type SeatListProps = {
  model: SeatModel
  statuses: Uint8Array
  /** By seat index: 1 if the seat matches the filter, otherwise 0. Null without a filter. */
  filterMask: Uint8Array | null
  free: number[]
  signs: ReadonlyMap<number, CategorySign>
  priceOf: (category: number) => number | null
  onPress: (seatId: string, isFree: boolean, isSecondClick: boolean) => void
  /** Called when the visitor opens or closes a section. */
  onSectionToggle: () => void
}

/** From this number of sections on, the list is grouped. */
const GROUPED_FROM = 20

export function SeatList(props: SeatListProps) {
  const [onlyFree, setOnlyFree] = useState(true)
  const [openGroup, setOpenGroup] = useState<number | null>(null)
  const sections = props.model.sections.filter(
    (section) =>
      section.capacity === null &&
      (!onlyFree || (props.free[section.index] ?? 0) > 0 || hasOwn(section, props.statuses)),
  )
  const groups = Map.groupBy(sections, ({ category }) => category)
  const isGrouped = sections.length >= GROUPED_FROM && groups.size > 1
  return (
    <div>
      <p className="mt-3 text-sm text-muted">{m.event_list_help()}</p>
      <label className="my-3 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={onlyFree}
          onChange={(event) => setOnlyFree(event.target.checked)}
          className="size-5 accent-accent"
        />
        {m.event_only_free()}
      </label>
      {sections.length === 0 && <p>{props.filterMask ? m.event_no_seats_shown() : m.event_no_free_seats()}</p>}
      {isGrouped ? (
        <ul className="divide-y divide-line border-y border-line">
          {[...groups]
            .sort(([a], [b]) => letterOf(props, a).localeCompare(letterOf(props, b)))
            .map(([category, members]) => (
              <CategoryGroup
                key={category}
                {...props}
                category={category}
                sections={members}
                isOpen={openGroup === category}
                onToggle={() => setOpenGroup(openGroup === category ? null : category)}
              />
            ))}
        </ul>
      ) : (
        <Sections {...props} sections={sections} />
      )}
    </div>
  )
}

/** The letter of the category on the map. Sections without a category come last. */
function letterOf({ signs }: SeatListProps, category: number | null): string {
  return (category === null ? undefined : signs.get(category)?.letter) ?? '~'
}

type CategoryGroupProps = SeatListProps & {
  category: number | null
  sections: ModelSection[]
  isOpen: boolean
  onToggle: () => void
}

function CategoryGroup({ category, sections, isOpen, onToggle, ...props }: CategoryGroupProps) {
  const sign = category === null ? undefined : props.signs.get(category)
  const free = sections.reduce((sum, { index }) => sum + (props.free[index] ?? 0), 0)
  return (
    <li>
      <ListButton
        {...props}
        categories={category === null ? [] : [category]}
        name={sign?.name ?? m.event_other_seats()}
        free={free}
        isOpen={isOpen}
        onToggle={onToggle}
      />
      {isOpen && (
        <div className="pb-3 pl-4">
          <Sections {...props} sections={sections} />
        </div>
      )}
    </li>
  )
}

function Sections({ sections, ...props }: SeatListProps & { sections: ModelSection[] }) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <ul className="divide-y divide-line border-y border-line">
      {sections.map((section) => (
        <SectionEntry
          key={section.id}
          {...props}
          section={section}
          isOpen={open === section.index}
          onToggle={() => {
            setOpen(open === section.index ? null : section.index)
            props.onSectionToggle()
          }}
        />
      ))}
    </ul>
  )
}

function hasOwn(section: ModelSection, statuses: Uint8Array): boolean {
  return statuses.subarray(section.from, section.to).some(isOwn)
}

type SectionEntryProps = SeatListProps & { section: ModelSection; isOpen: boolean; onToggle: () => void }

function SectionEntry({ section, isOpen, onToggle, ...props }: SectionEntryProps) {
  const free = props.free[section.index] ?? 0
  return (
    <li>
      <ListButton
        {...props}
        categories={section.categories}
        name={section.name}
        free={free}
        common={commonFlags(props.model, section)}
        isOpen={isOpen}
        onToggle={onToggle}
      />
      {isOpen && <Rows section={section} {...props} />}
    </li>
  )
}

/** The flags that all seats of a section have. */
function commonFlags({ seats }: SeatModel, { from, to }: ModelSection): SeatFlag[] {
  if (from === to) return []
  return flagsOf({ flags: seats.slice(from, to).reduce((bits, { flags = 0 }) => bits & flags, -1) })
}

type CategoriesProps = Pick<SeatListProps, 'signs' | 'priceOf'> & { categories: readonly number[] }

function CategorySigns({ categories, signs }: CategoriesProps) {
  return categories
    .flatMap((category) => signs.get(category) ?? [])
    .sort((a, b) => a.letter.localeCompare(b.letter))
    .map((sign) => <SignIcon key={sign.number} sign={sign} />)
}

/** The price, or the span of prices, of the categories; null if none has a price. */
function priceText({ categories, priceOf }: CategoriesProps): string | null {
  const prices = categories.flatMap((category) => priceOf(category) ?? [])
  if (prices.length === 0) return null
  const [lowest = '', highest = ''] = [Math.min(...prices), Math.max(...prices)].map(formatPrice)
  return lowest === highest ? lowest : m.event_price_span({ lowest, highest })
}

type ListButtonProps = CategoriesProps & {
  name: string
  free: number
  common?: SeatFlag[]
  isOpen: boolean
  onToggle: () => void
}

function ListButton({ name, free, common = [], isOpen, onToggle, ...categories }: ListButtonProps) {
  const price = priceText(categories)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-12 w-full items-center gap-3 py-2 text-left hover:text-accent"
    >
      <CategorySigns {...categories} />
      <span className="grow">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-muted">
          {[free > 0 ? freeSeatsText(free) : m.event_no_free_seats(), ...common.map((flag) => flag.name())].join(' · ')}
        </span>
      </span>
      {price !== null && <span className="text-right tabular-nums">{price}</span>}
      <Chevron isOpen={isOpen} />
    </button>
  )
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`size-5 shrink-0 ${isOpen ? 'rotate-180' : ''}`}>
      <path d="m5 7.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  )
}

function Rows({ section, model, filterMask, ...props }: SeatListProps & { section: ModelSection }) {
  const rows = useMemo(
    () =>
      rowsOf(model, section)
        .map(({ name, seats }) => ({
          name,
          seats: seats.filter((index) => filterMask?.[index] !== 0).flatMap((index) => model.seats[index] ?? []),
        }))
        .filter(({ seats }) => seats.length > 0),
    [model, section, filterMask],
  )
  return (
    <ul className="space-y-3 pt-1 pb-4">
      {rows.map((row) => (
        <li key={row.name} className="flex flex-col gap-1 sm:flex-row sm:gap-4">
          <div className="w-24 shrink-0 pt-2 text-sm">
            <span id={`row-${section.id}-${row.name}`} className="font-semibold">
              {m.event_row({ row: row.name })}
            </span>
            {section.categories.length > 1 && <RowPrice {...props} seats={row.seats} />}
          </div>
          <SeatRow
            labelledBy={`row-${section.id}-${row.name}`}
            seats={row.seats}
            statusOf={(seat) => props.statuses[model.indexOf.get(seat.id) ?? -1]}
            section={section}
            {...props}
          />
        </li>
      ))}
    </ul>
  )
}

/** The categories and prices of a row, in a section whose rows differ. */
function RowPrice({ seats, ...props }: Omit<CategoriesProps, 'categories'> & { seats: ModelSeat[] }) {
  const categories = { ...props, categories: [...new Set(seats.map((seat) => seat.pricing_category_id))] }
  return (
    <span className="flex flex-wrap items-center gap-1 tabular-nums">
      <CategorySigns {...categories} />
      {priceText(categories)}
    </span>
  )
}

type SeatRowProps = Omit<SeatListProps, 'model' | 'statuses' | 'filterMask' | 'free'> & {
  labelledBy: string
  seats: ModelSeat[]
  statusOf: (seat: ModelSeat) => number | undefined
  section: ModelSection
}

function SeatRow({ labelledBy, seats, statusOf, section, priceOf, onPress }: SeatRowProps) {
  const [last, setCurrent] = useState(0)
  // The filter may have shortened the row.
  const current = Math.min(last, seats.length - 1)

  function move(event: KeyboardEvent<HTMLElement>): void {
    const steps: Record<string, number> = {
      ArrowLeft: current - 1,
      ArrowRight: current + 1,
      Home: 0,
      End: seats.length - 1,
    }
    const wanted = steps[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    const next = Math.min(seats.length - 1, Math.max(0, wanted))
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  return (
    <fieldset aria-labelledby={labelledBy} onKeyDown={move} className="flex min-w-0 flex-wrap gap-1.5">
      {seats.map((seat, index) => {
        const status = statusOf(seat)
        const price = priceOf(seat.pricing_category_id)
        const state = [stateText(status), ...flagsOf(seat).map(({ name }) => name())].join(', ')
        return (
          <button
            key={seat.id}
            type="button"
            tabIndex={index === current ? 0 : -1}
            aria-pressed={isOwn(status)}
            aria-disabled={isUnavailable(status)}
            aria-label={m.event_seat_label({
              section: section.name,
              row: seat.row,
              seat: seat.number,
              price: price === null ? '' : formatPrice(price),
              state,
            })}
            onFocus={() => setCurrent(index)}
            onClick={(event) => onPress(seat.id, status === SEAT.free, event.detail > 1)}
            className={`flex h-11 min-w-11 items-center justify-center gap-1 rounded-md border px-1 text-sm tabular-nums ${CLASSES[status ?? SEAT.taken] ?? ''}`}
          >
            {flagsOf(seat).map((flag) => (
              <FlagSign key={flag.bit} flag={flag} size="size-3.5" />
            ))}
            {isOwn(status) ? `✓ ${seat.number}` : seat.number}
          </button>
        )
      })}
    </fieldset>
  )
}

const CLASSES: Record<number, string> = {
  [SEAT.free]: 'border-ink/50 bg-surface hover:border-accent hover:text-accent',
  [SEAT.taken]: 'border-line bg-transparent text-muted line-through',
  [SEAT.held]: 'border-dashed border-line bg-transparent text-muted',
  [SEAT.own]: 'border-ink bg-ink font-bold text-surface',
  [SEAT.adding]: 'border-ink bg-ink/70 font-bold text-surface',
  [SEAT.chosen]: 'border-ink bg-ink/70 font-bold text-surface',
  [SEAT.removing]: 'border-dashed border-ink/50',
}
