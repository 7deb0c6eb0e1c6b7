/** Gives the place up, after a second press: it cannot be had back. */
import { useState } from 'react'
import { useHref } from 'react-router'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { keepWait } from './stored-wait.ts'

export function LeaveButton({ room }: { room: string }) {
  const [isAsked, setAsked] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { shop } = usePage()
  const home = useHref('/')
  const leave = async () => {
    setLeaving(true)
    await giveUp(room)
    keepWait(null, shop.slug)
    // A load of the whole page: the page under the wait would ask for its answer, and so join the room again.
    location.assign(home)
  }
  if (!isAsked) {
    return (
      <button type="button" className="-mx-2 min-h-11 cursor-pointer px-2 underline" onClick={() => setAsked(true)}>
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
      <button type="button" className="button-primary" disabled={isLeaving} onClick={() => setAsked(false)}>
        {m.queue_leave_no()}
      </button>
    </div>
  )
}

/** Without an answer the place ends by itself an hour after the last question. */
async function giveUp(room: string): Promise<void> {
  await fetch('/queue/leave', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ room }),
  }).catch(() => null)
}
