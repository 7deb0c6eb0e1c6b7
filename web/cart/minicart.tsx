/** A small view of the cart below the header's button, or at the bottom of the window on phones. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { useShopLinks } from '../catalogue/shop-links.ts'
import { useServerSecond } from '../data/server-clock.ts'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { useProblem } from '../ui/problem.ts'
import { CartLines } from './cart-lines.tsx'
import { clockText, secondsLeft } from './countdown.ts'
import { HoldTimerSquares } from './hold-timer.tsx'
import { MinicartRelated } from './minicart-related.tsx'
import { useCart } from './use-cart.ts'

/** `added` contains the ids of the variants that were just added. */
type MinicartProps = { added: readonly string[]; onClose: () => void }

export default function Minicart({ added, onClose }: MinicartProps) {
  const { data: cart } = useCart()
  const shopLinks = useShopLinks()
  const [problem, setProblem] = useProblem()
  const [notice, setNotice] = useProblem()
  const list = useRef<HTMLUListElement>(null)
  const showLine = useEffectEvent((variantIds: readonly string[]) => {
    const item = cart?.items.findLast(({ productVariantId }) => variantIds.includes(productVariantId))
    list.current?.querySelector(`[data-item="${item?.id}"]`)?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => showLine(added), [added])
  useEffect(() => {
    // The links to the checkout open a new document. After a return, the browser may show this one again.
    addEventListener('pagehide', onClose)
    return () => removeEventListener('pagehide', onClose)
  }, [onClose])
  if (!cart) return null
  const isAfterAdding = added.length > 0
  return (
    <section
      aria-label={m.cart_title()}
      className="fixed inset-x-0 bottom-(--consent-bar,0px) z-40 flex max-h-[calc(85svh-var(--consent-bar,0px))] flex-col low:max-h-[calc(100svh-4.5rem-var(--consent-bar,0px))] low:scroll-pb-28 low:overflow-y-auto low:overscroll-contain motion-safe:scroll-smooth rounded-t-2xl border border-line bg-ground shadow-2xl motion-safe:animate-rise sm:absolute sm:inset-x-auto sm:top-full sm:right-0 sm:bottom-auto sm:mt-2 sm:max-h-[min(75svh,40rem)] low:sm:max-h-[calc(100svh-4.5rem-var(--consent-bar,0px))] sm:w-[26rem] low:md:w-[38rem] sm:rounded-2xl"
    >
      <header className="flex items-center gap-3 px-5 pt-4 pb-2 low:py-0">
        <h2 className="display-4 grow">
          <span role={isAfterAdding ? 'status' : undefined}>{isAfterAdding ? m.cart_added() : m.cart_title()}</span>
        </h2>
        {cart.heldUntil !== null && <ShortCountdown heldUntil={cart.heldUntil} />}
        <button
          type="button"
          aria-label={m.cart_close()}
          onClick={onClose}
          className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-ink hover:text-surface"
        >
          <Icon name="close" className="size-5" />
        </button>
      </header>
      {cart.items.length === 0 ? (
        <div className="px-5 pb-6">
          <p className="font-semibold">{m.cart_empty()}</p>
          <p className="mt-1 text-muted">{m.cart_empty_text()}</p>
          <p className="mt-4 flex flex-wrap gap-3">
            {shopLinks.slice(0, 2).map(({ href, label }, index) => (
              <ShopLink
                key={href}
                to={href}
                className={`grow ${index === 0 ? 'button-primary' : 'button-secondary'}`}
                onClick={onClose}
              >
                {label}
              </ShopLink>
            ))}
          </p>
        </div>
      ) : (
        <>
          {cart.heldUntil !== null && <HoldCountdown heldUntil={cart.heldUntil} />}
          {problem && (
            <p role="alert" className="mx-5 mt-2 text-sm font-medium text-danger">
              {problem}
            </p>
          )}
          {notice && (
            <p role="status" className="mx-5 mt-2 text-sm font-medium">
              {notice}
            </p>
          )}
          <ul
            ref={list}
            className="min-h-0 grow divide-y divide-line overflow-y-auto overscroll-contain px-5 motion-safe:scroll-smooth low:shrink-0 low:overflow-visible"
          >
            <CartLines items={cart.items} onProblem={setProblem} onNotice={setNotice} />
            <MinicartRelated items={cart.items} onLeave={onClose} />
          </ul>
          {/* On a low window, items and footer do not fit together: the items scroll below the button to check out. */}
          <footer className="border-t border-line px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] low:sticky low:bottom-0 low:bg-ground low:pt-2 low:pb-[max(0.75rem,env(safe-area-inset-bottom))] low:md:flex low:md:items-center low:md:gap-4">
            <p className="flex grow items-baseline gap-3">
              <span className="grow">
                {m.cart_total()}{' '}
                <span className="inline-block text-sm text-muted">
                  ({cart.physical ? m.cart_total_note() : m.product_tax_only()})
                </span>
              </span>
              <strong className="text-lg tabular-nums">{formatPrice(cart.totalCents)}</strong>
            </p>
            <div className="mt-3 flex flex-wrap gap-3 low:mt-2 low:md:mt-0 low:md:flex-none">
              <ShopLink to="/checkout/details" className="button-primary w-full low:order-last low:w-auto low:grow">
                {m.cart_checkout()}
              </ShopLink>
              <button
                type="button"
                className="button-secondary grow px-3 whitespace-nowrap low:hidden"
                onClick={onClose}
              >
                {m.cart_continue()}
              </button>
              <ShopLink to="/checkout" className="button-secondary grow px-3 whitespace-nowrap">
                {m.cart_to_cart()}
              </ShopLink>
            </div>
          </footer>
        </>
      )}
    </section>
  )
}

function HoldCountdown({ heldUntil }: { heldUntil: number }) {
  const left = secondsLeft(heldUntil, useServerSecond())
  return (
    <div className="mx-5 rounded-lg bg-surface px-3 py-2 text-sm tabular-nums low:hidden">
      <p>{m.cart_reserved_until({ time: clockText(left) })}</p>
      <HoldTimerSquares seconds={left} />
    </div>
  )
}

/** In a low window, the remaining time stands in the heading's line, so that the items have room. */
function ShortCountdown({ heldUntil }: { heldUntil: number }) {
  const left = secondsLeft(heldUntil, useServerSecond())
  return (
    <p className="hidden text-sm whitespace-nowrap tabular-nums low:block">
      {m.cart_time_left({ time: clockText(left) })}
    </p>
  )
}
