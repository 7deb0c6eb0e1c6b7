/** The fields of a form that names an order: its number and the buyer's email address. */
import { useState } from 'react'
import { type OrderLinkForm, orderLinkSchema } from '../../../schema/inputs/order-link.ts'
import { EMAIL_LENGTH } from '../../../schema/limits.ts'
import { m } from '../../i18n/messages.ts'
import EmailHint from '../checkout/email-hint.tsx'
import { Field } from '../checkout/field.tsx'

const fieldId = (name: string) => `order-${name}`

/** Returns the names of the fields that the server would refuse, in the order of the form. */
function wrongFields(values: OrderLinkForm): Set<string> {
  const parsed = orderLinkSchema.safeParse(values)
  return new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0])))
}

/** `onChange` is called before each change by the buyer. */
export function useOrderFields(onChange: () => void = () => {}) {
  const [values, setValues] = useState<OrderLinkForm>({ reference: '', email: '' })
  const [wasSubmitted, setWasSubmitted] = useState(false)
  return {
    values,
    wrong: wasSubmitted ? wrongFields(values) : new Set<string>(),
    setField: (name: keyof OrderLinkForm, value: string) => {
      onChange()
      setValues({ ...values, [name]: value })
    },
    /** Returns the values to send. If some are wrong, marks their fields, moves the focus to the first one and returns null. */
    submit(): OrderLinkForm | null {
      setWasSubmitted(true)
      const [first] = wrongFields(values)
      if (first === undefined) return { ...values, email: values.email.trim() }
      document.getElementById(fieldId(first))?.focus()
      return null
    },
  }
}

export function OrderFields({ fields }: { fields: ReturnType<typeof useOrderFields> }) {
  const { values, wrong, setField } = fields
  return (
    <>
      <Field
        id={fieldId('reference')}
        label={m.order_lookup_reference()}
        problem={wrong.has('reference') ? m.order_lookup_reference_wrong() : null}
        hint={m.order_lookup_reference_hint()}
      >
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            value={values.reference}
            onChange={(event) => setField('reference', event.target.value)}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            required
          />
        )}
      </Field>
      <div>
        <Field
          id={fieldId('email')}
          label={m.order_lookup_email()}
          problem={wrong.has('email') ? m.checkout_email_invalid() : null}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="field"
              type="email"
              inputMode="email"
              value={values.email}
              onChange={(event) => setField('email', event.target.value)}
              autoComplete="email"
              spellCheck={false}
              maxLength={EMAIL_LENGTH}
              required
            />
          )}
        </Field>
        <EmailHint email={values.email} onUse={(email) => setField('email', email)} />
      </div>
    </>
  )
}
