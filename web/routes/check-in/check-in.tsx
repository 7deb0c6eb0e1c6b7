/**
 * TIX-03: the online check-in. The page finds a ticket by the `id` of its link or by the number that the fan types, asks the
 * questions of the event, and then shows a pass for the door. The number never becomes a part of the address.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { TicketDetailsDocument } from '../../../schema/generated/operations.ts'
import { ticketKeyIn } from '../../../schema/inputs/check-in.ts'
import { groupedCode } from '../../../schema/rules/ticket-code.ts'
import { afterBotCheck } from '../../bot-check/after-bot-check.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { useSearchParams } from '../../data/search-params.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { checkInErrorText } from './check-in-error-text.ts'
import { CheckInForm } from './check-in-form.tsx'
import type { CheckInTicket } from './check-in-ticket.ts'
import { closedText } from './closed-text.ts'
import { DoorPass } from './door-pass.tsx'
import { EventHeading } from './event-heading.tsx'
import { NumberForm } from './number-form.tsx'
import { storedPass, storePass } from './stored-pass.ts'

export default function CheckIn() {
  const [params] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  // The address does not contain a typed number, so after a reload only the tab knows it.
  const ticket = typed ?? params.get('id') ?? storedPass()?.ticket ?? ''
  return (
    <div className="page max-w-2xl pt-8 pb-16 sm:pt-14">
      <PageTitle title={m.checkin_title()} />
      <h1 className="display-2">{m.checkin_title()}</h1>
      {ticketKeyIn(ticket) === null ? (
        <NumberForm typed={ticket} problem={null} onNumber={setTyped} />
      ) : (
        <FoundTicket key={ticket} ticket={ticket} onNumber={setTyped} />
      )}
    </div>
  )
}

type FoundTicketProps = { ticket: string; onNumber: (typed: string) => void }

function FoundTicket({ ticket, onNumber }: FoundTicketProps) {
  const { locale } = usePage()
  const client = useQueryClient()
  const key = ['check-in', ticket, locale]
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: async () => (await afterBotCheck(() => runOperation(TicketDetailsDocument, { ticket }))).ticketDetails,
    retry: false,
    gcTime: 0,
    // The stored pass is shown at once, and stays if the server cannot be reached. The server's answer replaces it.
    initialData: () => {
      const stored = storedPass()
      return stored?.ticket === ticket && stored.locale === locale ? stored.found : undefined
    },
    initialDataUpdatedAt: 0,
  })
  const isUnknown = error instanceof ShopError && error.code === 'CHECKIN_ERROR_NOTFOUND'
  useEffect(() => {
    if (isUnknown) storePass(null)
    else if (data) storePass(data.checkedInAt === null ? null : { ticket, locale, found: data })
  }, [isUnknown, data, ticket, locale])
  if (isUnknown) return <NumberForm typed={ticket} problem={m.checkin_error_notfound()} onNumber={onNumber} />
  if (data) {
    const show = (next: CheckInTicket) => client.setQueryData(key, next)
    const leave = () => {
      storePass(null)
      onNumber('')
    }
    return <Steps ticket={ticket} found={data} onChange={show} onStale={() => void refetch()} onOther={leave} />
  }
  if (error && !isFetching)
    return (
      <div role="alert" className="mt-6">
        <Notice title={m.checkin_error_page()} text={checkInErrorText(error)}>
          <button type="button" className="button-primary" onClick={() => void refetch()}>
            {m.checkin_retry()}
          </button>
        </Notice>
      </div>
    )
  return <LoadingText className="mt-6" text={m.checkin_loading()} />
}

type StepsProps = {
  ticket: string
  found: CheckInTicket
  onChange: (found: CheckInTicket) => void
  /** Reads the ticket again, because the server refused it for another reason than this page shows. */
  onStale: () => void
  onOther: () => void
}

function Steps({ ticket, found, onChange, onStale, onOther }: StepsProps) {
  const [isRetaking, setIsRetaking] = useState(false)
  const [isOwn, setIsOwn] = useState(false)
  const { code, state, checkedInAt, event } = found
  const isVoid = state === 'INVALID' || state === 'CANCELLED'
  const mayRetake = found.allowsRetake && state === 'OPEN'
  if (checkedInAt !== null && !isVoid && !(isRetaking && mayRetake))
    return (
      <DoorPass
        found={found}
        checkedInAt={checkedInAt}
        isEarlier={!isOwn}
        onRetake={mayRetake ? () => setIsRetaking(true) : null}
        onOther={onOther}
      />
    )
  return (
    <>
      <EventHeading event={event} />
      <p className="mt-1 font-medium tabular-nums">
        {code === null ? m.checkin_printed_ticket() : m.checkin_ticket({ code: groupedCode(code) })}
      </p>
      {state === 'OPEN' ? (
        <CheckInForm
          ticket={ticket}
          found={found}
          onDone={(next) => {
            setIsRetaking(false)
            setIsOwn(true)
            onChange(next)
          }}
          onStale={onStale}
          onBack={checkedInAt === null ? null : () => setIsRetaking(false)}
        />
      ) : (
        <p role="status" className="mt-6 max-w-prose rounded-xl border border-line bg-surface p-5">
          {closedText(state, event)}
        </p>
      )}
      <p className="mt-8">
        <button type="button" className="button-secondary" onClick={onOther}>
          {m.checkin_other()}
        </button>
      </p>
    </>
  )
}
