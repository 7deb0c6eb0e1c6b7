/**
 * The list of the fields that must be corrected, above a form. It takes the focus after each refused submission, and a press
 * on a field's name leads to the field.
 */
import { useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { ADDRESS_LABELS } from './address-fields.tsx'
import { type DetailsForm, type FieldName, fieldId, focusField } from './use-details-form.ts'

/** The fields in the order of the form. */
const FIELDS: { name: FieldName; label: () => string }[] = [
  ...ADDRESS_LABELS.map(({ key, label }) => ({ name: `shippingAddress.${key}` as const, label })),
  { name: 'email', label: m.checkout_email },
  ...ADDRESS_LABELS.map(({ key, label }) => ({
    name: `billingAddress.${key}` as const,
    label: () => `${m.checkout_billing_address()}: ${label()}`,
  })),
]

/** Without a refused submission, nothing is shown. */
export function ErrorSummary({ form: { problems, refusals } }: { form: DetailsForm }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals])
  const fields = FIELDS.filter(({ name }) => problems[name] !== undefined)
  if (refusals === 0 || fields.length === 0) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="wrong-fields"
      className="mb-6 scroll-mt-6 rounded-lg border border-danger px-4 py-3"
    >
      <p id="wrong-fields" className="font-medium text-danger">
        {m.checkout_check_fields({ count: fields.length })}
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {fields.map(({ name, label }) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              className="inline-flex min-h-9 items-center underline"
              onClick={(event) => {
                event.preventDefault()
                focusField(name)
              }}
            >
              {label()}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
