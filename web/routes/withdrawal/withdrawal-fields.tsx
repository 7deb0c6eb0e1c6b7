/** The first step of a withdrawal: who withdraws, from which contract, and where the receipt goes. */
import { type FormEvent, useState } from 'react'
import { type WithdrawalForm, withdrawalFormSchema } from '../../../schema/inputs/withdrawal.ts'
import { WITHDRAWN_TEXT_LENGTH } from '../../../schema/limits.ts'
import { m } from '../../i18n/messages.ts'
import { Field } from '../checkout/field.tsx'
import { type Amounts, type Declared, goodsName, itemName, type LinkedOrder } from './declared.ts'

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
  const [amounts, setAmounts] = useState(declared.amounts)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const wrong = wasSubmitted ? wrongFields(form) : new Set()
  const lacksItems = linked !== null && Object.keys(amounts).length === 0

  if (linked?.items.length === 0)
    return (
      <div className="mt-4 space-y-6">
        <p className="max-w-prose">{m.withdrawal_items_none()}</p>
        <Excluded items={linked.excludedItems} />
      </div>
    )

  function submit(event: FormEvent): void {
    event.preventDefault()
    setWasSubmitted(true)
    const faults = wrongFields(form)
    const first = lacksItems ? 'items' : FIELDS.find((name) => faults.has(name))
    if (first === undefined) onNext({ form: { ...form, email: form.email.trim() }, amounts })
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
      {linked ? (
        <>
          <ItemChoice
            items={linked.items}
            amounts={amounts}
            problem={wasSubmitted && lacksItems ? m.withdrawal_items_wrong() : null}
            onChange={setAmounts}
          />
          <Excluded items={linked.excludedItems} />
        </>
      ) : (
        <p className="max-w-prose text-muted">{m.withdrawal_tickets()}</p>
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
  amounts: Amounts
  problem: string | null
  onChange: (amounts: Amounts) => void
}

function ItemChoice({ items, amounts, problem, onChange }: ItemChoiceProps) {
  /** An amount of zero removes the item. */
  function choose(itemId: string, amount: number): void {
    const others = Object.entries(amounts).filter(([id]) => id !== itemId)
    onChange(Object.fromEntries(amount === 0 ? others : [...others, [itemId, amount]]))
  }
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{m.withdrawal_items()}</legend>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {items.map((item, index) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 px-4">
            <label className="flex min-h-12 min-w-0 flex-1 items-center gap-3 py-2">
              <input
                type="checkbox"
                id={index === 0 ? fieldId('items') : undefined}
                checked={item.id in amounts}
                onChange={({ target }) => choose(item.id, target.checked ? item.amount : 0)}
                aria-invalid={problem !== null || undefined}
                aria-describedby={problem === null ? undefined : 'withdrawal-items-note'}
                className="size-5 shrink-0"
              />
              <span>{item.amount === 1 ? itemName(item) : goodsName(item)}</span>
            </label>
            {item.amount > 1 && (
              <select
                aria-label={m.withdrawal_amount({ item: goodsName(item) })}
                className="field my-2 w-auto"
                value={amounts[item.id] ?? 0}
                onChange={({ target }) => choose(item.id, Number(target.value))}
              >
                {Array.from({ length: item.amount + 1 }, (_, amount) => amount).map((amount) => (
                  <option key={amount} value={amount}>
                    {m.withdrawal_amount_of({ amount, all: item.amount })}
                  </option>
                ))}
              </select>
            )}
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

const EXCLUSIONS: Record<LinkedOrder['excludedItems'][number]['reason'], () => string> = {
  TICKET: m.withdrawal_excluded_ticket,
  PERSONAL: m.withdrawal_excluded_personal,
  USED: m.withdrawal_excluded_used,
}

/** Lists the items that the fan cannot choose, each with the reason. */
function Excluded({ items }: { items: LinkedOrder['excludedItems'] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="withdrawal-excluded">
      <h2 id="withdrawal-excluded" className="mb-2 font-medium">
        {m.withdrawal_excluded()}
      </h2>
      <ul className="space-y-2 text-sm text-muted">
        {items.map((item) => (
          <li key={`${item.id} ${item.reason}`} className="[overflow-wrap:anywhere]">
            <span className="font-medium">{itemName(item)}</span>
            <span className="block">{EXCLUSIONS[item.reason]()}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the fields that the server would refuse. */
function wrongFields(form: WithdrawalForm): Set<unknown> {
  const parsed = withdrawalFormSchema.safeParse(form)
  return new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]))
}
