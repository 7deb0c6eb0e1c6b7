/** A schema's complaint about a field, in the fan's words. */
import { m } from '../../i18n/messages.ts'

/** `length` is the most characters the field takes. */
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
