/** Lines without pictures or controls, of a cart or an order. Tickets of one event stand together below its name and date. */
import { itemGroups } from '../../../schema/rules/item-groups.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { FactLine } from '../../ui/fact-line.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'

export type ListedLine = {
  id: string
  /** The event of a ticket outside of a bundle, otherwise null. */
  eventId: string | null
  name: string
  amount: number
  cents: number
  /** The date and the venue of a ticket's event. */
  event: (string | null)[]
  facts: (string | null)[]
  isStruck?: boolean
}

export function LineList({ lines }: { lines: ListedLine[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {itemGroups(lines).map((group) =>
        group.length === 1 ? (
          <Line key={group[0].id} line={group[0]} />
        ) : (
          <EventLines key={group[0].id} lines={group} />
        ),
      )}
    </ul>
  )
}

function Line({ line: { name, amount, cents, event, facts, isStruck } }: { line: ListedLine }) {
  return (
    <li className={`flex gap-4 py-3 ${isStruck ? 'line-through' : ''}`}>
      <span className="w-8 shrink-0 text-muted tabular-nums">{m.cart_amount({ amount })}</span>
      <span className="min-w-0 grow">
        <span className="block font-medium">
          <WholeWords text={name} />
        </span>
        <FactLine facts={event} />
        <FactLine facts={facts} />
      </span>
      <span className="tabular-nums">{formatPrice(cents)}</span>
    </li>
  )
}

function EventLines({ lines: [first, ...others] }: { lines: [ListedLine, ...ListedLine[]] }) {
  return (
    <li className="py-3">
      <p className="font-medium">{first.name}</p>
      <FactLine facts={first.event} />
      <ul className="mt-2 space-y-2">
        {[first, ...others].map(({ id, amount, cents, facts: [place, ...facts], isStruck }) => (
          <li key={id} className={`flex gap-4 ${isStruck ? 'line-through' : ''}`}>
            <span className="w-8 shrink-0 text-muted tabular-nums">{m.cart_amount({ amount })}</span>
            <span className="min-w-0 grow">
              {place}
              <FactLine facts={facts} />
            </span>
            <span className="tabular-nums">{formatPrice(cents)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
