/**
 * Tells the other tabs of this shop's cart that it has changed. The message carries no cart: whoever hears it asks the
 * server, which alone knows.
 */
const CHANNEL = 'cart_update'

let channel: BroadcastChannel | null = null

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  channel ??= new BroadcastChannel(CHANNEL)
  return channel
}

/** `version` lets a tab that already has this change ignore it. */
export function tellOtherTabs(cart: { id: string; version: number }): void {
  open()?.postMessage({ id: cart.id, version: cart.version })
}

/** Returns how to stop listening. */
export function onCartUpdate(listener: (cart: { id: string; version: number }) => void): () => void {
  const heard = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('id' in data) || !('version' in data)) return
    if (typeof data.id === 'string' && typeof data.version === 'number') {
      listener({ id: data.id, version: data.version })
    }
  }
  const heardOn = open()
  heardOn?.addEventListener('message', heard)
  return () => heardOn?.removeEventListener('message', heard)
}
