/**
 * The bar at the bottom of the window: the number of tickets, their price, the remaining time of the hold, and a button that
 * adds the tickets to the cart. If they are already in the cart, a link to the cart replaces the button. The bar also shows
 * notices in a live region, so that screen readers announce them.
 */
import { useRef } from 'react'
import { clockText, secondsLeft } from '../../cart/countdown.ts'
import { useCart } from '../../cart/use-cart.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useServerSecond } from '../../data/server-clock.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'

type SummaryBarProps = {
  count: number
  totalCents: number
  notice: Notice | null
  isBusy: boolean
  /** Whether all chosen tickets are in the cart. */
  isInCart: boolean
  onAct: () => void
}

export function SummaryBar({ count, totalCents, notice, isBusy, isInCart, onAct }: SummaryBarProps) {
  return (
    <section
      aria-label={m.event_summary_label()}
      className="sticky bottom-(--consent-bar,0px) z-10 -mx-[clamp(1rem,4vw,3rem)] mt-6 border-t border-line bg-ground/95 px-[clamp(1rem,4vw,3rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur md:mx-0 md:rounded-t-xl md:border-x md:px-6"
    >
      <p
        role="status"
        className={notice ? `pb-2 text-sm font-medium ${notice.tone === 'problem' ? 'text-danger' : ''}` : 'sr-only'}
      >
        {notice?.text()}
      </p>
      <SummaryLine count={count} totalCents={totalCents} isBusy={isBusy} isInCart={isInCart} onAct={onAct} />
    </section>
  )
}

export function SummaryLine({ count, totalCents, isBusy, isInCart, onAct }: Omit<SummaryBarProps, 'notice'>) {
  // When the link replaces a focused button, the link gets the focus. Otherwise the focus would move to the page's top.
  const hadFocus = useRef(false)
  return (
    <div className="flex items-center gap-4 short:flex-wrap short:justify-end">
      <p className="min-w-0 grow leading-snug">
        {count === 0 ? (
          <span className="text-muted">{m.event_summary_none()}</span>
        ) : (
          <>
            <span className="block text-sm text-muted">
              <span className="whitespace-nowrap">{m.event_summary({ count })}</span>
              {isInCart && <HoldCountdown />}
            </span>
            <span className="block text-lg font-bold tabular-nums">{formatPrice(totalCents)}</span>
          </>
        )}
      </p>
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
          className={`${count === 0 ? 'button-secondary' : 'button-primary'} shrink-0 px-4 whitespace-nowrap sm:px-6`}
          aria-disabled={isBusy}
          onClick={onAct}
        >
          {isBusy ? m.event_adding() : m.event_add()}
        </button>
      )}
    </div>
  )
}

function HoldCountdown() {
  const { data: cart } = useCart()
  const now = useServerSecond()
  if (!cart?.heldUntil) return null
  return (
    <>
      {' '}
      <span className="whitespace-nowrap tabular-nums">
        · {m.event_reserved_for({ time: clockText(secondsLeft(cart.heldUntil, now)) })}
      </span>
    </>
  )
}
