/**
 * The bar at the bottom of the window: the number of tickets, their price, the remaining time of the hold, and a button that
 * adds the tickets to the cart. After a waiting room, it also says how much time is left inside. If the cart contains the tickets
 * already, the bar has a link to the cart instead of the button. Without tickets, the button looks disabled, but it can be
 * pressed: it then says what is missing. Notices are in a live region of the bar, so that screen readers announce them.
 */
import { useRef } from 'react'
import { clockText, secondsLeft } from '../../cart/countdown.ts'
import { useCart } from '../../cart/use-cart.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { FEW_MINUTES, useMinutesLeft } from '../../data/minutes-left.ts'
import { useServerSecond } from '../../data/server-clock.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import { barHeightRef } from '../../ui/bar-height.ts'

type SummaryBarProps = {
  count: number
  /** Null if the price depends on a choice that is still missing. */
  totalCents: number | null
  notice: Notice | null
  isBusy: boolean
  /** Whether all chosen tickets are in the cart. */
  isInCart: boolean
  onAct: () => void
}

const measured = barHeightRef('--cart-bar')

export function SummaryBar({ count, totalCents, notice, isBusy, isInCart, onAct }: SummaryBarProps) {
  // On a phone held sideways, a bar that says nothing would cover the choice of tickets.
  const isSilent = count === 0 && notice === null
  return (
    <section
      ref={measured}
      aria-label={m.event_summary_label()}
      className={`summary-bar sticky bottom-(--consent-bar,0px) z-10 -mx-[clamp(1rem,4vw,3rem)] mt-6 border-t border-line bg-ground/95 px-[clamp(1rem,4vw,3rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur md:mx-0 md:rounded-t-xl md:border-x md:border-b md:px-6 ${isSilent ? 'short:not-has-[.shows-time-left]:static' : ''}`}
    >
      <TimeInside />
      <p
        role="status"
        className={
          notice ? `pb-2 text-sm short:pb-1 font-medium ${notice.tone === 'problem' ? 'text-danger' : ''}` : 'sr-only'
        }
      >
        {notice?.text()}
      </p>
      <SummaryLine count={count} totalCents={totalCents} isBusy={isBusy} isInCart={isInCart} onAct={onAct} />
    </section>
  )
}

/** The time that is left inside after a waiting room. The line of the waiting room hides while this one is shown. */
function TimeInside() {
  const minutes = useMinutesLeft()
  if (minutes === null || minutes <= 0) return null
  return (
    <p
      className={`shows-time-left pb-1 text-sm leading-5 tabular-nums ${minutes <= FEW_MINUTES ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      {m.queue_time_left({ count: minutes })}
    </p>
  )
}

type SummaryLineProps = Omit<SummaryBarProps, 'notice'> & {
  /** Keeps the line of the time free while no ticket is held, so that the first one does not change the height. */
  reservesTime?: boolean
}

export function SummaryLine({ count, totalCents, isBusy, isInCart, onAct, reservesTime = false }: SummaryLineProps) {
  // When the link replaces a focused button, the link gets the focus. Otherwise the focus would move to the page's top.
  const hadFocus = useRef(false)
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
      <p className="min-w-20 grow basis-0 leading-snug short:basis-auto">
        {count === 0 ? (
          <span className="block text-sm text-muted sm:text-base">{m.event_summary_none()}</span>
        ) : (
          <>
            <span className="block text-sm text-muted in-[.summary-bar]:short:mr-3 in-[.summary-bar]:short:inline">
              {m.event_summary({ count })}
            </span>
            {totalCents !== null && (
              <span className="block text-lg font-bold tabular-nums in-[.summary-bar]:short:inline">
                {formatPrice(totalCents)}
              </span>
            )}
          </>
        )}
      </p>
      {isInCart ? <HoldCountdown /> : reservesTime && <p className={TIME} />}
      {isInCart ? (
        <ShopLink
          ref={(link) => {
            if (hadFocus.current) link?.focus({ preventScroll: true })
            hadFocus.current = false
          }}
          to="/checkout"
          className="button-primary shrink-0 px-4 whitespace-nowrap sm:px-6"
        >
          {m.event_to_cart()}
        </ShopLink>
      ) : (
        <button
          ref={(button) => () => {
            hadFocus.current = button === document.activeElement
          }}
          type="button"
          className="button-primary shrink-0 px-4 whitespace-nowrap sm:px-6"
          aria-disabled={isBusy || count === 0}
          onClick={onAct}
        >
          {isBusy ? m.event_adding() : m.event_add()}
        </button>
      )}
    </div>
  )
}

const TIME =
  'order-last min-h-5 basis-full text-sm leading-5 text-muted tabular-nums sm:order-none sm:basis-auto short:not-in-[.summary-bar]:order-last short:not-in-[.summary-bar]:basis-full'

/**
 * On a phone, the time has a line of its own, because the button needs the rest of the line with the price. In a low window,
 * only the map's full screen has such a line: its column is narrow, while the bar is wide and should be low.
 */
function HoldCountdown() {
  const { data: cart } = useCart()
  const now = useServerSecond()
  return (
    <p className={TIME}>
      {cart?.heldUntil && m.event_reserved_for({ time: clockText(secondsLeft(cart.heldUntil, now)) })}
    </p>
  )
}
