/**
 * The bar that shows a minimised wait while the visitor browses. It shows the position and continues to poll, also after page
 * loads. Once it is the visitor's turn, the bar says so and links back to the page that the visitor waited for. At the end of
 * the turn, it says what the visitor can still do.
 */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isUnqueuedRoute, type RouteName, routeOfPath } from '../../schema/routes.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { pieceCount, useCart } from '../cart/use-cart.ts'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { FEW_MINUTES, useMinutesLeft } from '../data/minutes-left.ts'
import { usePage } from '../data/page.tsx'
import type { Wait } from '../data/page-state.ts'
import { useServerSecond } from '../data/server-clock.ts'
import { endWait, forgetInside, setMinimised, useWait } from '../data/waiting.ts'
import { formatTime } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { storeInside } from './stored-wait.ts'
import { useQueue } from './use-queue.ts'
import { statusText } from './waiting-texts.ts'

/** `isMinimised`: the wait appears neither in a dialog nor in place of the page. */
export default function QueueBar({ isMinimised }: { isMinimised: boolean }) {
  const { wait, admittedTo, insideUntil } = useWait()
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-4 z-30 mb-[calc(var(--consent-bar,0px)+var(--cart-bar,0px))] flex justify-center px-4">
      <div role="status" className="pointer-events-auto">
        {wait && isMinimised && <Position key={wait.session.queue?.room} wait={wait} />}
        {wait === null && insideUntil !== null && <Turn admittedTo={admittedTo} until={insideUntil} />}
      </div>
      <TimeLeft />
    </div>
  )
}

const BAR = 'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-ink px-5 py-3 text-ground shadow-2xl'

function Position({ wait: { session } }: { wait: Wait }) {
  const { isWithoutCookies } = useQueue(session.queue)
  return (
    <button type="button" className={`${BAR} min-h-11 cursor-pointer text-left`} onClick={() => setMinimised(false)}>
      <span className="label">{m.queue_bar()}</span>
      <span className="font-semibold tabular-nums">
        {isWithoutCookies ? m.queue_cookies_title() : statusText(session.queue)}
      </span>
    </button>
  )
}

/** The pages behind an order, which has ended the pass. */
const ENDED_BY_ORDER: ReadonlySet<string> = new Set<RouteName>(['checkout-done', 'pay-later', 'order'])

function forgetTurn(shop: string): void {
  storeInside(null, shop)
  endWait()
  forgetInside()
}

/**
 * The notice at the start of the turn, until the visitor closes it, and the notice at its end. The checkout shows no notice
 * about the end, because visitors can order without a pass.
 */
function Turn({ admittedTo, until }: { admittedTo: string | null; until: number }) {
  const { shop } = usePage()
  const { name } = routeOfPath(useLocation().pathname).route
  const isOver = useServerSecond() >= until
  const hasOrdered = ENDED_BY_ORDER.has(name)
  useEffect(() => {
    if (hasOrdered) forgetTurn(shop.slug)
  }, [hasOrdered, shop.slug])
  if (hasOrdered) return null
  if (!isOver) return admittedTo === null ? null : <TurnNotice admittedTo={admittedTo} until={until} />
  return isUnqueuedRoute(name) ? null : <EndNotice onClose={() => forgetTurn(shop.slug)} />
}

/**
 * The time that is left inside, once the notice is closed. It is no status region, because screen readers would announce it
 * each minute, and the pointer reaches what it covers. Orders and payments need no pass, so their pages do not show it. The
 * summary bar of an event shows the time itself, because this line would cover it where the bar scrolls with the page.
 */
function TimeLeft() {
  const { name } = routeOfPath(useLocation().pathname).route
  const minutes = useMinutesLeft()
  if (minutes === null || minutes <= 0 || isUnqueuedRoute(name)) return null
  return (
    <p
      className={`rounded-full border bg-surface px-3 py-1 text-sm tabular-nums in-[:root:has(.shows-time-left)]:hidden ${
        minutes <= FEW_MINUTES ? 'border-danger font-semibold text-danger' : 'border-line'
      }`}
    >
      {m.queue_time_left({ count: minutes })}
    </p>
  )
}

/** Says that the visitor can still order the items in the cart, and may have to queue again before adding more. */
function EndNotice({ onClose }: { onClose: () => void }) {
  const { data: cart } = useCart()
  const hasItems = cart !== undefined && pieceCount(cart) > 0
  return (
    <div className={`${BAR} max-w-xl`}>
      <p className="min-w-0 grow basis-64">
        <strong className="block">{m.queue_end_title()}</strong>
        {hasItems && `${m.queue_end_cart()} `}
        {m.queue_end_text()}
      </p>
      {hasItems && (
        <ShopLink to="/checkout" className="font-semibold underline">
          {m.queue_cart_link()}
        </ShopLink>
      )}
      <button type="button" className="min-h-11 cursor-pointer font-semibold underline" onClick={onClose}>
        {m.queue_turn_close()}
      </button>
    </div>
  )
}

function TurnNotice({ admittedTo, until }: { admittedTo: string; until: number }) {
  const { pathname } = useLocation()
  return (
    <div className={`${BAR} max-w-xl`}>
      <p className="min-w-0 grow basis-64">
        <strong className="block">{m.queue_turn_title()}</strong>
        {m.queue_turn_text({ time: formatTime(until, SHOP_ZONE) })}
      </p>
      {!admittedTo.endsWith(pathname) && (
        <ShopLink to={admittedTo} className="font-semibold underline" onClick={endWait}>
          {m.queue_turn_back()}
        </ShopLink>
      )}
      <button type="button" className="min-h-11 cursor-pointer font-semibold underline" onClick={endWait}>
        {m.queue_turn_close()}
      </button>
    </div>
  )
}
