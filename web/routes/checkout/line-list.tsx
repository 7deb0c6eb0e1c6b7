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
  /** What a bundle contains. Its price is the bundle's. */
  parts?: ListedPart[]
}

export type ListedPart = Pick<ListedLine, 'id' | 'name' | 'amount' | 'event' | 'facts'>

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

function Line({ line: { name, amount, cents, event, facts, isStruck, parts = [] } }: { line: ListedLine }) {
  return (
    <li className={`flex gap-4 py-3 ${isStruck ? 'line-through' : ''}`}>
      <span className="w-8 shrink-0 text-muted tabular-nums">{m.cart_amount({ amount })}</span>
      <div className="min-w-0 grow">
        <p className="font-medium">
          <WholeWords text={name} />
        </p>
        <FactLine facts={event} />
        <FactLine facts={facts} />
        {parts.length > 0 && <Parts parts={parts} />}
      </div>
      <span className="tabular-nums">{formatPrice(cents)}</span>
    </li>
  )
}

function Parts({ parts }: { parts: ListedPart[] }) {
  return (
    <ul aria-label={m.cart_bundle_with()} className="mt-2 space-y-2 border-l-2 border-line pl-3 text-sm">
      {parts.map(({ id, name, amount, event, facts }) => (
        <li key={id}>
          {amount > 1 && <span className="tabular-nums">{m.cart_amount({ amount })} </span>}
          <WholeWords text={name} />
          <FactLine facts={event} />
          <FactLine facts={facts} />
        </li>
      ))}
    </ul>
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
