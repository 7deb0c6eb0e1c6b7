/**
 * Watches the reservation and the session. When the reservation's countdown ends the server is asked again; only where it
 * knows of none either is the fan told that the tickets are gone (CART-04). A session that nobody kept alive ends with its
 * cart (SES-01).
 */
import { useEffect, useState } from 'react'
import { HeartbeatDocument } from '../../schema/generated/mutations.ts'
import { COUNTDOWN_GRACE_SECONDS } from '../../schema/limits.ts'
import { runOperation, ShopError } from '../data/fetch.ts'
import { serverTime } from '../data/server-clock.ts'
import { m } from '../i18n/messages.ts'
import { Modal } from '../ui/modal.tsx'
import { type Beat, keepSession } from './session.ts'
import { useAskForCart, useCart, useCartUpdatesFromTabs, useClearCart } from './use-cart.ts'

const AGAIN_MS = 5_000

async function beat(): Promise<Beat> {
  try {
    await runOperation(HeartbeatDocument, {})
    return 'kept'
  } catch (error) {
    if (error instanceof ShopError && error.code === 'SESSION_NOT_FOUND') return 'ended'
    throw error
  }
}

export function CartWatch() {
  const { data: cart } = useCart()
  const askForCart = useAskForCart()
  const clearCart = useClearCart()
  const [ended, setEnded] = useState<'reservation' | 'session' | null>(null)
  const validUntil = cart?.validUntil ?? null
  const hasItems = (cart?.items.length ?? 0) > 0
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
        if (fresh.validUntil === null) setEnded('reservation')
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

  useEffect(() => {
    if (!hasItems) return
    return keepSession(beat, () => {
      setEnded('session')
      clearCart()
    })
  }, [hasItems, clearCart])

  return ended && <TerminationModal isSession={ended === 'session'} />
}

function TerminationModal({ isSession }: { isSession: boolean }) {
  return (
    <Modal title={isSession ? m.cart_session_over_title() : m.cart_expired_title()} onCancel={null}>
      <p className="mt-2 text-muted">{isSession ? m.cart_session_over_text() : m.cart_expired_text()}</p>
      <button type="button" className="button-primary mt-6 w-full" onClick={() => location.reload()}>
        {m.cart_expired_reload()}
      </button>
    </Modal>
  )
}
