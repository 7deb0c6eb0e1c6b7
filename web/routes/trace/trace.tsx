/** TIX-04: the form for the contact data of a ticket's holder, by the ticket's code. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { RequestItemPersonalizationChangeDocument } from '../../../schema/generated/mutations.ts'
import { afterBotCheck } from '../../bot-check/after-bot-check.ts'
import { dateText, venueText } from '../../cart/item-text.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { randomKey } from '../../data/visit.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { Field } from '../checkout/field.tsx'
import { goToNextField } from '../checkout/next-field.ts'
import { Consent, TermsLink } from '../checkout/order-consent.tsx'
import { HolderField } from '../checkout/ticket-names/holder-field.tsx'
import { useHolderForm } from '../checkout/ticket-names/use-holder-form.ts'
import { WrongFields } from '../checkout/wrong-fields.tsx'
import { sentCode, useTicketSearch } from './use-ticket-search.ts'

const LEGAL = 'trace-legal'

export default function Trace() {
  const [code, setCode] = useState('')
  const [isDone, setIsDone] = useState(false)
  /** Whether the fan has pressed the button since the last change of the code. The search also starts without the button. */
  const [isSubmitted, setIsSubmitted] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  /** Whether one of the buttons has the focus, or had it when it left the page. */
  const buttonHadFocus = useRef(false)
  const watched = {
    onFocus() {
      buttonHadFocus.current = true
    },
    onBlur() {
      buttonHadFocus.current = false
    },
  }
  const { ticket, error, isMissing, isTooShort, retry } = useTicketSearch(code)
  const tooShort = code.trim() === '' ? m.checkin_number_missing() : m.checkin_number_wrong()
  const problem = isMissing ? m.form_updateticket_not_found() : isSubmitted && isTooShort ? tooShort : null

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsSubmitted(true)
    if (error) retry()
    else if (isMissing || isTooShort) input.current?.focus()
  }
  return (
    <div className="page max-w-2xl pt-8 pb-16 sm:pt-14">
      <PageTitle title={m.form_updateticket_title()} />
      <h1 className="display-2">{m.form_updateticket_title()}</h1>
      {isDone ? (
        <Done
          onOther={() => {
            setCode('')
            setIsSubmitted(false)
            setIsDone(false)
          }}
        />
      ) : (
        <>
          <p className="mt-4 max-w-prose text-muted">{m.form_updateticket_text()}</p>
          <form className="mt-6 space-y-6" noValidate onSubmit={submit}>
            <Field
              id="trace-code"
              label={m.form_updateticket_code()}
              hint={m.form_updateticket_code_hint()}
              problem={problem}
            >
              {(attributes) => (
                <input
                  {...attributes}
                  ref={input}
                  onFocus={watched.onBlur}
                  className="field tabular-nums"
                  value={code}
                  onChange={(event) => {
                    setCode(event.target.value)
                    setIsSubmitted(false)
                  }}
                  inputMode="numeric"
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={40}
                  aria-required
                />
              )}
            </Field>
            {!ticket && (
              <button type="submit" className="button-primary max-sm:w-full" {...watched}>
                {m.checkin_number_submit()}
              </button>
            )}
          </form>
          <div role="status">
            {problem !== null && <span className="sr-only">{problem}</span>}
            {ticket && (
              <div className="mt-6 rounded-xl border border-line bg-surface p-5">
                <p className="font-bold">{ticket.eventName}</p>
                <p className="text-muted">{[dateText(ticket), venueText(ticket)].filter(Boolean).join(' · ')}</p>
              </div>
            )}
          </div>
          {error && (
            <div role="alert" className="mt-6 space-y-3">
              <p className="font-medium text-danger">{errorText(error)}</p>
              <button type="button" className="button-secondary" onClick={retry} {...watched}>
                {m.state_retry()}
              </button>
            </div>
          )}
          {ticket && (
            <HolderForm
              key={sentCode(code)}
              code={sentCode(code)}
              asksContact={ticket.asksContact}
              takesFocus={isSubmitted}
              buttonHadFocus={buttonHadFocus}
              onDone={() => setIsDone(true)}
            />
          )}
        </>
      )}
    </div>
  )
}

type HolderFormProps = {
  code: string
  asksContact: boolean
  /** Whether the fan has pressed the button that leads to the form. */
  takesFocus: boolean
  /** Whether the button had the focus when it left the page. */
  buttonHadFocus: RefObject<boolean>
  onDone: () => void
}

function HolderForm({ code, asksContact, takesFocus, buttonHadFocus, onDone }: HolderFormProps) {
  const form = useHolderForm('trace', asksContact)
  const [isAccepted, setIsAccepted] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useProblem()
  // If the outcome of a request is unknown, the next press sends the same key.
  const key = useRef<string | null>(null)
  const lacksLegal = form.refusals > 0 && !isAccepted
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus || buttonHadFocus.current) element.current?.querySelector('input')?.focus()
  }, [takesFocus, buttonHadFocus])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    setProblem(null)
    if (!form.isComplete || !isAccepted) {
      form.refuse()
      return
    }
    setIsSending(true)
    key.current ??= randomKey()
    try {
      const input = { validationCode: code, personalIdentifier: form.text, clientMutationId: key.current }
      await afterBotCheck(() => runOperation(RequestItemPersonalizationChangeDocument, input))
      onDone()
    } catch (error) {
      if (error instanceof ShopError) key.current = null
      setProblem(() => `${m.form_updateticket_error_generic()} ${errorText(error)}`)
      setIsSending(false)
    }
  }

  const wrong = [...form.wrong, ...(isAccepted ? [] : [{ id: LEGAL, label: m.form_updateticket_legal_label() }])]
  return (
    <form ref={element} className="mt-6" noValidate onSubmit={(event) => void submit(event)} onKeyDown={goToNextField}>
      <WrongFields fields={wrong} refusals={form.refusals} className="mt-4" />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {form.fields.map((field, index) => (
          <HolderField
            key={field.id}
            {...field}
            isLast={index === form.fields.length - 1}
            className={field.fieldKey === 'address' ? 'sm:col-span-2' : ''}
          />
        ))}
      </div>
      <div className="mt-4">
        <Consent
          id={LEGAL}
          isChecked={isAccepted}
          onChange={setIsAccepted}
          problem={lacksLegal ? m.form_updateticket_legal_missing() : null}
          isRequired
        >
          {m.form_updateticket_legal()} <TermsLink to="/datapolicy">{m.form_updateticket_legal_link()}</TermsLink>
        </Consent>
      </div>
      <div role="alert">{problem !== null && <p className="mt-4 font-medium text-danger">{problem}</p>}</div>
      <button type="submit" className="button-primary mt-6" aria-disabled={isSending}>
        {isSending ? m.names_saving() : m.form_updateticket_submit()}
      </button>
    </form>
  )
}

function Done({ onOther }: { onOther: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form with the focus has left the page.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mt-6 max-w-prose space-y-4">
      <h2 ref={heading} tabIndex={-1} className="display-4 outline-none">
        {m.form_updateticket_done_title()}
      </h2>
      <p>{m.form_updateticket_done_text()}</p>
      <button type="button" className="button-secondary" onClick={onOther}>
        {m.form_updateticket_other()}
      </button>
    </div>
  )
}
