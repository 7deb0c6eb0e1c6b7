/** Shows a message while the browser is offline. */
import { useSyncExternalStore } from 'react'
import { m } from '../i18n/messages.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!isOnline && (
        <p className="bg-ink px-4 py-2 text-center text-sm font-medium text-ground">{m.state_offline_bar()}</p>
      )}
    </div>
  )
}
