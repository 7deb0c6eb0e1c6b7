/** Translates a zod issue of a field into an error message. */
import { m } from '../../i18n/messages.ts'

/** `error` is the field's error in React Hook Form, `length` the field's maximum length in characters. */
export function fieldProblem(error: { type?: unknown } | undefined, length: number): string | null {
  if (!error) return null
  switch (error.type) {
    case 'too_big':
      return m.checkout_field_too_long({ length })
    case 'invalid_format':
      return m.checkout_email_invalid()
    case 'custom':
      return m.checkout_field_plain()
    default:
      return m.checkout_field_required()
  }
}
