/**
 * The cart in the header: the number of pieces, the total, and how long tickets are held. The minicart opens on click, and
 * on mouse hover unless the cart is empty. It also opens after the visitor has added an item, but not after a choice on a
 * seat map. Its code loads when it opens for the first time.
 */
import { type PointerEvent, useEffect, useRef } from 'react'
import { useServerSecond } from '../data/server-clock.ts'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { optionalPart } from '../ui/client-only.tsx'
import { Icon } from '../ui/icon.tsx'
import { CartExpiry } from './cart-expiry.tsx'
import { clockText, secondsLeft } from './countdown.ts'
import { closeMinicart, openMinicart, useMinicart } from './minicart-state.ts'
import { type Cart, pieceCount, useCart } from './use-cart.ts'

const Minicart = optionalPart(() => import('./minicart.tsx'))

/** The minicart stays open for this time after the mouse has left it. */
const LEAVE_MS = 350
/** A click soon after hover has opened the minicart must not close it: the visitor wants to see the cart. */
const HOVER_CLICK_MS = 600

export default function CartSummary() {
  const { data: cart } = useCart()
  const { isOpen, added } = useMinicart()
  const root = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const hoveredOpenAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent | globalThis.PointerEvent) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isOutside =
        event.type === 'pointerdown' && event.target instanceof Node && !root.current?.contains(event.target)
      if (isEscape && root.current?.contains(document.activeElement)) button.current?.focus()
      if (isEscape || isOutside) closeMinicart()
    }
    addEventListener('keydown', close)
    addEventListener('pointerdown', close)
    return () => {
      removeEventListener('keydown', close)
      removeEventListener('pointerdown', close)
    }
  }, [isOpen])

  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    if (!cart || cart.items.length === 0 || isOpen) return
    hoveredOpenAt.current = performance.now()
    openMinicart()
  }
  const press = () => {
    if (!isOpen) openMinicart()
    else if (performance.now() - hoveredOpenAt.current > HOVER_CLICK_MS) closeMinicart()
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!root.current?.contains(document.activeElement)) closeMinicart()
    }, LEAVE_MS)
  }

  const count = cart ? pieceCount(cart) : 0
  return (
    <div ref={root} role="none" className="relative" onPointerEnter={enter} onPointerLeave={leave}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        onClick={press}
        className="flex h-11 items-center gap-2.5 rounded-full px-3 hover:bg-ink/5"
      >
        <span className="sr-only">
          {cart && count > 0 ? m.cart_summary({ count, total: formatPrice(cart.totalCents) }) : m.cart_empty()}
        </span>
        <span className="relative" aria-hidden="true">
          <Icon name="bag" />
          {count > 0 && (
            <span className="absolute -top-1.5 -right-2 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.7rem] leading-none font-bold text-on-accent tabular-nums">
              {count}
            </span>
          )}
        </span>
        {cart && count > 0 && <SumAndTime cart={cart} />}
      </button>
      {isOpen && <Minicart added={added} onClose={closeMinicart} />}
      <CartExpiry />
    </div>
  )
}

/** Hidden from screen readers. The button contains a separate text with the sum for them. */
function SumAndTime({ cart }: { cart: Cart }) {
  return (
    <span className="hidden text-left leading-tight sm:block" aria-hidden="true">
      <span className="block text-sm font-semibold tabular-nums">{formatPrice(cart.totalCents)}</span>
      {cart.heldUntil !== null && (
        <Countdown heldUntil={cart.heldUntil} text={m.cart_time_left} className="block text-xs text-muted" />
      )}
    </span>
  )
}

type CountdownProps = { heldUntil: number; text: (values: { time: string }) => string; className: string }

/**
 * The remaining time in words, because mm:ss alone looks like a time of day. It is hidden from screen readers, which read it
 * in the minicart and in the checkout.
 */
export function Countdown({ heldUntil, text, className }: CountdownProps) {
  const left = secondsLeft(heldUntil, useServerSecond())
  return (
    <span className={`tabular-nums ${className}`} data-testid="countdown" aria-hidden="true">
      {text({ time: clockText(left) })}
    </span>
  )
}
