import type { RefundRequestQuery, SubmitRefundRequestMutation } from '../../../schema/generated/operations.ts'

export type RefundInfo = RefundRequestQuery['refundRequest']
export type RefundResult = SubmitRefundRequestMutation['submitRefundRequest']
