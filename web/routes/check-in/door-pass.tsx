/** The pass of a ticket that is checked in. The fan shows it at the door, if necessary in full screen. */
import { useEffect, useRef, useState } from 'react'
import { groupedCode } from '../../../schema/rules/ticket-code.ts'
import { formatDateTime, machineTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import type { CheckInTicket } from './check-in-ticket.ts'
import { EventHeading } from './event-heading.tsx'

type DoorPassProps = {
  found: CheckInTicket
  checkedInAt: number
  /** Whether this page did not check the ticket in: it was checked in before, or on another device. */
  isEarlier: boolean
  onRetake: (() => void) | null
  onOther: () => void
}

export function DoorPass({ found, checkedInAt, isEarlier, onRetake, onOther }: DoorPassProps) {
  const [isFull, setIsFull] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form with the focus has left the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { code, event, holder, state } = found
  return (
    <>
      <section
        aria-labelledby="door-pass"
        className="mt-6 rounded-2xl border border-line bg-surface p-5 sm:flex sm:gap-8 sm:p-8"
      >
        {code !== null && (
          <div className="mx-auto w-full max-w-72 shrink-0 sm:mx-0 sm:w-60">
            <QrCode text={code} label={m.checkin_code_of({ code: groupedCode(code) })} />
            <p className="mt-2 text-center font-mono tracking-wide">{groupedCode(code)}</p>
          </div>
        )}
        <div className="max-sm:mt-5">
          <h2 id="door-pass" ref={heading} tabIndex={-1} className="display-4 outline-none">
            {m.checkin_done_title()}
          </h2>
          {isEarlier && <p className="mt-1 text-muted">{m.checkin_done_already()}</p>}
          {state === 'POSTPONED' && <p className="mt-1 text-muted">{m.checkin_postponed()}</p>}
          <PassFacts found={found} checkedInAt={checkedInAt} />
        </div>
      </section>
      <p className="mt-5 max-w-prose text-muted">{code === null ? m.checkin_done_printed() : m.checkin_done_text()}</p>
      <div className="mt-5 flex flex-col flex-wrap gap-3 sm:flex-row">
        {code !== null && (
          <button type="button" className="button-primary" onClick={() => setIsFull(true)}>
            {m.checkin_full()}
          </button>
        )}
        {onRetake && (
          <button type="button" className="button-secondary" onClick={onRetake}>
            {m.checkin_retake()}
          </button>
        )}
        <button type="button" className="button-secondary" onClick={onOther}>
          {m.checkin_other()}
        </button>
      </div>
      {isFull && code !== null && (
        <Dialog
          label={m.checkin_code_of({ code: groupedCode(code) })}
          onClose={() => setIsFull(false)}
          className="dialog dialog-full"
        >
          <div className="flex min-h-full flex-col items-center justify-center gap-4 bg-[#fff] p-4 text-center text-[#000]">
            <div className="w-[min(92vw,58svh)]">
              <QrCode text={code} label={m.checkin_code_of({ code: groupedCode(code) })} />
            </div>
            <p className="font-mono text-lg tracking-wide">{groupedCode(code)}</p>
            {holder !== '' && <p className="text-2xl font-bold [overflow-wrap:anywhere]">{holder}</p>}
            <p>
              {event.name}
              <br />
              {m.checkin_done_at()}: {m.checkin_clock({ date: formatDateTime(checkedInAt, event.timeZone) })}
            </p>
            <button
              type="button"
              className="min-h-12 rounded-lg border-2 border-[#000] px-6 font-bold text-[#000]"
              onClick={() => setIsFull(false)}
            >
              {m.checkin_full_close()}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function PassFacts({ found: { event, holder }, checkedInAt }: { found: CheckInTicket; checkedInAt: number }) {
  return (
    <>
      <EventHeading event={event} />
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {holder !== '' && (
          <>
            <dt className="text-muted">{m.checkin_done_name()}</dt>
            <dd className="font-bold [overflow-wrap:anywhere]">{holder}</dd>
          </>
        )}
        <dt className="text-muted">{m.checkin_done_at()}</dt>
        <dd>
          <time dateTime={machineTime(checkedInAt)} className="tabular-nums">
            {m.checkin_clock({ date: formatDateTime(checkedInAt, event.timeZone) })}
          </time>
        </dd>
      </dl>
    </>
  )
}
