/** The wrong fields of the details step, in the order of its form. */
import { m } from '../../i18n/messages.ts'
import { ADDRESS_LABELS } from './address-fields.tsx'
import { type DetailsForm, type FieldName, fieldId } from './use-details-form.ts'
import { WrongFields } from './wrong-fields.tsx'

const FIELDS: { name: FieldName; label: () => string }[] = [
  ...ADDRESS_LABELS.map(({ key, label }) => ({ name: `shippingAddress.${key}` as const, label })),
  { name: 'email', label: m.checkout_email },
  ...ADDRESS_LABELS.map(({ key, label }) => ({
    name: `billingAddress.${key}` as const,
    label: () => `${m.checkout_billing_address()}: ${label()}`,
  })),
]

export function ErrorSummary({ form: { problems, refusals } }: { form: DetailsForm }) {
  const wrong = FIELDS.filter(({ name }) => problems[name] !== undefined)
  const fields = wrong.map(({ name, label }) => ({ id: fieldId(name), label: label() }))
  return <WrongFields fields={fields} refusals={refusals} className="mb-6" />
}
