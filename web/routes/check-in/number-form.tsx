/** The form for the number of a ticket. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ticketCodeIn } from '../../../schema/rules/ticket-code.ts'
import { m } from '../../i18n/messages.ts'
import { Field } from '../checkout/field.tsx'

type NumberFormProps = {
  /** What was looked for before: a number that is shown again, or the id of a link. */
  typed: string
  problem: string | null
  onNumber: (typed: string) => void
}

export function NumberForm({ typed, problem, onNumber }: NumberFormProps) {
  const [value, setValue] = useState(/^[\d\s]*$/.test(typed) ? typed : '')
  const [shown, setShown] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  // Screen readers announce the problem only if it appears in a live region that is already in the page.
  useEffect(() => {
    setShown(problem)
    if (problem !== null) input.current?.focus()
  }, [problem])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const isComplete = ticketCodeIn(value) !== null
    setIsMissing(!isComplete)
    setShown(null)
    if (isComplete) onNumber(value)
    else input.current?.focus()
  }
  const wrong = value.trim() === '' ? m.checkin_number_missing() : m.checkin_number_wrong()
  return (
    <form className="mt-4 space-y-6" noValidate onSubmit={submit}>
      <p className="max-w-prose text-muted">{m.checkin_intro()}</p>
      <Field
        id="ticket-number"
        label={m.checkin_number()}
        problem={isMissing ? wrong : shown}
        hint={m.checkin_number_hint()}
      >
        {(attributes) => (
          <input
            {...attributes}
            ref={input}
            className="field font-mono text-lg tracking-wide"
            value={value}
            onChange={({ target }) => setValue(target.value)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={30}
            required
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {isMissing ? wrong : shown}
      </p>
      <button type="submit" className="button-primary max-sm:w-full">
        {m.checkin_number_submit()}
      </button>
    </form>
  )
}
