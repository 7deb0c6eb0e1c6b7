/**
 * The waiting room as a fan sees it: calm and honest. Where they stand, how far they have come, when the next word comes,
 * what happens then, and how the order was drawn. Screen readers hear a change of position and not every second.
 */
import { useEffect, useId } from 'react'
import type { QueuedSession, QueueView } from '../../schema/queue.ts'
import { clockText } from '../cart/countdown.ts'
import { useServerSecond } from '../cart/server-clock.ts'
import { formatDateTime, formatNumber } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { SHOP_ZONE } from '../i18n/shop-zone.ts'
import { BotCheck } from './bot-check.tsx'
import { DrawFacts } from './draw-facts.tsx'
import { firstPosition, progressOf } from './first-position.ts'
import { useQueue } from './use-queue.ts'

export default function WaitingScreen({ waiting, onBrowse }: { waiting: QueuedSession; onBrowse?: () => void }) {
  const { queue } = waiting
  const id = useId()
  const { secondsLeft, isAsking, isOffline } = useQueue(queue)
  const phase = queue?.phase === 'gathering' || queue?.phase === 'paused' ? queue.phase : 'serving'
  const title = { gathering: m.queue_title_gathering, serving: m.queue_title_serving, paused: m.queue_title_paused }
  const word = wordOf(queue)

  useEffect(() => {
    const before = document.title
    document.title = m.queue_document({ text: word })
    return () => {
      document.title = before
    }
  }, [word])

  return (
    <section aria-labelledby={id} className="page max-w-3xl py-10 md:py-16" data-testid="waiting-room">
      <h1 id={id} className="display-2 text-balance">
        {title[phase]()}
      </h1>
      <p className="mt-4 max-w-prose text-lg text-muted">{leadOf(queue, phase)}</p>
      <div className="mt-8 rounded-xl border-(length:--rule) border-line bg-surface p-5 sm:p-8">
        {phase === 'gathering' && queue ? (
          <UntilOpening queue={queue} />
        ) : (
          <Progress room={queue?.room ?? 'shop'} ahead={queue?.ahead ?? null} />
        )}
        <p role="status" className="display-4 mt-4">
          {word}
        </p>
        <p className="mt-3 flex min-h-6 items-center gap-2 text-sm text-muted tabular-nums">
          <svg
            viewBox="0 0 20 20"
            aria-hidden="true"
            className={`size-4 flex-none fill-none stroke-current stroke-2 ${isAsking ? 'motion-safe:animate-spin' : ''}`}
          >
            <path d="M16 10a6 6 0 1 1-2-4.5M14 2v3.5h-3.5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          {isAsking
            ? m.queue_refreshing()
            : isOffline
              ? m.queue_offline({ seconds: secondsLeft })
              : m.queue_refresh_in({ seconds: secondsLeft })}
        </p>
        {queue?.checkKey && <BotCheck room={queue.room} siteKey={queue.checkKey} />}
      </div>
      {onBrowse && (
        <button type="button" className="button-secondary mt-5" onClick={onBrowse}>
          {m.queue_browse()}
        </button>
      )}
      <h2 className="display-4 mt-10">{m.queue_promises()}</h2>
      <ul className="mt-3 grid max-w-prose list-disc gap-2 pl-5">
        <li>{m.queue_promise_reload()}</li>
        <li>{m.queue_promise_tabs()}</li>
        <li>{m.queue_promise_enter()}</li>
      </ul>
      {queue?.placeId && queue.seedHash !== '' && <DrawFacts queue={queue} />}
    </section>
  )
}

function leadOf(queue: QueueView | null, phase: 'gathering' | 'serving' | 'paused'): string {
  if (queue?.checkKey) return m.queue_check()
  if (phase === 'gathering' && queue) return m.queue_lead_gathering({ date: formatDateTime(queue.opensAt, SHOP_ZONE) })
  return phase === 'paused' ? m.queue_lead_paused() : m.queue_lead_serving()
}

/** The one line that says it all; also the tab's title and what is read out. */
function wordOf(queue: QueueView | null): string {
  if (queue?.phase === 'gathering') {
    const total = queue.total ?? 0
    return total > 0 ? m.queue_total({ count: total, number: formatNumber(total) }) : m.queue_in()
  }
  if (queue?.ahead == null) return m.queue_opening()
  return queue.ahead === 0 ? m.queue_next() : m.queue_ahead({ count: queue.ahead, number: formatNumber(queue.ahead) })
}

function UntilOpening({ queue }: { queue: QueueView }) {
  const now = useServerSecond()
  const seconds = Math.max(0, Math.ceil((queue.opensAt - now) / 1000))
  const hours = Math.floor(seconds / 3600)
  return (
    <p role="timer" className="leading-tight">
      <span className="label block text-muted">{seconds > 0 ? m.queue_opens_in() : m.queue_opening()}</span>
      <span className="text-4xl font-bold tabular-nums sm:text-5xl">
        {hours > 0 && `${hours}:`}
        {clockText(hours > 0 ? seconds % 3600 : seconds)}
      </span>
    </p>
  )
}

function Progress({ room, ahead }: { room: string; ahead: number | null }) {
  const percent = ahead === null ? 0 : progressOf(firstPosition(room, ahead), ahead)
  return (
    <div>
      <div
        role="progressbar"
        aria-label={m.queue_progress()}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-3 overflow-hidden rounded-full bg-line"
      >
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="block size-full" aria-hidden="true">
          <rect width={percent} height="1" className="fill-accent motion-safe:transition-[width]" />
        </svg>
      </div>
      <p className="mt-2 text-sm text-muted tabular-nums">{m.queue_progress_text({ percent })}</p>
    </div>
  )
}
