/** The form that replaces the mistyped email address of an order (DONE-03). */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CorrectOrderEmailDocument } from '../../../schema/generated/mutations.ts'
import { emailSchema } from '../../../schema/inputs/address.ts'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import EmailHint from './email-hint.tsx'
import { Field } from './field.tsx'
import { type Order, orderKey } from './use-order.ts'

type EmailCorrectionProps = { order: Order; onClose: (hasSaved: boolean) => void }

export default function EmailCorrection({ order, onClose }: EmailCorrectionProps) {
  const { locale } = usePage()
  const client = useQueryClient()
  const [email, setEmail] = useState(order.email)
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useProblem()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    if (!emailSchema.safeParse(email).success) {
      setProblem(m.checkout_email_invalid)
      input.current?.focus()
      return
    }
    setIsSaving(true)
    setProblem(null)
    const { id: orderId, reference } = order
    try {
      const answer = await runOperation(CorrectOrderEmailDocument, { orderId, reference, email: email.trim() })
      client.setQueryData(orderKey(orderId, reference, locale), answer.correctOrderEmail)
      onClose(true)
    } catch (error) {
      setProblem(() => errorText(error))
      setIsSaving(false)
    }
  }

  return (
    <form
      noValidate
      className="mt-4 max-w-lg rounded-2xl border border-line bg-surface p-4 text-base sm:p-6"
      onSubmit={(event) => void save(event)}
    >
      <Field id="corrected-email" label={m.done_email_label()} problem={problem} hint={m.done_email_hint()}>
        {(attributes) => (
          <input
            {...attributes}
            ref={input}
            type="email"
            autoComplete="email"
            inputMode="email"
            spellCheck={false}
            className="field w-full"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <EmailHint email={email} onUse={setEmail} />
      <p className="mt-4 flex flex-wrap gap-3">
        <button type="submit" className="button-primary" aria-disabled={isSaving}>
          {isSaving ? m.done_email_saving() : m.done_email_save()}
        </button>
        <button type="button" className="button-secondary" onClick={() => onClose(false)}>
          {m.done_email_cancel()}
        </button>
      </p>
    </form>
  )
}
