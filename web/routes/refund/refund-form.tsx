/** The form of a refund request: the codes of the tickets, the way of the money, and the confirmation. */
import { type FormEvent, useRef, useState } from 'react'
import { SubmitRefundRequestDocument } from '../../../schema/generated/mutations.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { faults } from '../../data/reports.ts'
import { randomKey } from '../../data/visit.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { StepNotice } from '../checkout/checkout-shell.tsx'
import { Consent } from '../checkout/order-consent.tsx'
import type { HandedTickets } from './handed-tickets.ts'
import { RefundEmail } from './refund-email.tsx'
import { refundErrorText } from './refund-error-text.ts'
import type { RefundInfo, RefundResult } from './refund-info.ts'
import {
  codesToSend,
  type RefundProblems,
  type RefundValues,
  refundProblems,
  refusedTickets,
} from './refund-problems.ts'
import { RefundWay } from './refund-way.tsx'
import { ReturnedTickets } from './returned-tickets.tsx'
import { useIbanCheck } from './use-iban-check.ts'
import { useRefundQuote } from './use-refund-quote.ts'

type RefundFormProps = {
  info: RefundInfo
  email: string
  handed: HandedTickets
  onDone: (result: RefundResult) => void
}

export function RefundForm({ info, email, handed, onDone }: RefundFormProps) {
  const { refundMethod, refundableTicketCount } = info
  const { returnable, areAllChosen } = handed
  const [values, setValues] = useState<RefundValues>({
    email,
    offered: returnable,
    // A ticket may have been returned since the page of the order showed it.
    chosen: areAllChosen && returnable.length <= refundableTicketCount ? returnable.map(({ code }) => code) : [],
    codes: returnable.length > 0 ? [] : [''],
    usesAccount: refundMethod.needsAccount,
    isMethodConfirmed: false,
    name: '',
    iban: '',
    isLegalConfirmed: false,
  })
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [refused, setRefused] = useState<RefundProblems>(new Map())
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useProblem()
  // If the outcome of a request is unknown, the next press sends the same key, and the server refunds only once.
  const key = useRef<string | null>(null)
  const iban = useIbanCheck(values.iban)
  const [enteredEmail, setEnteredEmail] = useState(email)
  const quote = useRefundQuote(info, values, enteredEmail)
  const problems = new Map([...(wasSubmitted ? refundProblems(values, iban.isValid) : []), ...refused])

  function change(next: Partial<RefundValues>): void {
    key.current = null
    setRefused(new Map())
    setProblem(null)
    setValues((former) => ({ ...former, ...next }))
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    setWasSubmitted(true)
    setProblem(null)
    setIsSending(true)
    try {
      const [first] = refundProblems(values, await iban.check()).keys()
      if (first !== undefined) {
        document.getElementById(first)?.focus()
        setIsSending(false)
        return
      }
      await send()
    } catch (error) {
      faults.send(error)
      setProblem(() => refundErrorText(error))
      setIsSending(false)
    }
  }

  async function send(): Promise<void> {
    const sent = codesToSend(values)
    key.current ??= randomKey()
    try {
      const { submitRefundRequest } = await runOperation(SubmitRefundRequestDocument, {
        input: {
          clientMutationId: key.current,
          orderId: info.order.id,
          productId: info.product.id,
          email: values.email.trim(),
          validationCodes: sent.map(({ code }) => code),
          bankAccount: values.usesAccount ? { name: values.name.trim(), iban: values.iban } : null,
        },
      })
      onDone(submitRefundRequest)
    } catch (error) {
      // The specification asks for reports of all refund errors, because they cost a fan money.
      faults.send(error)
      const isRefused = error instanceof ShopError && error.code !== 'INTERNAL'
      if (isRefused) {
        key.current = null
        setRefused(refusedTickets(error.code, error.params, sent))
      }
      setProblem(() => `${m.refund_error_title()}. ${isRefused ? refundErrorText(error) : m.refund_unsure()}`)
      setIsSending(false)
    }
  }

  return (
    <form className="mt-8 space-y-8" noValidate onSubmit={(event) => void submit(event)}>
      <ReturnedTickets info={info} values={values} quote={quote} problems={problems} onChange={change} />
      <RefundEmail
        value={values.email}
        problems={problems}
        onChange={(email) => change({ email })}
        onLeave={() => setEnteredEmail(values.email)}
      />
      <RefundWay method={refundMethod} values={values} problems={problems} iban={iban} onChange={change} />
      <Consent
        id="refund-legal"
        isChecked={values.isLegalConfirmed}
        onChange={(isLegalConfirmed) => change({ isLegalConfirmed })}
        problem={problems.get('refund-legal') ?? null}
        isRequired
      >
        {m.refund_legal()}
      </Consent>
      {/* Beside the button, because the beginning of the form may be out of view. */}
      <div>
        <StepNotice text={problem} />
        <button type="submit" className="button-primary max-sm:w-full" aria-disabled={isSending}>
          {isSending ? m.refund_submitting() : m.refund_submit()}
        </button>
      </div>
    </form>
  )
}
