/** The texts of errors for the check-in. */
import type { ErrorCode } from '../../../schema/errors.ts'
import { ShopError } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'

type CheckInCode = Extract<ErrorCode, `CHECKIN_${string}`> | 'TOO_MANY_REQUESTS'

const TEXTS: Record<CheckInCode, () => string> = {
  CHECKIN_ERROR_NOTFOUND: () => m.checkin_error_notfound(),
  CHECKIN_CLOSED: () => m.error_checkin_closed(),
  CHECKIN_DONE: () => m.error_checkin_done(),
  TOO_MANY_REQUESTS: () => m.checkin_too_many(),
}

const isCheckInCode = (code: ErrorCode): code is CheckInCode => code in TEXTS

export function checkInErrorText(error: unknown): string {
  return error instanceof ShopError && isCheckInCode(error.code) ? TEXTS[error.code]() : errorText(error)
}
