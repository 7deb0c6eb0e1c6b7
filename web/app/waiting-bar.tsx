/**
 * Says that the shop is full, for as long as it says so itself: what the page shows is asked for again every half minute,
 * and nothing that was typed is lost.
 */
import { useEffect, useState } from 'react'
import { queryClient } from '../data/query.ts'
import { onUnavailable } from '../data/unavailable.ts'
import { m } from '../i18n/messages.ts'

const ASK_AGAIN_MS = 30_000

export function WaitingBar() {
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stop = onUnavailable(() => {
      setWaiting(true)
      clearTimeout(timer)
      timer = setTimeout(() => {
        setWaiting(false)
        void queryClient.refetchQueries({ type: 'active' })
      }, ASK_AGAIN_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return (
    <div role="status">
      {isWaiting && <p className="bg-ink px-4 py-2 text-center font-medium text-ground">{m.error_queue_active()}</p>}
    </div>
  )
}
