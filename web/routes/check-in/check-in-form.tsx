/** The form of an event's check-in. Its texts and fields come from the catalogue. */
import { type FormEvent, useRef, useState } from 'react'
import { CheckInDocument } from '../../../schema/generated/mutations.ts'
import { CHECK_IN_ANSWER_LENGTH } from '../../../schema/limits.ts'
import { type CheckInAnswers, missingAnswers } from '../../../schema/rules/check-in.ts'
import { afterBotCheck } from '../../bot-check/after-bot-check.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { randomKey } from '../../data/visit.ts'
import { formatBeforeShow, formatDateTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { RichText } from '../../ui/rich-text.tsx'
import { StepNotice } from '../checkout/checkout-shell.tsx'
import { Field } from '../checkout/field.tsx'
import { Consent } from '../checkout/order-consent.tsx'
import { checkInErrorText } from './check-in-error-text.ts'
import type { CheckInTicket } from './check-in-ticket.ts'

type Item = CheckInTicket['items'][number]
type FormField = Item & { name: string }

const isField = (item: Item): item is FormField => item.name !== null
const fieldId = (name: string) => `answer-${name}`

type CheckInFormProps = {
  ticket: string
  found: CheckInTicket
  onDone: (found: CheckInTicket) => void
  onStale: () => void
  /** Leaves the earlier check-in as it is; null for the first check-in. */
  onBack: (() => void) | null
}

export function CheckInForm({ ticket, found, onDone, onStale, onBack }: CheckInFormProps) {
  const [answers, setAnswers] = useState<CheckInAnswers>({})
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useProblem()
  // If the outcome of a request is unknown, the next press sends the same key, and the server checks in only once.
  const key = useRef<string | null>(null)
  const fields = found.items.filter(isField)
  const missing = missingAnswers(
    fields.map(({ name, isRequired }) => ({ name, tags: isRequired ? ['required'] : [] })),
    answers,
  )
  const { event } = found

  async function submit(submitted: FormEvent): Promise<void> {
    submitted.preventDefault()
    if (isSending) return
    setWasSubmitted(true)
    setProblem(null)
    const [first] = missing
    if (first !== undefined) {
      document.getElementById(fieldId(first))?.focus()
      return
    }
    setIsSending(true)
    key.current ??= randomKey()
    try {
      const input = {
        clientMutationId: key.current,
        ticket,
        answers: fields.map(({ name, isCheckbox }) =>
          isCheckbox ? { name, isTicked: answers[name] === true } : { name, text: String(answers[name] ?? '') },
        ),
        retakeOf: found.checkedInAt,
      }
      const { checkIn } = await afterBotCheck(() => runOperation(CheckInDocument, { input }))
      onDone(checkIn)
    } catch (error) {
      const isRefused = error instanceof ShopError && error.code !== 'INTERNAL'
      if (isRefused) key.current = null
      if (isRefused && (error.code === 'CHECKIN_CLOSED' || error.code === 'CHECKIN_DONE')) onStale()
      setProblem(() => (isRefused ? checkInErrorText(error) : m.checkin_unsure()))
      setIsSending(false)
    }
  }

  function change(name: string, answer: string | boolean): void {
    key.current = null
    setAnswers((former) => ({ ...former, [name]: answer }))
  }
  return (
    <form className="mt-6 space-y-6" noValidate onSubmit={(submitted) => void submit(submitted)}>
      <p className="text-muted">{onBack ? m.checkin_retake_text() : untilText(event)}</p>
      {!onBack && <p>{m.checkin_final()}</p>}
      {found.items.map((item) =>
        isField(item) ? (
          <AnswerField
            key={item.name}
            field={item}
            answer={answers[item.name]}
            isMissing={wasSubmitted && missing.includes(item.name)}
            onChange={(answer) => change(item.name, answer)}
          />
        ) : (
          <section key={item.header + item.content}>
            {item.header !== '' && <h3 className="text-lg font-bold">{item.header}</h3>}
            {item.content !== '' && <RichText html={item.content} className="mt-1" />}
          </section>
        ),
      )}
      <StepNotice text={problem} />
      <div className="flex flex-col gap-3 sm:flex-row">
        <button type="submit" className="button-primary" aria-disabled={isSending}>
          {isSending ? m.checkin_submitting() : m.checkin_submit()}
        </button>
        {onBack && (
          <button type="button" className="button-secondary" onClick={onBack}>
            {m.checkin_retake_back()}
          </button>
        )}
      </div>
    </form>
  )
}

function untilText({ checkInEndAt, checkInClosingHours, timeZone }: CheckInTicket['event']): string {
  return checkInEndAt === null
    ? m.checkin_until_undated({ until: formatBeforeShow(checkInClosingHours) })
    : m.checkin_until({ date: formatDateTime(checkInEndAt, timeZone) })
}

type AnswerFieldProps = {
  field: FormField
  answer: string | boolean | undefined
  isMissing: boolean
  onChange: (answer: string | boolean) => void
}

function AnswerField({ field, answer, isMissing, onChange }: AnswerFieldProps) {
  const { name, label, isCheckbox, isRequired } = field
  const problem = isMissing ? m.checkin_required() : null
  if (isCheckbox)
    return (
      <Consent
        id={fieldId(name)}
        isChecked={answer === true}
        onChange={onChange}
        problem={problem}
        isRequired={isRequired}
      >
        {label}
      </Consent>
    )
  return (
    <Field id={fieldId(name)} label={label} isOptional={!isRequired} problem={problem}>
      {(attributes) => (
        <input
          {...attributes}
          className="field"
          value={typeof answer === 'string' ? answer : ''}
          onChange={({ target }) => onChange(target.value)}
          autoComplete="off"
          maxLength={CHECK_IN_ANSWER_LENGTH}
          required={isRequired}
        />
      )}
    </Field>
  )
}
