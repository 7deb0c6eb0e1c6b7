/** The form that asks for a reminder. Its answer is the same for every address. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { RequestReminderDocument } from '../../schema/generated/mutations.ts'
import { reminderSchema } from '../../schema/inputs/reminder.ts'
import { EMAIL_LENGTH } from '../../schema/limits.ts'
import type { ReminderKind } from '../../schema/rules/reminder.ts'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { runOperation } from '../data/fetch.ts'
import { faultText } from '../i18n/fault-text.ts'
import { m } from '../i18n/messages.ts'
import { useProblem } from '../ui/problem.ts'

export type ReminderChoice = { id: string; label: string }

export type ReminderFormProps = {
  kind: ReminderKind
  /** The unavailable variants, or the event alone. With several, the fan chooses one. */
  choices: ReminderChoice[]
  /** Whether the variants are sizes, which the form then calls so. */
  areSizes?: boolean
}

const TEXTS: Record<ReminderKind, { title: () => string; text: () => string }> = {
  stock: { title: m.reminder_form_stock, text: m.reminder_form_stock_text },
  presale: { title: m.reminder_form_presale, text: m.reminder_form_presale_text },
  tickets: { title: m.reminder_form_tickets, text: m.reminder_form_tickets_text },
}

export default function ReminderForm({ kind, choices, areSizes = false }: ReminderFormProps) {
  const id = useId()
  const [email, setEmail] = useState('')
  const [subjectId, setSubjectId] = useState(choices.length === 1 ? (choices[0]?.id ?? '') : '')
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [problem, setProblem] = useProblem()
  const [wrong, setWrong] = useState<'subject' | 'email' | null>(null)
  const frame = useRef<HTMLElement>(null)
  const field = (name: 'subject' | 'email') => document.getElementById(`${id}-${name}`)
  // The button that opened the form, or the form itself, has left the page.
  useEffect(() => {
    if (state === 'sent') frame.current?.focus()
    if (state === 'idle') frame.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [state])

  function refuse(name: 'subject' | 'email'): void {
    setWrong(name)
    const choose = areSizes ? m.reminder_choose_size : m.reminder_choose
    setProblem(name === 'subject' ? choose : m.reminder_email_invalid)
    field(name)?.focus()
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (state !== 'idle') return
    setWrong(null)
    setProblem(null)
    if (subjectId === '') return refuse('subject')
    const form = reminderSchema.safeParse({ kind, subjectId, email })
    if (!form.success) return refuse('email')
    setState('sending')
    try {
      await runOperation(RequestReminderDocument, { input: form.data })
      setState('sent')
    } catch (error) {
      setProblem(() => faultText(error))
      setState('idle')
    }
  }

  const attributes = (name: 'subject' | 'email') => ({
    id: `${id}-${name}`,
    className: 'field',
    'aria-invalid': wrong === name,
    'aria-describedby': wrong === name ? `${id}-problem` : undefined,
  })
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="mt-4 rounded-xl border border-line bg-surface p-5 outline-none"
    >
      <h2 id={`${id}-title`} className="display-4">
        {state === 'sent' ? m.reminder_sent_title() : TEXTS[kind].title()}
      </h2>
      {state === 'sent' ? (
        <p role="status" className="mt-2 [overflow-wrap:anywhere]">
          {m.reminder_sent({ email: email.trim() })}
        </p>
      ) : (
        <form noValidate className="mt-2 space-y-4" onSubmit={(event) => void submit(event)}>
          <p className="text-sm text-muted">
            {TEXTS[kind].text()}{' '}
            <ShopLink to="/datapolicy" className="text-link">
              {m.reminder_privacy()}
            </ShopLink>
          </p>
          {choices.length > 1 && (
            <label className="block">
              <span className="mb-1.5 block font-medium">
                {areSizes ? m.reminder_which_size() : m.reminder_which()}
              </span>
              <select
                {...attributes('subject')}
                value={subjectId}
                onChange={(event) => setSubjectId(event.target.value)}
              >
                <option value="" disabled>
                  {m.product_please_choose()}
                </option>
                {choices.map((choice) => (
                  <option key={choice.id} value={choice.id}>
                    {choice.label}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label className="block">
            <span className="mb-1.5 block font-medium">{m.reminder_email()}</span>
            <input
              {...attributes('email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              spellCheck={false}
              maxLength={EMAIL_LENGTH}
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </label>
          {problem !== null && (
            <p id={`${id}-problem`} role="alert" className="font-medium text-danger">
              {problem}
            </p>
          )}
          <button type="submit" className="button-primary max-sm:w-full" aria-disabled={state === 'sending'}>
            {state === 'sending' ? m.reminder_sending() : m.reminder_send()}
          </button>
        </form>
      )}
    </section>
  )
}
