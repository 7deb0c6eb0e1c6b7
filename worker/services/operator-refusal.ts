/** What an operator's command is refused for: a code for the shell, beside those that fans meet. */
type RefusalCode =
  | 'BOOKING_KNOWN'
  | 'EVENT_NOT_CANCELLED'
  | 'NOT_FOUND'
  | 'ORDER_CHANGED'
  | 'ORDER_STATUS'
  | 'PAYMENT_IN_PROGRESS'
  | 'REFUND_STATUS'

export class OperatorRefusal extends Error {
  readonly code: RefusalCode
  readonly params: Record<string, string | number>

  constructor(code: RefusalCode, params: Record<string, string | number>) {
    super(code)
    this.name = 'OperatorRefusal'
    this.code = code
    this.params = params
  }
}
