/** Translates a zod issue of a field into an error message. */
import { m } from '../../i18n/messages.ts'

/** `code` is the code of the issue, `length` the field's maximum length in characters. */
export function fieldProblem(code: string | undefined, length: number): string | null {
  if (code === undefined) return null
  switch (code) {
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
