/** The first step of a withdrawal: who withdraws, from which contract, and where the receipt goes. */
import { type FormEvent, useState } from 'react'
import { type WithdrawalForm, withdrawalFormSchema } from '../../../schema/inputs/withdrawal.ts'
import { WITHDRAWN_TEXT_LENGTH } from '../../../schema/limits.ts'
import { m } from '../../i18n/messages.ts'
import { Field } from '../checkout/field.tsx'
import { type Declared, itemName, type LinkedOrder } from './declared.ts'

const FIELDS = ['name', 'reference', 'email', 'about'] as const
type FieldName = (typeof FIELDS)[number]

const fieldId = (name: string) => `withdrawal-${name}`

type WithdrawalFieldsProps = {
  linked: LinkedOrder | null
  declared: Declared
  onNext: (declared: Declared) => void
}

export function WithdrawalFields({ linked, declared, onNext }: WithdrawalFieldsProps) {
  const [form, setForm] = useState(declared.form)
  const [itemIds, setItemIds] = useState(declared.itemIds)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const wrong = wasSubmitted ? wrongFields(form) : new Set()
  const lacksItems = linked !== null && itemIds.length === 0

  if (linked?.items.length === 0) return <p className="mt-4 max-w-prose">{m.withdrawal_items_none()}</p>

  function submit(event: FormEvent): void {
    event.preventDefault()
    setWasSubmitted(true)
    const faults = wrongFields(form)
    const first = lacksItems ? 'items' : FIELDS.find((name) => faults.has(name))
    if (first === undefined) onNext({ form: { ...form, email: form.email.trim() }, itemIds })
    else document.getElementById(fieldId(first))?.focus()
  }

  const control = (name: FieldName) => ({
    value: form[name],
    className: 'field',
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  return (
    <form className="mt-4 space-y-6" noValidate onSubmit={submit}>
      <p className="max-w-prose text-muted">{m.withdrawal_intro()}</p>
      <p className="max-w-prose text-muted">{m.withdrawal_tickets()}</p>
      {linked && (
        <ItemChoice
          items={linked.items}
          chosen={itemIds}
          problem={wasSubmitted && lacksItems ? m.withdrawal_items_wrong() : null}
          onChange={setItemIds}
        />
      )}
      <Field
        id={fieldId('name')}
        label={m.withdrawal_name()}
        problem={wrong.has('name') ? m.withdrawal_name_wrong() : null}
      >
        {(attributes) => <input {...attributes} {...control('name')} autoComplete="name" maxLength={100} required />}
      </Field>
      {linked === null && (
        <Field
          id={fieldId('reference')}
          label={m.withdrawal_reference()}
          problem={wrong.has('reference') ? m.withdrawal_reference_wrong() : null}
          hint={m.withdrawal_reference_hint()}
        >
          {(attributes) => (
            <input
              {...attributes}
              {...control('reference')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={80}
              required
            />
          )}
        </Field>
      )}
      <Field
        id={fieldId('email')}
        label={m.withdrawal_email()}
        problem={wrong.has('email') ? m.withdrawal_email_wrong() : null}
        hint={m.withdrawal_email_hint()}
      >
        {(attributes) => (
          <input
            {...attributes}
            {...control('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            maxLength={254}
            required
          />
        )}
      </Field>
      {linked === null && (
        <Field
          id={fieldId('about')}
          label={m.withdrawal_about()}
          isOptional
          problem={wrong.has('about') ? m.withdrawal_about_wrong() : null}
          hint={m.withdrawal_about_hint()}
        >
          {(attributes) => (
            <textarea {...attributes} {...control('about')} rows={2} maxLength={WITHDRAWN_TEXT_LENGTH} />
          )}
        </Field>
      )}
      <button type="submit" className="button-primary max-sm:w-full">
        {m.withdrawal_next()}
      </button>
    </form>
  )
}

type ItemChoiceProps = {
  items: LinkedOrder['items']
  chosen: string[]
  problem: string | null
  onChange: (chosen: string[]) => void
}

function ItemChoice({ items, chosen, problem, onChange }: ItemChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{m.withdrawal_items()}</legend>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {items.map((item, index) => (
          <li key={item.id}>
            <label className="flex min-h-12 items-center gap-3 px-4 py-2">
              <input
                type="checkbox"
                id={index === 0 ? fieldId('items') : undefined}
                checked={chosen.includes(item.id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, item.id] : chosen.filter((id) => id !== item.id))
                }
                aria-invalid={problem !== null || undefined}
                aria-describedby={problem === null ? undefined : 'withdrawal-items-note'}
                className="size-5 shrink-0"
              />
              <span>{itemName(item)}</span>
            </label>
          </li>
        ))}
      </ul>
      {problem !== null && (
        <p id="withdrawal-items-note" className="mt-1.5 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** Returns the fields that the server would refuse. */
function wrongFields(form: WithdrawalForm): Set<unknown> {
  const parsed = withdrawalFormSchema.safeParse(form)
  return new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]))
}
