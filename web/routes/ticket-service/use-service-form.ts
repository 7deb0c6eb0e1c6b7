/** The state of a form for cancellations or changes. What the fan typed stays after every failure and every reload. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TICKET_ROWS } from '../../../schema/limits.ts'
import type { TicketService } from '../../../schema/rules/ticket-service.ts'
import { ConnectionError, isWait, ShopError } from '../../data/fetch.ts'
import { randomKey } from '../../data/visit.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import type { Problems } from './service-form.ts'
import {
  emptyTicket,
  emptyValues,
  type OfferedTicket,
  type ServiceValues,
  storedValues,
  storeValues,
  type TicketValues,
  toggleOffered,
} from './service-values.ts'

type TextField = 'name' | 'email' | 'orderReference' | 'comment'
type Sent = { reference: string; isReceiptSent: boolean }
type Receipt = Sent & { email: string }

export type ServiceForm = {
  values: ServiceValues
  problems: Problems
  /** Grows with each submission that the form itself has refused. */
  refusals: number
  isSending: boolean
  /** Why the shop has not accepted the request. */
  failure: string | null
  receipt: Receipt | null
  change: (field: TextField, value: string) => void
  changeTicket: (row: string, values: Partial<Omit<TicketValues, 'row'>>) => void
  addTicket: () => void
  toggleTicket: (ticket: OfferedTicket) => void
  removeTicket: (row: string) => void
  submit: (event: FormEvent) => void
}

type ServiceFormInput = {
  service: TicketService
  orderReference: string
  /** Finds the wrong fields. */
  check: (values: ServiceValues) => Problems
  /** Sends the request. */
  send: (values: ServiceValues) => Promise<Sent>
  /** The server has refused a photo. */
  onPhotoRefused: () => void
}

export function useServiceForm({
  service,
  orderReference,
  check,
  send,
  onPhotoRefused,
}: ServiceFormInput): ServiceForm {
  const [values, setValues] = useState(() => storedValues(service) ?? emptyValues(orderReference))
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useProblem()
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const isBusy = useRef(false)
  useEffect(() => {
    if (receipt === null) storeValues(service, values)
  }, [service, values, receipt])

  async function submit(): Promise<void> {
    setWasSubmitted(true)
    setFailure(null)
    if (check(values).size > 0) return setRefusals((count) => count + 1)
    isBusy.current = true
    setIsSending(true)
    try {
      const { reference, isReceiptSent } = await send(values)
      storeValues(service, null)
      setReceipt({ reference, isReceiptSent, email: values.email.trim() })
    } catch (error) {
      const code = error instanceof ShopError ? error.code : null
      if (code === 'ERROR_TICKETSERVICE') onPhotoRefused()
      // The fan has been told that the first version has arrived. What follows is another request.
      if (code === 'SUBMISSION_ALREADY_SENT') setValues((before) => ({ ...before, key: randomKey() }))
      setFailure(() => failureText(error))
    } finally {
      isBusy.current = false
      setIsSending(false)
    }
  }

  const changeRows = (rows: (tickets: TicketValues[]) => TicketValues[]) =>
    setValues((before) => ({ ...before, tickets: rows(before.tickets) }))
  return {
    values,
    problems: wasSubmitted ? check(values) : new Map(),
    refusals,
    isSending,
    failure,
    receipt,
    change: (field, value) => setValues((before) => ({ ...before, [field]: value })),
    changeTicket: (row, changed) =>
      changeRows((tickets) => tickets.map((ticket) => (ticket.row === row ? { ...ticket, ...changed } : ticket))),
    addTicket: () => changeRows((tickets) => (tickets.length < TICKET_ROWS ? [...tickets, emptyTicket()] : tickets)),
    toggleTicket: (ticket) => changeRows((tickets) => toggleOffered(tickets, ticket)),
    removeTicket: (row) =>
      changeRows((tickets) => (tickets.length > 1 ? tickets.filter((ticket) => ticket.row !== row) : tickets)),
    submit(event) {
      event.preventDefault()
      if (!isBusy.current) void submit()
    },
  }
}

/** If no answer has arrived, the request may have been stored. Sending it again is harmless. */
function failureText(error: unknown): string {
  const isUnknown = error instanceof ConnectionError && !isWait(error)
  return isUnknown ? `${errorText(error)} ${m.service_outcome_unknown()}` : errorText(error)
}
