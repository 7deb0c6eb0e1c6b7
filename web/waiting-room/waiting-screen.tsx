/**
 * The waiting room as a fan sees it: calm and honest. What they wait for, where they stand, how long it may take, when the
 * next word comes, what happens then, and how the order was drawn. Screen readers hear a change of position and not every
 * second. The edge draws it too: where a script does not come, the page loads itself anew, and the place is a cookie.
 */
import { useId } from 'react'
import { useHref, useLocation } from 'react-router'
import type { QueuedSession, QueueView } from '../../schema/queue.ts'
import { BotCheck } from '../bot-check/bot-check.tsx'
import { clockText } from '../cart/countdown.ts'
import { useIsHydrated } from '../data/hydration.ts'
import { usePage } from '../data/page.tsx'
import { useServerSecond } from '../data/server-clock.ts'
import { m } from '../i18n/messages.ts'
import { BellSwitch } from './bell-switch.tsx'
import { firstPosition, progressOf } from './first-position.ts'
import { GuardedEvent } from './guarded-event.tsx'
import { takePlace } from './join-queue.ts'
import { LeaveButton } from './leave-button.tsx'
import { DrawFacts } from './lottery-facts.tsx'
import { type QueueState, useQueue } from './use-queue.ts'
import { WaitingCart } from './waiting-cart.tsx'
import { expectationOf, leadOf, stockOf, titleOf, wordOf } from './waiting-words.ts'
import { WithoutCookies } from './without-cookies.tsx'

const DAY_SECONDS = 24 * 3600

export function WaitingScreen({ session, onBrowse }: { session: QueuedSession; onBrowse?: () => void }) {
  const { queue } = session
  const id = useId()
  const asking = useQueue(queue)
  const now = useServerSecond()
  // Buttons do nothing without scripts; their room is kept.
  const isHydrated = useIsHydrated()
  const expectation = expectationOf(queue)
  const { shop, guardedEvent } = usePage()
  // Where the promoter says that it is sold out, nothing comes back.
  const stock = guardedEvent?.soldOutMessage ? null : stockOf(queue)
  if (asking.isWithoutCookies) return <WithoutCookies onBrowse={onBrowse} />
  return (
    // An hour's waiting room is nothing for the excerpts of search engines.
    <section aria-labelledby={id} data-nosnippet="" className="page max-w-3xl py-8 md:py-14" data-testid="waiting-room">
      <GuardedEvent queue={queue} />
      <h1 id={id} className="display-2 text-balance">
        {titleOf(queue, now)}
      </h1>
      <p className="mt-4 max-w-prose text-lg text-muted">{leadOf(queue, now)}</p>
      <div className="mt-8 rounded-xl border-(length:--rule) border-line bg-surface p-5 sm:p-8">
        {queue?.phase === 'gathering' ? (
          <UntilOpening opensAt={queue.opensAt} now={now} />
        ) : (
          // A full bar during a pause would promise the turn to the first in line.
          <Progress
            room={queue?.room ?? 'shop'}
            ahead={queue?.phase === 'paused' ? queue.ahead || null : (queue?.ahead ?? null)}
          />
        )}
        <div role="status">
          <p className="display-4">{wordOf(queue)}</p>
          {expectation && <p className="mt-1">{expectation}</p>}
          {stock && <p className={`mt-1 ${queue?.isSoldOut ? 'font-semibold' : ''}`}>{stock}</p>}
        </div>
        <NextAnswer asking={asking} />
        {queue?.checkKey && (
          <BotCheck siteKey={queue.checkKey} onToken={(token) => takePlace(queue.room, token, shop.slug)} />
        )}
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
      {queue?.entryId && queue.seedHash !== '' && <DrawFacts queue={queue} />}
    </section>
  )
}

/** Before the scripts run, and where they never do, it is a link. */
function NextAnswer({ asking: { secondsLeft, isAsking, isOffline } }: { asking: QueueState }) {
  const isHydrated = useIsHydrated()
  const { pathname, search } = useLocation()
  const here = useHref(pathname + search)
  return (
    <p className="mt-3 flex min-h-6 items-center gap-2 text-sm text-muted tabular-nums">
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className={`size-4 flex-none fill-none stroke-current stroke-2 ${isAsking ? 'motion-safe:animate-spin' : ''}`}
      >
        <path d="M16 10a6 6 0 1 1-2-4.5M14 2v3.5h-3.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {isHydrated ? (
        nextWord(secondsLeft, isAsking, isOffline)
      ) : (
        <a href={here} className="underline">
          {m.queue_reload()}
        </a>
      )}
    </p>
  )
}

function nextWord(seconds: number, isAsking: boolean, isOffline: boolean): string {
  if (isAsking) return m.queue_refreshing()
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

/** The design's accent on its surface: both are far enough apart to read words by, in every design. */
function Progress({ room, ahead }: { room: string; ahead: number | null }) {
  const isHydrated = useIsHydrated()
  if (ahead === null) return null
  const percent = isHydrated ? progressOf(firstPosition(room, ahead), ahead) : 0
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
      <p className={`mt-2 text-sm text-muted tabular-nums ${isHydrated ? '' : 'invisible'}`}>
        {m.queue_progress_text({ percent })}
      </p>
    </div>
  )
}
