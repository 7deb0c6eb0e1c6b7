/**
 * Watches the reservation. When its countdown ends the server is asked again; only where it knows of no reservation
 * either is the fan told that the tickets are gone (CART-04).
 */
import { useEffect, useState } from 'react'
import { COUNTDOWN_GRACE_SECONDS } from '../../schema/limits.ts'
import { m } from '../i18n/messages.ts'
import { Modal } from './modal.tsx'
import { serverTime } from './server-clock.ts'
import { useAskForCart, useCart, useCartUpdatesFromTabs } from './use-cart.ts'

const AGAIN_MS = 5_000

export function CartWatch() {
  const { data: cart } = useCart()
  const askForCart = useAskForCart()
  const [isExpired, setIsExpired] = useState(false)
  const validUntil = cart?.validUntil ?? null
  useCartUpdatesFromTabs()

  useEffect(() => {
    if (validUntil === null) return
    let isOver = false
    const wait = () => {
      const left = validUntil + COUNTDOWN_GRACE_SECONDS * 1000 - serverTime()
      // A long wait is cut short, so that a corrected clock counts.
      return setTimeout(left > 0 ? () => (timer = wait()) : check, Math.min(Math.max(left, 0), 30_000))
    }
    const check = async () => {
      try {
        // The answer itself ends this effect, where it has no reservation.
        const fresh = await askForCart()
        if (fresh.validUntil === null) setIsExpired(true)
        // The server's clock says otherwise: the same reservation may live on.
        else if (!isOver) timer = setTimeout(check, AGAIN_MS)
      } catch {
        // No answer is no word on the tickets: ask again.
        if (!isOver) timer = setTimeout(check, AGAIN_MS)
      }
    }
    let timer = wait()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [validUntil, askForCart])

  return isExpired ? <TerminationModal /> : null
}

function TerminationModal() {
  return (
    <Modal title={m.cart_expired_title()} onCancel={null}>
      <p className="mt-2 text-muted">{m.cart_expired_text()}</p>
      <button type="button" className="button-primary mt-6 w-full" onClick={() => location.reload()}>
        {m.cart_expired_reload()}
      </button>
    </Modal>
  )
}
