/**
 * The form that mails the link to an order. Its answer is the same whether the order exists or not, so that nobody can find
 * out who has ordered.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { RequestOrderLinkDocument } from '../../../schema/generated/mutations.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { runOperation } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { StepNotice } from '../checkout/checkout-shell.tsx'
import { OrderFields, useOrderFields } from './order-fields.tsx'

export default function OrderLookup() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (sentTo !== null) heading.current?.focus()
  }, [sentTo])
  return (
    <div className="page max-w-2xl pt-8 pb-16 sm:pt-14">
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
  const fields = useOrderFields()
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useProblem()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    setProblem(null)
    const values = fields.submit()
    if (!values) return
    setIsSending(true)
    try {
      await runOperation(RequestOrderLinkDocument, values)
      onSent(values.email)
    } catch (error) {
      setProblem(() => errorText(error))
      setIsSending(false)
    }
  }

  return (
    <form className="mt-4 space-y-6" noValidate onSubmit={(event) => void submit(event)}>
      <p className="max-w-prose text-muted">{m.order_lookup_text()}</p>
      <StepNotice text={problem} />
      <OrderFields fields={fields} />
      <button type="submit" className="button-primary max-sm:w-full" aria-disabled={isSending}>
        {isSending ? m.order_lookup_sending() : m.order_lookup_send()}
      </button>
    </form>
  )
}
