/** The tickets that a fan returns: chosen from those of the order from whose page the fan came, or typed by their numbers. */
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { chosenText } from './chosen-text.ts'
import { CodeFields } from './code-fields.tsx'
import type { HandedTicket } from './handed-tickets.ts'
import type { RefundInfo } from './refund-info.ts'
import { offeredId, type RefundProblems, type RefundValues, TICKETS_ID } from './refund-problems.ts'
import type { RefundQuote } from './use-refund-quote.ts'

type ReturnedTicketsProps = {
  info: RefundInfo
  values: RefundValues
  quote: RefundQuote | null
  problems: RefundProblems
  onChange: (next: Partial<RefundValues>) => void
}

export function ReturnedTickets({ info, values, quote, problems, onChange }: ReturnedTicketsProps) {
  const { offered, chosen, codes } = values
  const problem = problems.get(TICKETS_ID)
  const isOffering = offered.length > 0
  // The order's page does not know the numbers of tickets on paper.
  const mayType = codes.length > 0 || offered.length < info.refundableTicketCount
  return (
    <fieldset
      id={TICKETS_ID}
      tabIndex={-1}
      className="scroll-mt-24"
      {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': `${TICKETS_ID}-note` })}
    >
      <legend className="display-4 font-bold">{m.refund_codes()}</legend>
      {isOffering && (
        <div className="mt-3 grid gap-2">
          {offered.map((ticket) => (
            <Offered
              key={ticket.code}
              ticket={ticket}
              isChosen={chosen.includes(ticket.code)}
              problem={problems.get(offeredId(ticket.code)) ?? null}
              onToggle={(isChosen) => {
                const others = chosen.filter((code) => code !== ticket.code)
                onChange({ chosen: isChosen ? [...others, ticket.code] : others })
              }}
            />
          ))}
        </div>
      )}
      {mayType && (
        <CodeFields
          codes={codes}
          maximum={info.refundableTicketCount - offered.length}
          mayBeEmpty={isOffering}
          problems={problems}
          onChange={(next) => onChange({ codes: next })}
        />
      )}
      {problem !== undefined && (
        <p id={`${TICKETS_ID}-note`} className="mt-2 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <p role="status" className="mt-4 font-medium empty:hidden">
        {chosenText(values, info, quote)}
      </p>
    </fieldset>
  )
}

type OfferedProps = {
  ticket: HandedTicket
  isChosen: boolean
  problem: string | null
  onToggle: (isChosen: boolean) => void
}

function Offered({ ticket: { code, label, priceCents }, isChosen, problem, onToggle }: OfferedProps) {
  const id = offeredId(code)
  return (
    <div>
      <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
        <input
          id={id}
          type="checkbox"
          checked={isChosen}
          onChange={({ target }) => onToggle(target.checked)}
          className="size-5 shrink-0 accent-accent"
          {...(problem !== null && { 'aria-invalid': true, 'aria-describedby': `${id}-note` })}
        />
        <span className="min-w-0 grow [overflow-wrap:anywhere]">{label}</span>
        {priceCents !== null && <span className="shrink-0 font-medium tabular-nums">{formatPrice(priceCents)}</span>}
      </label>
      {problem !== null && (
        <p id={`${id}-note`} className="mt-1.5 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
