/** The field for the email address with which a buyer ordered (SUP-01). */
import { EMAIL_LENGTH } from '../../../schema/limits.ts'
import { m } from '../../i18n/messages.ts'
import { Field } from '../checkout/field.tsx'
import type { RefundProblems } from './refund-problems.ts'

type RefundEmailProps = {
  value: string
  problems: RefundProblems
  hint?: string
  onChange: (email: string) => void
  onLeave?: () => void
}

export function RefundEmail({ value, problems, hint, onChange, onLeave }: RefundEmailProps) {
  return (
    <Field
      id="refund-email"
      label={m.refund_email()}
      problem={problems.get('refund-email') ?? null}
      {...(hint !== undefined && { hint })}
    >
      {(attributes) => (
        <input
          {...attributes}
          className="field"
          type="email"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onLeave}
          autoComplete="email"
          maxLength={EMAIL_LENGTH}
          required
        />
      )}
    </Field>
  )
}
