/**
 * Watches the expiry of the cart's holds and of the session. When the countdown ends, the page fetches the cart again. If the
 * server confirms that the holds have expired, the page tells the visitor that the tickets are gone, and which (CART-04). When the session
 * ends, the cart is cleared (SES-01).
 */
import { useEffect, useRef, useState } from 'react'
import { HeartbeatDocument } from '../../schema/generated/mutations.ts'
import { COUNTDOWN_GRACE_SECONDS } from '../../schema/limits.ts'
import { runOperation, ShopError } from '../data/fetch.ts'
import { serverTime } from '../data/server-clock.ts'
import { optionalPart } from '../ui/client-only.tsx'
import { type HeartbeatResult, keepSessionAlive } from './heartbeat.ts'
import { type CartItem, useCart, useCartUpdatesFromTabs, useClearCart, useFetchCart } from './use-cart.ts'

const ExpiryModal = optionalPart(() => import('./expiry-modal.tsx'))

const RETRY_MS = 5_000

async function sendHeartbeat(): Promise<HeartbeatResult> {
  try {
    await runOperation(HeartbeatDocument, {})
    return 'alive'
  } catch (error) {
    if (error instanceof ShopError && error.code === 'SESSION_NOT_FOUND') return 'ended'
    throw error
  }
}

export function CartExpiry() {
  const { data: cart } = useCart()
  const fetchCart = useFetchCart()
  const clearCart = useClearCart()
  const [expired, setExpired] = useState<{ isSession: boolean; lost: CartItem[] } | null>(null)
  const items = cart?.items
  const heldUntil = cart?.heldUntil ?? null
  const hasItems = (items?.length ?? 0) > 0
  const lost = useRef<CartItem[]>([])
  useCartUpdatesFromTabs()

  useEffect(() => {
    if (items) lost.current = heldUntil === null ? [] : items
  }, [heldUntil, items])

  useEffect(() => {
    if (heldUntil === null) return
    let isCancelled = false
    const wait = () => {
      const left = heldUntil + COUNTDOWN_GRACE_SECONDS * 1000 - serverTime()
      // A long wait is split, because an answer may correct the result of `serverTime` in the meantime.
      return setTimeout(left > 0 ? () => (timer = wait()) : check, Math.min(Math.max(left, 0), 30_000))
    }
    const check = async () => {
      const held = lost.current
      try {
        // A fetched cart without holds also ends this effect and sets `isCancelled`. The message must appear all the same.
        const fresh = await fetchCart()
        if (fresh.heldUntil === null) setExpired({ isSession: false, lost: held })
        // The holds still exist by the server's clock.
        else if (!isCancelled) timer = setTimeout(check, RETRY_MS)
      } catch {
        // Without an answer, the tickets may still be held.
        if (!isCancelled) timer = setTimeout(check, RETRY_MS)
      }
    }
    let timer = wait()
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [heldUntil, fetchCart])

  useEffect(() => {
    if (!hasItems) return
    return keepSessionAlive(sendHeartbeat, () => {
      setExpired({ isSession: true, lost: lost.current })
      clearCart()
    })
  }, [hasItems, clearCart])

  return expired && <ExpiryModal {...expired} />
}
