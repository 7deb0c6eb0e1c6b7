/** The form for the bank account of a refund that did not reach the buyer. */
import { type FormEvent, useRef, useState } from 'react'
import { NameRefundAccountDocument } from '../../../schema/generated/mutations.ts'
import { emailSchema } from '../../../schema/inputs/address.ts'
import { runOperation } from '../../data/fetch.ts'
import { faults } from '../../data/reports.ts'
import { randomKey } from '../../data/visit.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { RefundEmail } from '../refund/refund-email.tsx'
import { refundErrorText } from '../refund/refund-error-text.ts'
import { accountProblems, type RefundProblems } from '../refund/refund-problems.ts'
import { AccountFields } from '../refund/refund-way.tsx'
import { useIbanCheck } from '../refund/use-iban-check.ts'
import type { OrderPage } from './use-order-page.ts'

type RefundAccountProps = { orderId: string; orderKey: string; page: OrderPage }

export default function RefundAccount({ orderId, orderKey, page }: RefundAccountProps) {
  const [values, setValues] = useState({ email: '', name: '', iban: '' })
  const [problems, setProblems] = useState<RefundProblems>(new Map())
  const [state, setState] = useState<'idle' | 'sending' | 'saved'>('idle')
  const [problem, setProblem] = useProblem()
  const heading = useRef<HTMLHeadingElement>(null)
  const iban = useIbanCheck(values.iban)

  function change(next: Partial<typeof values>): void {
    setProblems(new Map())
    setValues((former) => ({ ...former, ...next }))
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (state !== 'idle') return
    setState('sending')
    setProblem(null)
    try {
      const isEmail = emailSchema.safeParse(values.email.trim()).success
      const found: RefundProblems = new Map([
        ...(isEmail ? [] : [['refund-email', m.checkout_email_invalid()] as const]),
        ...accountProblems(values, await iban.check()),
      ])
      setProblems(found)
      const [first] = found.keys()
      if (first !== undefined) {
        document.getElementById(first)?.focus()
        setState('idle')
        return
      }
      const input = {
        clientMutationId: randomKey(),
        orderId,
        key: orderKey,
        email: values.email.trim(),
        name: values.name.trim(),
        iban: values.iban,
      }
      await runOperation(NameRefundAccountDocument, { input })
      setState('saved')
      // The form with the focus leaves the page.
      heading.current?.focus({ preventScroll: true })
    } catch (error) {
      faults.send(error)
      setProblem(() => refundErrorText(error))
      setState('idle')
    }
  }

  return (
    <section
      aria-labelledby="refund-account"
      className="mt-6 max-w-2xl rounded-xl border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="refund-account" ref={heading} tabIndex={-1} className="display-4 outline-none">
        {m.refund_new_account_title()}
      </h2>
      {state === 'saved' ? (
        <p role="status" className="mt-2 font-medium">
          {m.refund_new_account_saved()}
        </p>
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)}>
          <p className="mt-2">{m.refund_new_account_text({ amount: formatPrice(page.refundAccountCents) })}</p>
          <p className="mt-1 text-muted">{m.refund_account_text()}</p>
          <div className="mt-4">
            <RefundEmail
              value={values.email}
              problems={problems}
              hint={m.refund_new_account_email()}
              onChange={(email) => change({ email })}
            />
          </div>
          <AccountFields values={values} problems={problems} iban={iban} onChange={change} />
          <button type="submit" className="button-primary mt-6 max-sm:w-full" aria-disabled={state === 'sending'}>
            {state === 'sending' ? m.refund_new_account_saving() : m.refund_new_account_save()}
          </button>
          <p role="alert" className="mt-3 font-medium text-danger empty:hidden">
            {problem}
          </p>
        </form>
      )}
    </section>
  )
}
