/** The second step of a withdrawal: shows the declaration, and sends it. */
import { useState } from 'react'
import { SubmitWithdrawalDocument } from '../../../schema/generated/mutations.ts'
import { orderReferenceIn } from '../../../schema/rules/order-reference.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { StepNotice } from '../checkout/checkout-shell.tsx'
import { chosenItems, type Declared, itemName, type LinkedOrder } from './declared.ts'

export type Receipt = { reference: string; receivedAt: number; isReceiptSent: boolean }

type ConfirmWithdrawalProps = {
  linked: LinkedOrder | null
  declared: Declared
  /** If the outcome of a request is unknown, the next press sends the same key, and the server stores one withdrawal. */
  sendKey: string
  onBack: () => void
  onDone: (receipt: Receipt) => void
}

export function ConfirmWithdrawal({ linked, declared, sendKey, onBack, onDone }: ConfirmWithdrawalProps) {
  const { form, amounts } = declared
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useProblem()
  const chosen = linked ? chosenItems(linked, amounts) : []
  const subject = chosen.length > 0 ? chosen.map(itemName) : [form.about.trim() || m.withdrawal_all()]

  async function send(): Promise<void> {
    if (isSending) return
    setIsSending(true)
    setProblem(null)
    try {
      const order = linked
        ? { id: linked.id, key: linked.key, items: chosen.map(({ id, amount }) => ({ id, amount })) }
        : null
      const input = { clientMutationId: sendKey, ...form, order }
      onDone((await runOperation(SubmitWithdrawalDocument, { input })).submitWithdrawal)
    } catch (error) {
      const isRefused = error instanceof ShopError && error.code !== 'INTERNAL'
      setProblem(() => (isRefused ? errorText(error) : m.withdrawal_unsure()))
      setIsSending(false)
    }
  }

  return (
    <div className="mt-4 max-w-prose space-y-6">
      <StepNotice text={problem} />
      <p>{m.withdrawal_statement()}</p>
      <dl className="grid gap-x-8 gap-y-1 border-y border-line py-4 sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">{m.withdrawal_subject()}</dt>
        <dd className="font-bold [overflow-wrap:anywhere]">
          {subject.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </dd>
        <dt className="text-muted">{m.withdrawal_reference()}</dt>
        <dd className="font-bold">{orderReferenceIn(form.reference)}</dd>
        <dt className="text-muted">{m.withdrawal_name()}</dt>
        <dd className="font-bold [overflow-wrap:anywhere]">{form.name}</dd>
        <dt className="text-muted">{m.withdrawal_email()}</dt>
        <dd className="font-bold [overflow-wrap:anywhere]">{form.email}</dd>
      </dl>
      <div className="flex flex-col gap-3 sm:flex-row">
        <button type="button" className="button-primary" aria-disabled={isSending} onClick={() => void send()}>
          {isSending ? m.withdrawal_sending() : m.withdrawal_confirm()}
        </button>
        <button type="button" className="button-quiet" onClick={onBack}>
          {m.withdrawal_back()}
        </button>
      </div>
    </div>
  )
}
