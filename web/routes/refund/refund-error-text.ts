/** The texts of the errors that only refund requests have. */
import type { ErrorCode } from '../../../schema/errors.ts'
import { groupedCode } from '../../../schema/rules/ticket-code.ts'
import { ShopError } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'

type RefundCode = Extract<ErrorCode, `REFUND_${string}`>

const TEXTS: Record<RefundCode, (params: Record<string, unknown>) => string> = {
  REFUND_ORDER_NOTFOUND: () => m.form_refund_notfounderror(),
  REFUND_TICKET_INVALID: () => m.refund_ticket_invalid(),
  REFUND_TICKET_USED: ({ codes }) =>
    m.refund_error_ticket_used_text({
      codes: Array.isArray(codes) ? codes.map((code) => groupedCode(String(code))).join(', ') : '',
    }),
  REFUND_NOT_POSSIBLE: () => m.refund_error_text(),
  REFUND_PAUSED: () => m.refund_paused(),
  REFUND_FAILED: () => m.refund_error_other(),
  REFUND_ACCOUNT_KNOWN: () => m.refund_new_account_known(),
}

const isRefundCode = (code: ErrorCode): code is RefundCode => code in TEXTS

export function refundErrorText(error: unknown): string {
  if (!(error instanceof ShopError)) return errorText(error)
  return isRefundCode(error.code) ? TEXTS[error.code](error.params) : errorText(error)
}
