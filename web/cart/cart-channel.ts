/**
 * Notifies the other tabs that the cart has changed. The message contains only id and version; the tabs fetch the cart from
 * the server, so that a delayed message cannot show an old cart.
 */
const CHANNEL = 'cart_update'

let channel: BroadcastChannel | null = null

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  channel ??= new BroadcastChannel(CHANNEL)
  return channel
}

/** A tab that already has this version ignores the message. */
export function notifyOtherTabs(cart: { id: string; version: number }): void {
  open()?.postMessage({ id: cart.id, version: cart.version })
}

/** Returns a function that removes the listener. */
export function onCartUpdate(listener: (cart: { id: string; version: number }) => void): () => void {
  const handle = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('id' in data) || !('version' in data)) return
    if (typeof data.id === 'string' && typeof data.version === 'number') {
      listener({ id: data.id, version: data.version })
    }
  }
  const source = open()
  source?.addEventListener('message', handle)
  return () => source?.removeEventListener('message', handle)
}
