/**
 * The page of the link in the mail about a reminder (REMIND-01). It confirms only when the fan presses the button, because mail
 * programs open links to check them.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmReminderDocument, EndReminderDocument } from '../../../schema/generated/mutations.ts'
import { ReminderDocument, type ReminderQuery } from '../../../schema/generated/operations.ts'
import { REMINDER_KINDS, type ReminderKind } from '../../../schema/rules/reminder.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { WaysOn } from '../../catalogue/ways-on.tsx'
import { runOperation } from '../../data/fetch.ts'
import { useIsHydrated } from '../../data/hydration.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { faultText } from '../../i18n/fault-text.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { useProblem } from '../../ui/problem.ts'

type Known = NonNullable<ReminderQuery['reminder']>

export default function ReminderPage() {
  const [params] = useSearchParams()
  const isHydrated = useIsHydrated()
  const key = params.get('key') ?? ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reminder', key],
    queryFn: async () => (await runOperation(ReminderDocument, { key })).reminder ?? null,
    // Before hydration, the key in the address is not known yet.
    enabled: key !== '',
    retry: 2,
  })
  return (
    <div className="page max-w-2xl pt-8 pb-16 sm:pt-14">
      <PageTitle title={m.reminder_title()} />
      <meta name="referrer" content="no-referrer" />
      {data ? (
        <Decision reminder={data} reminderKey={key} />
      ) : data === null || (isHydrated && key === '') ? (
        <Message title={m.reminder_unknown_title()} text={m.reminder_unknown_text()}>
          <WaysOn />
        </Message>
      ) : (
        <Message title={m.reminder_title()} text={null}>
          {error === null || isFetching ? (
            <LoadingText className="mt-4" text={m.reminder_loading()} />
          ) : (
            <div role="alert" className="mt-4 space-y-4">
              <p className="font-medium">{faultText(error)}</p>
              <button type="button" className="button-primary" onClick={() => void refetch()}>
                {m.state_retry()}
              </button>
            </div>
          )}
        </Message>
      )}
    </div>
  )
}

function Message({ title, text, children }: { title: string; text: string | null; children?: ReactNode }) {
  return (
    <>
      <h1 className="display-2">{title}</h1>
      {text !== null && <p className="mt-4 max-w-prose text-muted">{text}</p>}
      {children}
    </>
  )
}

type Words = Record<'asked' | 'askedText' | 'confirm' | 'confirmed', () => string>

const WORDS: Record<ReminderKind, Words> = {
  stock: {
    asked: m.reminder_asked_stock,
    askedText: m.reminder_asked_stock_text,
    confirm: m.reminder_confirm_stock,
    confirmed: m.reminder_confirmed_stock,
  },
  presale: {
    asked: m.reminder_asked_presale,
    askedText: m.reminder_asked_presale_text,
    confirm: m.reminder_confirm_presale,
    confirmed: m.reminder_confirmed_presale,
  },
  tickets: {
    asked: m.reminder_asked_tickets,
    askedText: m.reminder_asked_tickets_text,
    confirm: m.reminder_confirm_tickets,
    confirmed: m.reminder_confirmed_tickets,
  },
}

type Step = 'asked' | 'confirmed' | 'ended'

function Decision({ reminder, reminderKey: key }: { reminder: Known; reminderKey: string }) {
  const [step, setStep] = useState<Step>(reminder.isConfirmed ? 'confirmed' : 'asked')
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useProblem()
  const [moves, setMoves] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const queries = useQueryClient()
  // The button with the focus has left the page.
  useEffect(() => {
    if (moves > 0) heading.current?.focus()
  }, [moves])

  async function go(next: Exclude<Step, 'asked'>): Promise<void> {
    if (isSending) return
    setIsSending(true)
    setProblem(null)
    try {
      if (next === 'confirmed') await runOperation(ConfirmReminderDocument, { key })
      else await runOperation(EndReminderDocument, { key })
      if (next === 'confirmed') queries.setQueryData(['reminder', key], { ...reminder, isConfirmed: true })
      setStep(next)
      setMoves(moves + 1)
    } catch (error) {
      setProblem(() => faultText(error))
    }
    setIsSending(false)
  }

  const words = WORDS[REMINDER_KINDS.find((kind) => kind === reminder.kind) ?? 'stock']
  const titles: Record<Step, string> = {
    asked: words.asked(),
    confirmed: m.reminder_confirmed_title(),
    ended: m.reminder_ended_title(),
  }
  const texts: Record<Step, string> = {
    asked: words.askedText(),
    confirmed: words.confirmed(),
    ended: m.reminder_ended_text(),
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="display-2 outline-none">
        {titles[step]}
      </h1>
      <p className="mt-6 rounded-xl border border-line bg-surface p-5">
        <ShopLink to={reminder.href} className="text-link font-bold [overflow-wrap:anywhere]">
          {reminder.title}
        </ShopLink>
        {reminder.detail !== '' && <span className="mt-1 block text-muted">{reminder.detail}</span>}
      </p>
      <p className="mt-4 max-w-prose">{texts[step]}</p>
      {step !== 'ended' && (
        <p className="mt-6 flex flex-wrap gap-3">
          {step === 'asked' && (
            <button
              type="button"
              className="button-primary"
              aria-disabled={isSending}
              onClick={() => void go('confirmed')}
            >
              {words.confirm()}
            </button>
          )}
          <button type="button" className="button-secondary" aria-disabled={isSending} onClick={() => void go('ended')}>
            {step === 'asked' ? m.reminder_decline() : m.reminder_end()}
          </button>
        </p>
      )}
      <div role="alert">{problem !== null && <p className="mt-4 font-medium text-danger">{problem}</p>}</div>
    </>
  )
}
