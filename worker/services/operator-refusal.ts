/** The refusal of an operator's command. Its codes are shown in the operator's shell, never to fans. */
type RefusalCode =
  | 'BOOKING_KNOWN'
  | 'DEDUCTION_TOO_HIGH'
  | 'EVENT_NOT_CANCELLED'
  | 'GOODS_UNKNOWN'
  | 'NAME_CHANGE_UNPAID'
  | 'NOT_FOUND'
  | 'NO_CODE_SECRET'
  | 'ORDER_CHANGED'
  | 'ORDER_STATUS'
  | 'PAYMENT_IN_PROGRESS'
  | 'REFUND_DISPUTED'
  | 'REFUND_STATUS'
  | 'SLIP_KNOWN'
  | 'SUBMISSION_AMBIGUOUS'
  | 'TICKETS_NOT_VALID'
  | 'TICKETS_OF_SEVERAL_EVENTS'
  | 'VOUCHER_EXPIRY'
  | 'WITHDRAWAL_OPEN'

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
