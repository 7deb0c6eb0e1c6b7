/**
 * The waiting screen: the event, the position, the estimated wait, the next poll, the rules of the queue, and the lottery.
 * Screen readers announce changes of the position, but not the countdown. The server renders the screen too. Without
 * scripts, the page reloads itself, and the queue entry is in a cookie.
 */
import { useId, useState } from 'react'
import { useHref, useLocation } from 'react-router'
import type { QueuedSession, QueueView } from '../../schema/waiting-room.ts'
import { BotCheck } from '../bot-check/bot-check.tsx'
import { clockText } from '../cart/countdown.ts'
import { useIsHydrated } from '../data/hydration.ts'
import { usePage } from '../data/page.tsx'
import { useServerSecond } from '../data/server-clock.ts'
import { m } from '../i18n/messages.ts'
import { BellSwitch } from './bell-switch.tsx'
import { firstPosition, progressPercent } from './first-position.ts'
import { GuardedEvent } from './guarded-event.tsx'
import { joinQueue } from './join-queue.ts'
import { LeaveButton } from './leave-button.tsx'
import { LotteryFacts } from './lottery-facts.tsx'
import { timeInsideIsOver } from './stored-wait.ts'
import { type QueueState, useQueue } from './use-queue.ts'
import { WaitingCart } from './waiting-cart.tsx'
import { expectationText, leadText, statusText, stockText, titleText } from './waiting-texts.ts'
import { WithoutCookies } from './without-cookies.tsx'

const DAY_SECONDS = 24 * 3600

export function WaitingScreen({ session, onBrowse }: { session: QueuedSession; onBrowse?: () => void }) {
  const { queue } = session
  const id = useId()
  const polling = useQueue(queue)
  const now = useServerSecond()
  // The buttons need scripts. Before hydration, they are invisible but take up their space, so that the layout does not shift.
  const isHydrated = useIsHydrated()
  const expectation = expectationText(queue)
  const { shop } = usePage()
  const stock = stockText(queue)
  if (polling.isWithoutCookies) return <WithoutCookies onBrowse={onBrowse} />
  return (
    // Search engines must not quote the waiting screen, which disappears after the rush.
    <section
      aria-labelledby={id}
      data-nosnippet=""
      className="page max-w-3xl py-8 md:py-14 short:py-4"
      data-testid="waiting-room"
    >
      {/* On a phone held sideways, the position stands beside the words, because it would be below the window otherwise. */}
      <div className="short:sm:grid short:sm:grid-cols-2 short:sm:gap-x-8">
        <div>
          <GuardedEvent queue={queue} />
          <h1 id={id} className="display-2 text-balance">
            {titleText(queue, now)}
          </h1>
          {queue && <EndedTurn room={queue.room} />}
          <p className="mt-4 max-w-prose text-lg text-muted">{leadText(queue, now)}</p>
          <div role="status">
            {queue?.note && (
              <p className="mt-6 max-w-prose border-l-4 border-accent pl-4 [overflow-wrap:anywhere]">
                <strong className="block">{m.queue_note()}</strong>
                <span lang={queue.note.locale}>{queue.note.text}</span>
              </p>
            )}
          </div>
        </div>
        <div className="mt-8 rounded-xl border-(length:--rule) border-line bg-surface p-5 sm:p-8 short:sm:mt-0 short:sm:self-start short:sm:p-5">
          {queue?.phase === 'gathering' ? (
            <UntilOpening opensAt={queue.opensAt} now={now} />
          ) : (
            // During a pause, a bar at 99 % would suggest to the first in line that it is their turn.
            <Progress
              room={queue?.room ?? 'shop'}
              ahead={queue?.phase === 'paused' ? queue.ahead || null : (queue?.ahead ?? null)}
            />
          )}
          <div role="status">
            <p className="display-4">{statusText(queue)}</p>
            {expectation && <p className="mt-1">{expectation}</p>}
            {stock && <p className={`mt-1 ${queue?.isSoldOut ? 'font-semibold' : ''}`}>{stock}</p>}
          </div>
          <NextPoll polling={polling} />
          {queue?.checkKey && (
            <BotCheck siteKey={queue.checkKey} onToken={(token) => joinQueue(queue.room, token, shop.slug)} />
          )}
        </div>
      </div>
      <div className={`mt-5 flex flex-wrap gap-3 ${isHydrated ? '' : 'invisible'}`}>
        <BellSwitch />
        {onBrowse && (
          <button type="button" className="button-secondary" onClick={onBrowse}>
            {m.queue_browse()}
          </button>
        )}
        {queue && <LeaveButton room={queue.room} />}
      </div>
      <WaitingCart />
      <h2 className="display-4 mt-10">{m.queue_promises()}</h2>
      <ul className="mt-3 grid max-w-prose list-disc gap-2 pl-5">
        <li>{m.queue_promise_reload()}</li>
        <li>{m.queue_promise_browse()}</li>
        <li>{m.queue_promise_tabs()}</li>
        <li>{m.queue_promise_enter()}</li>
      </ul>
      {queue?.entryId && queue.seedHash !== '' && <LotteryFacts queue={queue} entryId={queue.entryId} />}
    </section>
  )
}

/** Says why a visitor who was inside waits again. The wait removes the stored time, so the end is read before the first effect. */
function EndedTurn({ room }: { room: string }) {
  const { shop } = usePage()
  const isHydrated = useIsHydrated()
  const [isOver] = useState(() => timeInsideIsOver(shop.slug, room))
  return isHydrated && isOver ? <p className="mt-4 max-w-prose text-lg font-semibold">{m.queue_end_again()}</p> : null
}

/** The time until the next poll. Without scripts and before hydration, a link that reloads the page replaces it. */
function NextPoll({ polling: { secondsLeft, isPolling, isOffline } }: { polling: QueueState }) {
  const isHydrated = useIsHydrated()
  const { pathname, search } = useLocation()
  const here = useHref(pathname + search)
  return (
    <p className="mt-3 flex min-h-6 items-center gap-2 text-sm text-muted tabular-nums">
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className={`size-4 flex-none fill-none stroke-current stroke-2 ${isPolling ? 'motion-safe:animate-spin' : ''}`}
      >
        <path d="M16 10a6 6 0 1 1-2-4.5M14 2v3.5h-3.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {isHydrated ? (
        pollText(secondsLeft, isPolling, isOffline)
      ) : (
        <a href={here} className="underline">
          {m.queue_reload()}
        </a>
      )}
    </p>
  )
}

function pollText(seconds: number, isPolling: boolean, isOffline: boolean): string {
  if (isPolling) return m.queue_refreshing()
  return isOffline ? m.queue_offline({ seconds }) : m.queue_refresh_in({ seconds })
}

function UntilOpening({ opensAt, now }: { opensAt: QueueView['opensAt']; now: number }) {
  const seconds = Math.max(0, Math.ceil((opensAt - now) / 1000))
  const days = Math.floor(seconds / DAY_SECONDS)
  const hours = Math.floor((seconds % DAY_SECONDS) / 3600)
  const showsHours = hours > 0 || days > 0
  return (
    <p role="timer" className="mb-4 leading-tight">
      <span className="label block text-muted">{seconds > 0 ? m.queue_opens_in() : m.queue_opening()}</span>
      <span className="text-4xl font-bold tabular-nums sm:text-5xl">
        {days > 0 && `${m.queue_days({ count: days })} `}
        {showsHours && `${hours}:`}
        {clockText(showsHours ? seconds % 3600 : seconds)}
      </span>
    </p>
  )
}

/** The bar has the accent colour on the surface colour, because every design chooses them with enough contrast for text. */
function Progress({ room, ahead }: { room: string; ahead: number | null }) {
  const isHydrated = useIsHydrated()
  if (ahead === null) return null
  const percent = isHydrated ? progressPercent(firstPosition(room, ahead), ahead) : 0
  return (
    <div className="mb-4">
      <div
        role="progressbar"
        aria-label={m.queue_progress()}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-4 overflow-hidden rounded-full border-2 border-muted bg-surface"
      >
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="block size-full" aria-hidden="true">
          <rect width={percent} height="1" className="fill-accent motion-safe:transition-[width]" />
        </svg>
      </div>
      {/* "0 %" would say to a fan who has just come that nothing moves. */}
      <p className={`mt-2 text-sm text-muted tabular-nums ${percent > 0 ? '' : 'invisible'}`}>
        {m.queue_progress_text({ percent })}
      </p>
    </div>
  )
}
