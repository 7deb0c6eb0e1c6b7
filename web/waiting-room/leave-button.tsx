/** Gives up the queue entry. It asks for confirmation, because the entry cannot be restored. */
import { useState } from 'react'
import { useHref } from 'react-router'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { storeInside, storeWait } from './stored-wait.ts'

export function LeaveButton({ room }: { room: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { shop } = usePage()
  const home = useHref('/')
  const leave = async () => {
    setLeaving(true)
    await leaveQueue(room)
    storeWait(null, shop.slug)
    storeInside(null, shop.slug)
    // Without a page load, the guarded page would request its data again and thereby rejoin the queue.
    location.assign(home)
  }
  if (!isConfirming) {
    return (
      <button
        type="button"
        className="-mx-2 min-h-11 cursor-pointer px-2 underline"
        onClick={() => setConfirming(true)}
      >
        {m.queue_leave()}
      </button>
    )
  }
  return (
    <div role="alert" className="flex basis-full flex-wrap items-center gap-3">
      <p className="font-semibold">{m.queue_leave_sure()}</p>
      <button type="button" className="button-secondary" disabled={isLeaving} onClick={() => void leave()}>
        {m.queue_leave_yes()}
      </button>
      <button type="button" className="button-primary" disabled={isLeaving} onClick={() => setConfirming(false)}>
        {m.queue_leave_no()}
      </button>
    </div>
  )
}

/** Ignores errors. If the server has not deleted the cookie with the entry, it expires an hour after the last poll. */
async function leaveQueue(room: string): Promise<void> {
  await fetch('/queue/leave', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ room }),
  }).catch(() => null)
}
