/**
 * Notifies the other tabs that the cart has changed. The message contains only the cart's id and version. The tabs fetch
 * the cart from the server, so that a delayed message cannot show an old cart.
 */
export interface CartUpdate {
  readonly id: string
  readonly version: number
  /** The version of the buyer's input, if that has changed. The cart's version stays the same then. */
  readonly detailsVersion?: number | undefined
}

const CHANNEL = 'cart_update'

let channel: BroadcastChannel | null = null
let lastUpdate: CartUpdate | null = null

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  if (!channel) {
    channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('id' in data) || !('version' in data)) return
      if (typeof data.id === 'string' && typeof data.version === 'number') {
        const detailsVersion = 'detailsVersion' in data ? Number(data.detailsVersion) : undefined
        lastUpdate = { id: data.id, version: data.version, detailsVersion }
      }
    })
  }
  return channel
}

/** A tab that already has this version ignores the message. */
export function notifyOtherTabs({ id, version, detailsVersion }: CartUpdate): void {
  open()?.postMessage({ id, version, detailsVersion })
}

/**
 * Returns the last update from another tab; null if none has arrived since this page first called a function of this module.
 * Each update is a new object, so a caller can compare two results to find out whether an update has arrived in between.
 */
export function lastCartUpdate(): CartUpdate | null {
  open()
  return lastUpdate
}

/** Calls the listener after each update. Returns a function that removes the listener. */
export function onCartUpdate(listener: () => void): () => void {
  const source = open()
  source?.addEventListener('message', listener)
  return () => source?.removeEventListener('message', listener)
}
