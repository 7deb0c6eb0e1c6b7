/** The form that gives a ticket another holder. If the change has a fee, its button orders it. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ChangeTicketNameDocument } from '../../../schema/generated/mutations.ts'
import { emailSchema } from '../../../schema/inputs/address.ts'
import { EMAIL_LENGTH } from '../../../schema/limits.ts'
import { orderPath } from '../../../schema/order-path.ts'
import { comparableName } from '../../../schema/rules/ticket-names.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { randomKey } from '../../data/visit.ts'
import { errorText } from '../../i18n/error-text.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { Field } from '../checkout/field.tsx'
import { goToNextField } from '../checkout/next-field.ts'
import { Consent, TermsLink } from '../checkout/order-consent.tsx'
import { HolderField } from '../checkout/ticket-names/holder-field.tsx'
import { useHolderForm } from '../checkout/ticket-names/use-holder-form.ts'
import { WrongFields } from '../checkout/wrong-fields.tsx'
import type { NamedTicket, Names } from './names.ts'

type NameChangeFormProps = {
  orderId: string
  orderKey: string
  ticket: NamedTicket
  onCancel: () => void
  onChanged: (names: Names) => void
}

const EMAIL = 'holder-email'
const TERMS = 'holder-terms'

export function NameChangeForm({ orderId, orderKey, ticket, onCancel, onChanged }: NameChangeFormProps) {
  const { id: ticketId, feeCents, holder, asksContact } = ticket
  const navigate = useNavigate()
  const form = useHolderForm('holder', asksContact)
  const [email, setEmail] = useState('')
  const [isAccepted, setIsAccepted] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useProblem()
  // If the outcome of a request is unknown, the next press sends the same key, and the server changes the name once.
  const key = useRef<string | null>(null)
  // The button that opened the form has left the page.
  useEffect(() => document.getElementById('holder-firstName')?.focus(), [])
  const emailIsWrong = !emailSchema.safeParse(email).success
  const lacksTerms = feeCents > 0 && !isAccepted

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    setProblem(null)
    if (!form.isComplete || emailIsWrong || lacksTerms) return form.refuse()
    const [firstName = '', lastName = ''] = form.text.split('+')
    if (holder !== null && comparableName(holder) === comparableName(`${firstName} ${lastName}`))
      return setProblem(m.name_change_same)
    setIsSending(true)
    key.current ??= randomKey()
    try {
      const { changeTicketName } = await runOperation(ChangeTicketNameDocument, {
        input: {
          orderId,
          key: orderKey,
          ticketId,
          personalIdentifier: form.text,
          email: email.trim(),
          expectedFeeCents: feeCents,
          termsAccepted: isAccepted,
          clientMutationId: key.current,
        },
      })
      const { feeOrder, names } = changeTicketName
      if (feeOrder) await navigate(orderPath('payment', feeOrder.id, feeOrder.reference))
      else onChanged(names)
    } catch (error) {
      if (error instanceof ShopError && error.code !== 'INTERNAL') key.current = null
      setProblem(() => errorText(error))
      setIsSending(false)
    }
  }

  const wrong = [
    ...form.wrong,
    ...(emailIsWrong ? [{ id: EMAIL, label: m.name_change_email() }] : []),
    ...(lacksTerms ? [{ id: TERMS, label: m.name_change_terms_label() }] : []),
  ]
  const fee = formatPrice(feeCents)
  return (
    <form
      className="mt-5 rounded-xl border border-line bg-surface p-5"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={goToNextField}
      onChange={() => {
        key.current = null
      }}
    >
      <h2 className="display-4">{m.name_change_new()}</h2>
      <WrongFields fields={wrong} refusals={form.refusals} className="mt-4" />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {form.fields.map((field) => (
          <HolderField
            key={field.id}
            {...field}
            section="holder"
            isLast={false}
            className={field.fieldKey === 'address' ? 'sm:col-span-2' : ''}
          />
        ))}
        <Field
          id={EMAIL}
          label={m.name_change_email()}
          hint={m.name_change_email_hint()}
          problem={form.refusals > 0 && emailIsWrong ? m.checkout_email_invalid() : null}
          className="sm:col-span-2"
        >
          {(attributes) => (
            <input
              {...attributes}
              className="field"
              type="email"
              inputMode="email"
              enterKeyHint="go"
              autoComplete="section-holder email"
              spellCheck={false}
              maxLength={EMAIL_LENGTH}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              aria-required
            />
          )}
        </Field>
      </div>
      <p className="mt-4 text-muted">{m.name_change_note()}</p>
      {feeCents > 0 && (
        <>
          <p className="mt-4 font-medium">{m.name_change_fee({ fee })}</p>
          <div className="mt-2">
            <Consent
              id={TERMS}
              isChecked={isAccepted}
              onChange={setIsAccepted}
              problem={form.refusals > 0 && lacksTerms ? m.checkout_terms_missing() : null}
              isRequired
            >
              {m.checkout_terms_before()} <TermsLink to="/terms">{m.checkout_terms_link()}</TermsLink>{' '}
              {m.checkout_terms_between()} <TermsLink to="/datapolicy">{m.checkout_privacy_link()}</TermsLink>{' '}
              {m.checkout_terms_after()}
            </Consent>
          </div>
        </>
      )}
      <div role="alert">{problem !== null && <p className="mt-4 font-medium text-danger">{problem}</p>}</div>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <button type="submit" className="button-primary" aria-disabled={isSending}>
          {isSending ? m.names_saving() : feeCents > 0 ? m.name_change_order({ fee }) : m.name_change_submit()}
        </button>
        <button type="button" className="button-secondary" disabled={isSending} onClick={onCancel}>
          {m.names_cancel()}
        </button>
      </div>
    </form>
  )
}
