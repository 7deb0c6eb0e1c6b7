/** What the forms for cancellations and changes have in common: the fields around the tickets, the button and the receipt. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { COMMENT_LENGTH } from '../../../schema/inputs/ticket-service.ts'
import { TICKET_ROWS } from '../../../schema/limits.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { m } from '../../i18n/messages.ts'
import { StepNotice } from '../checkout/checkout-shell.tsx'
import { Field } from '../checkout/field.tsx'
import { WrongFields } from '../checkout/wrong-fields.tsx'
import { serviceFields } from './field-labels.ts'
import { OfferedTickets } from './offered-tickets.tsx'
import { problemsBeforeChoice } from './service-form.ts'
import { awaitsChoice, type TicketValues } from './service-values.ts'
import { TextField } from './text-field.tsx'
import { TicketRow } from './ticket-row.tsx'
import type { ServiceForm } from './use-service-form.ts'

type ServiceFieldsProps = {
  form: ServiceForm
  needsOrder: boolean
  asksForNewName: boolean
  submitText: string
  /** Called before a ticket is removed from the form. */
  onRemoveTicket?: (row: string) => void
  /** Further fields of a ticket. */
  ofTicket?: (ticket: TicketValues, index: number) => ReactNode
}

export function ServiceFields({
  form,
  needsOrder,
  asksForNewName,
  submitText,
  onRemoveTicket,
  ofTicket,
}: ServiceFieldsProps) {
  const { values, change } = form
  const [isTyping, setTyping] = useState(false)
  const hidesRows = !isTyping && awaitsChoice(values)
  const shown = hidesRows ? [] : values.tickets
  const problems = hidesRows ? problemsBeforeChoice(form.problems) : form.problems
  const rows = useRef<HTMLDivElement>(null)
  const shownRows = useRef(shown.length)
  useEffect(() => {
    const hasMore = shown.length > shownRows.current
    const hasFewer = shown.length < shownRows.current
    shownRows.current = shown.length
    if (document.activeElement?.matches('[type=checkbox]')) return
    // The pressed button may be gone, so the focus moves to the new ticket, or to the last one that is left.
    if (hasMore || hasFewer) rows.current?.querySelector<HTMLElement>(':scope > :last-child input')?.focus()
  }, [shown.length])
  if (form.receipt) return <Receipt {...form.receipt} />
  return (
    <form className="mt-8 space-y-6" noValidate onSubmit={form.submit}>
      <WrongFields fields={serviceFields(problems, asksForNewName)} refusals={form.refusals} />
      <TextField
        id="service-name"
        label={m.service_name()}
        value={values.name}
        problem={problems.get('name')}
        onChange={(value) => change('name', value)}
        input={{ maxLength: 80, autoComplete: 'name' }}
      />
      <TextField
        id="service-email"
        label={m.checkout_email()}
        value={values.email}
        problem={problems.get('email')}
        hint={m.service_email_hint()}
        onChange={(value) => change('email', value)}
        input={{ type: 'email', maxLength: 254, autoComplete: 'email' }}
      />
      <TextField
        id="service-orderReference"
        label={m.service_order()}
        value={values.orderReference}
        problem={problems.get('orderReference')}
        hint={m.service_order_hint()}
        isOptional={!needsOrder}
        onChange={(value) => change('orderReference', value)}
        input={{ maxLength: 80, autoComplete: 'off', spellCheck: false }}
      />
      <OfferedTickets
        values={values}
        problem={problems.get('offered')}
        onToggle={(ticket) => {
          onRemoveTicket?.(ticket.row)
          form.toggleTicket(ticket)
        }}
      />
      <div ref={rows} className="space-y-6 empty:hidden">
        {shown.map((ticket, index) => (
          <TicketRow
            key={ticket.row}
            index={index}
            ticket={ticket}
            problems={problems}
            asksForNewName={asksForNewName}
            onChange={(changed) => form.changeTicket(ticket.row, changed)}
            onRemove={
              values.tickets.length > 1
                ? () => {
                    onRemoveTicket?.(ticket.row)
                    form.removeTicket(ticket.row)
                  }
                : null
            }
          >
            {ofTicket?.(ticket, index)}
          </TicketRow>
        ))}
      </div>
      {values.tickets.length < TICKET_ROWS && (
        <button type="button" className="button-secondary" onClick={hidesRows ? () => setTyping(true) : form.addTicket}>
          {hidesRows ? m.service_ticket_other() : m.service_ticket_add()}
        </button>
      )}
      <Field id="service-comment" label={m.service_comment()} problem={problems.get('comment')?.() ?? null} isOptional>
        {(attributes) => (
          <textarea
            {...attributes}
            className="field min-h-32 py-3"
            rows={4}
            value={values.comment}
            maxLength={COMMENT_LENGTH}
            onChange={(event) => change('comment', event.target.value)}
          />
        )}
      </Field>
      <p className="text-sm text-muted">
        {ofTicket ? m.service_privacy_photos() : m.service_privacy()}{' '}
        <ShopLink to="/datapolicy" className="text-link">
          {m.shell_datapolicy()}
        </ShopLink>
      </p>
      <div>
        <StepNotice text={form.failure} />
        <button type="submit" className="button-primary max-sm:w-full" aria-disabled={form.isSending}>
          {form.isSending ? m.service_sending() : submitText}
        </button>
      </div>
    </form>
  )
}

function Receipt({ reference, email, isReceiptSent }: NonNullable<ServiceForm['receipt']>) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="mt-8 rounded-xl border border-line bg-surface px-5 py-6 sm:px-8">
      <h2 ref={title} tabIndex={-1} className="display display-3">
        {m.service_sent_title()}
      </h2>
      <p className="mt-3 max-w-prose [overflow-wrap:anywhere]">
        {isReceiptSent ? m.service_sent_text({ email }) : m.service_sent_unconfirmed({ email })}
      </p>
      <p className="mt-5 text-sm text-muted">{m.service_sent_number()}</p>
      <p className="font-mono text-xl tracking-wide">{reference}</p>
      <ShopLink to="/" className="button-secondary mt-6 inline-flex">
        {m.service_sent_home()}
      </ShopLink>
    </section>
  )
}
