/**
 * The form that mails the link to an order. Its answer is the same whether the order exists or not, so that nobody can find
 * out who has ordered.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { RequestOrderLinkDocument } from '../../../schema/generated/mutations.ts'
import { type OrderLinkForm, orderLinkSchema } from '../../../schema/inputs/order-link.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { runOperation } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { StepNotice } from '../checkout/checkout-shell.tsx'
import EmailHint from '../checkout/email-hint.tsx'
import { Field } from '../checkout/field.tsx'

/** Returns the fields that the server would refuse. */
function wrongFields(values: OrderLinkForm): Set<unknown> {
  const parsed = orderLinkSchema.safeParse(values)
  return new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]))
}

export default function OrderLookup() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (sentTo !== null) heading.current?.focus()
  }, [sentTo])
  return (
    <div className="page max-w-2xl pt-4 pb-16 sm:pt-10">
      <PageTitle title={m.order_lookup_title()} />
      <h1 ref={heading} tabIndex={-1} className="display-2 outline-none">
        {sentTo === null ? m.order_lookup_title() : m.order_lookup_sent_title()}
      </h1>
      {sentTo === null ? (
        <LookupForm onSent={setSentTo} />
      ) : (
        <div className="mt-4 max-w-prose space-y-4">
          <p className="[overflow-wrap:anywhere]">{m.order_lookup_sent({ email: sentTo })}</p>
          <p className="text-muted">{m.order_lookup_sent_not()}</p>
          <p className="flex flex-wrap gap-3 pt-2">
            <button type="button" className="button-secondary" onClick={() => setSentTo(null)}>
              {m.order_lookup_again()}
            </button>
            <ShopLink to="/contact" className="button-secondary">
              {m.checkout_contact()}
            </ShopLink>
          </p>
        </div>
      )}
    </div>
  )
}

function LookupForm({ onSent }: { onSent: (email: string) => void }) {
  const [values, setValues] = useState<OrderLinkForm>({ reference: '', email: '' })
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useProblem()
  const wrong = wasSubmitted ? wrongFields(values) : new Set()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    setWasSubmitted(true)
    setProblem(null)
    const [first] = wrongFields(values)
    if (typeof first === 'string') {
      document.getElementById(`lookup-${first}`)?.focus()
      return
    }
    setIsSending(true)
    const email = values.email.trim()
    try {
      await runOperation(RequestOrderLinkDocument, { ...values, email })
      onSent(email)
    } catch (error) {
      setProblem(() => errorText(error))
      setIsSending(false)
    }
  }

  const change = (field: keyof OrderLinkForm) => (event: { target: { value: string } }) =>
    setValues({ ...values, [field]: event.target.value })
  return (
    <form className="mt-4 space-y-6" noValidate onSubmit={(event) => void submit(event)}>
      <p className="max-w-prose text-muted">{m.order_lookup_text()}</p>
      <StepNotice text={problem} />
      <Field
        id="lookup-reference"
        label={m.order_lookup_reference()}
        problem={wrong.has('reference') ? m.order_lookup_reference_wrong() : null}
        hint={m.order_lookup_reference_hint()}
      >
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            value={values.reference}
            onChange={change('reference')}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            required
          />
        )}
      </Field>
      <div>
        <Field
          id="lookup-email"
          label={m.order_lookup_email()}
          problem={wrong.has('email') ? m.checkout_email_invalid() : null}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="field"
              type="email"
              inputMode="email"
              value={values.email}
              onChange={change('email')}
              autoComplete="email"
              spellCheck={false}
              maxLength={254}
              required
            />
          )}
        </Field>
        <EmailHint email={values.email} onUse={(email) => setValues({ ...values, email })} />
      </div>
      <button type="submit" className="button-primary max-sm:w-full" aria-disabled={isSending}>
        {isSending ? m.order_lookup_sending() : m.order_lookup_send()}
      </button>
    </form>
  )
}
