/**
 * The queue beside the pages, small and always in sight: where a browsing fan stands, and then that it is their turn. It
 * goes on asking, over loads of whole pages too, and leads back to what the fan wanted.
 */
import { useState } from 'react'
import { useLocation } from 'react-router'
import { LONGEST_PASS_MINUTES } from '../../schema/limits.ts'
import { ShopLink } from '../catalogue/shop-link.tsx'
import type { Wait } from '../data/page-state.ts'
import { serverTime } from '../data/server-clock.ts'
import { endWait, setAside, useWait } from '../data/waiting.ts'
import { formatTime } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { SHOP_ZONE } from '../i18n/shop-zone.ts'
import { useQueue } from './use-queue.ts'
import { wordOf } from './waiting-words.ts'

/** `isAside`: nothing else shows the wait. */
export default function QueueBar({ isAside }: { isAside: boolean }) {
  const { wait, calledTo } = useWait()
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-24 z-30 flex justify-center px-4 sm:bottom-6">
      <div role="status" className="pointer-events-auto">
        {wait && isAside && <Standing key={wait.session.queue?.room} wait={wait} />}
        {calledTo !== null && <Turn calledTo={calledTo} />}
      </div>
    </div>
  )
}

const BAR = 'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-ink px-5 py-3 text-ground shadow-2xl'

function Standing({ wait: { session } }: { wait: Wait }) {
  const { isWithoutCookies } = useQueue(session.queue)
  return (
    <button type="button" className={`${BAR} min-h-11 cursor-pointer text-left`} onClick={() => setAside(false)}>
      <span className="label">{m.queue_bar()}</span>
      <span className="font-semibold tabular-nums">
        {isWithoutCookies ? m.queue_cookies_title() : wordOf(session.queue)}
      </span>
    </button>
  )
}

function Turn({ calledTo }: { calledTo: string }) {
  const { pathname } = useLocation()
  const [until] = useState(() => serverTime() + LONGEST_PASS_MINUTES * 60_000)
  return (
    <div className={`${BAR} max-w-xl`}>
      <p className="min-w-0 grow basis-64">
        <strong className="block">{m.queue_turn_title()}</strong>
        {m.queue_turn_text({ time: formatTime(until, SHOP_ZONE) })}
      </p>
      {!calledTo.endsWith(pathname) && (
        <ShopLink to={calledTo} className="font-semibold underline" onClick={endWait}>
          {m.queue_turn_back()}
        </ShopLink>
      )}
      <button type="button" className="min-h-11 cursor-pointer font-semibold underline" onClick={endWait}>
        {m.queue_turn_close()}
      </button>
    </div>
  )
}
