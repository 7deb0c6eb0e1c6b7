/** Checks what a fan typed into the refund form. */
import { emailSchema } from '../../../schema/inputs/address.ts'
import { accountHolderSchema } from '../../../schema/inputs/refund.ts'
import { ticketCodeIn, withoutCheckDigit } from '../../../schema/rules/ticket-code.ts'
import { m } from '../../i18n/messages.ts'
import type { HandedTicket } from './handed-tickets.ts'

export type RefundValues = {
  email: string
  /** The tickets that the fan can choose instead of typing their numbers. */
  offered: HandedTicket[]
  /** The numbers of the chosen ones. */
  chosen: string[]
  /** The typed numbers. */
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
export const offeredId = (code: string) => `refund-ticket-${code}`
/** The group of the tickets and numbers. */
export const TICKETS_ID = 'refund-tickets'

/** `isIban` says whether the IBAN is valid. It is ignored if the refund needs no account. */
export function refundProblems(values: RefundValues, isIban: boolean): RefundProblems {
  const problems: RefundProblems = new Map()
  const note = (id: string, isWrong: boolean, text: string) => {
    if (isWrong) problems.set(id, text)
  }
  const isNothing = codesToSend(values).length === 0
  if (values.offered.length > 0) note(TICKETS_ID, isNothing, m.service_offered_missing())
  else note(codeId(0), isNothing, m.refund_code_required())
  values.codes.forEach((typed, index) => {
    if (typed.trim() === '') return
    const code = ticketCodeIn(typed)
    const isRepeated =
      code !== null &&
      (values.chosen.includes(code) || values.codes.slice(0, index).some((other) => ticketCodeIn(other) === code))
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

type SentCode = { code: string; controlId: string }

/** The codes to send, and the control of the form that contains each of them. */
export function codesToSend({
  offered,
  chosen,
  codes,
}: Pick<RefundValues, 'offered' | 'chosen' | 'codes'>): SentCode[] {
  return [
    ...offered
      .filter(({ code }) => chosen.includes(code))
      .map(({ code }) => ({ code: withoutCheckDigit(code), controlId: offeredId(code) })),
    ...codes.flatMap((typed, index) =>
      typed.trim() === '' ? [] : [{ code: withoutCheckDigit(typed), controlId: codeId(index) }],
    ),
  ]
}

/** The tickets that the server refused, with the reason for each. */
export function refusedTickets(code: string, params: Record<string, unknown>, sent: SentCode[]): RefundProblems {
  const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const used = listed(params.codes).map((complete) => withoutCheckDigit(String(complete)))
  const isRefused = ({ code: own }: { code: string }, index: number) =>
    listed(params.indexes).includes(index) || used.includes(own)
  const text = code === 'REFUND_TICKET_USED' ? m.refund_code_used() : m.refund_code_invalid()
  return new Map(sent.filter(isRefused).map(({ controlId }) => [controlId, text]))
}
