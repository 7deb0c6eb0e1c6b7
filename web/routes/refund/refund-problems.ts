/** Checks what a fan typed into the refund form. */
import { emailSchema } from '../../../schema/inputs/address.ts'
import { accountHolderSchema } from '../../../schema/inputs/refund.ts'
import { ticketCodeIn, withoutCheckDigit } from '../../../schema/rules/ticket-code.ts'
import { m } from '../../i18n/messages.ts'

export type RefundValues = {
  email: string
  codes: string[]
  usesAccount: boolean
  isMethodConfirmed: boolean
  name: string
  iban: string
  isLegalConfirmed: boolean
}

/** The problem of each wrong field, by the id of its control, in the order of the form. */
export type RefundProblems = Map<string, string>

export const codeId = (index: number) => `refund-code-${index}`

/** `isIban` says whether the IBAN is valid. It is ignored if the refund needs no account. */
export function refundProblems(values: RefundValues, isIban: boolean): RefundProblems {
  const problems: RefundProblems = new Map()
  const note = (id: string, isWrong: boolean, text: string) => {
    if (isWrong) problems.set(id, text)
  }
  values.codes.forEach((typed, index) => {
    const isEmpty = typed.trim() === ''
    note(codeId(index), isEmpty && index === 0, m.refund_code_required())
    if (isEmpty) return
    const code = ticketCodeIn(typed)
    const isRepeated = code !== null && values.codes.slice(0, index).some((other) => ticketCodeIn(other) === code)
    note(codeId(index), code === null, m.form_refund_error_ticketnumber())
    note(codeId(index), isRepeated, m.form_refund_error_duplicate())
  })
  note('refund-email', !emailSchema.safeParse(values.email.trim()).success, m.checkout_email_invalid())
  if (values.usesAccount) for (const [id, text] of accountProblems(values, isIban)) note(id, true, text)
  else note('refund-method', !values.isMethodConfirmed, m.refund_way_confirm_missing())
  note('refund-legal', !values.isLegalConfirmed, m.refund_legal_missing())
  return problems
}

/** The problems of the fields of a bank account. */
export function accountProblems({ name }: Pick<RefundValues, 'name'>, isIban: boolean): RefundProblems {
  const problems: RefundProblems = new Map()
  if (!accountHolderSchema.safeParse(name).success) problems.set('refund-name', m.refund_account_name_missing())
  if (!isIban) problems.set('refund-iban', m.form_refund_error_iban())
  return problems
}

/** The codes to send, and the row of the form that contains each of them. */
export function codesToSend(codes: readonly string[]): { code: string; row: number }[] {
  return codes.flatMap((typed, row) => (typed.trim() === '' ? [] : [{ code: withoutCheckDigit(typed), row }]))
}

/** The rows that the server refused, with the reason for each. */
export function refusedRows(
  code: string,
  params: Record<string, unknown>,
  sent: { code: string; row: number }[],
): RefundProblems {
  const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const used = listed(params.codes).map((complete) => withoutCheckDigit(String(complete)))
  const isRefused = ({ code: own }: { code: string }, index: number) =>
    listed(params.indexes).includes(index) || used.includes(own)
  const text = code === 'REFUND_TICKET_USED' ? m.refund_code_used() : m.refund_code_invalid()
  return new Map(sent.filter(isRefused).map(({ row }) => [codeId(row), text]))
}
