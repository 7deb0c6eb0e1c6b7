/**
 * Polls the position in the queue (SES-03). A countdown shows the time until the next poll. The page shows an answer 300 ms
 * after it has arrived. A failed poll is retried after 5 seconds, with exponential backoff. Without cookies, the server would
 * count every poll as a new visitor, so there is no polling.
 */
import { useEffect, useState } from 'react'
import { SessionDocument } from '../../schema/generated/operations.ts'
import type { QueuedSession, QueueView } from '../../schema/waiting-room.ts'
import { cookiesAreStored } from '../data/cookie-trial.ts'
import { runOperation } from '../data/fetch.ts'
import { usePage } from '../data/page.tsx'
import { updateWait, useWait } from '../data/waiting.ts'
import { admit } from './admit.ts'
import { EntryTracker } from './cookie-check.ts'
import { storeWait } from './stored-wait.ts'

const SECOND = 1000
const LONGEST_REFRESH_SECONDS = 30
const AFTER_ANSWER_MS = 300
const RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 60

export type QueueState = { secondsLeft: number; isPolling: boolean; isOffline: boolean; isWithoutCookies: boolean }

export function useQueue(queue: QueueView | null): QueueState {
  const [state, setState] = useState<QueueState>({
    secondsLeft: Math.ceil(pollDelay(queue)),
    isPolling: false,
    isOffline: false,
    isWithoutCookies: false,
  })
  const { shop } = usePage()
  const room = queue?.room ?? null
  const { wait } = useWait()
  useEffect(() => storeWait(wait, shop.slug), [wait, shop.slug])

  // The first delay must not change, because the effect would restart. The loop reads later delays from the answers.
  const [firstDelay] = useState(() => pollDelay(queue))
  useEffect(() => {
    let failures = 0
    let timer: ReturnType<typeof setTimeout>
    let isCancelled = false
    const entries = new EntryTracker()
    const stop = () => setState((before) => ({ ...before, isPolling: false, isWithoutCookies: true }))
    const countDown = (until: number, isOffline: boolean) => {
      const left = until - performance.now()
      if (left <= 0) return void poll()
      setState({ secondsLeft: Math.ceil(left / SECOND), isPolling: false, isOffline, isWithoutCookies: false })
      timer = setTimeout(() => countDown(until, isOffline), left % SECOND || SECOND)
    }
    const poll = async () => {
      if (!cookiesAreStored()) return stop()
      setState((before) => ({ ...before, secondsLeft: 0, isPolling: true }))
      try {
        const { session } = await runOperation(SessionDocument, { room })
        failures = 0
        timer = setTimeout(() => applyAnswer(session as QueuedSession), AFTER_ANSWER_MS)
      } catch {
        if (isCancelled) return
        const seconds = Math.min(LONGEST_RETRY_SECONDS, RETRY_SECONDS * 2 ** failures++)
        countDown(performance.now() + seconds * SECOND, true)
      }
    }
    const applyAnswer = (session: QueuedSession) => {
      if (isCancelled) return
      if (session.waitingIndex < 0 && session.catalogWaitingIndex < 0) {
        return admit(shop.slug)
      }
      updateWait(session)
      if (entries.keepsChanging(session.queue?.entryId ?? null)) return stop()
      countDown(performance.now() + pollDelay(session.queue) * SECOND, false)
    }
    if (cookiesAreStored()) countDown(performance.now() + firstDelay * SECOND, false)
    else stop()
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [room, firstDelay, shop.slug])

  return state
}

function pollDelay(queue: QueueView | null): number {
  return Math.min(LONGEST_REFRESH_SECONDS, queue?.pollAfterSeconds ?? LONGEST_REFRESH_SECONDS)
}
