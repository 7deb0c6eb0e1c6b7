/**
 * The wait, step by step (SES-03): a countdown to the next question, the question, and 300 ms later what it says. A failed
 * question is repeated after 5 seconds, then ever more rarely. Without cookies the shop cannot know a fan again and would
 * count each question as somebody new, so then nothing is asked.
 */
import { useEffect, useState } from 'react'
import { SessionDocument } from '../../schema/generated/operations.ts'
import type { QueuedSession, QueueView } from '../../schema/queue.ts'
import { runOperation } from '../data/fetch.ts'
import { usePage } from '../data/page.tsx'
import { moveUp, useWait } from '../data/waiting.ts'
import { cookiesAreKept, PlaceMemory } from './cookie-check.ts'
import { enter } from './enter.ts'
import { keepWait } from './stored-wait.ts'

const SECOND = 1000
const LONGEST_REFRESH_SECONDS = 30
const AFTER_ANSWER_MS = 300
const RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 60

export type QueueState = { secondsLeft: number; isAsking: boolean; isOffline: boolean; isWithoutCookies: boolean }

export function useQueue(queue: QueueView | null): QueueState {
  const [state, setState] = useState<QueueState>({
    secondsLeft: Math.ceil(waitOf(queue)),
    isAsking: false,
    isOffline: false,
    isWithoutCookies: false,
  })
  const { shop } = usePage()
  const room = queue?.room ?? null
  const { wait } = useWait()
  useEffect(() => keepWait(wait, shop.slug), [wait, shop.slug])

  const first = waitOf(queue)

  // `first` is where the loop starts; what later answers say is taken inside it.
  const [begin] = useState(first)
  useEffect(() => {
    let failures = 0
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const places = new PlaceMemory()
    const stop = () => setState((before) => ({ ...before, isAsking: false, isWithoutCookies: true }))
    const count = (until: number, isOffline: boolean) => {
      const left = until - performance.now()
      if (left <= 0) return void ask()
      setState({ secondsLeft: Math.ceil(left / SECOND), isAsking: false, isOffline, isWithoutCookies: false })
      timer = setTimeout(() => count(until, isOffline), left % SECOND || SECOND)
    }
    const ask = async () => {
      if (!cookiesAreKept()) return stop()
      setState((before) => ({ ...before, secondsLeft: 0, isAsking: true }))
      try {
        const { session } = await runOperation(SessionDocument, { room })
        failures = 0
        timer = setTimeout(() => take(session as QueuedSession), AFTER_ANSWER_MS)
      } catch {
        if (isOver) return
        const seconds = Math.min(LONGEST_RETRY_SECONDS, RETRY_SECONDS * 2 ** failures++)
        count(performance.now() + seconds * SECOND, true)
      }
    }
    const take = (session: QueuedSession) => {
      if (isOver) return
      if (session.waitingIndex < 0 && session.catalogWaitingIndex < 0) {
        return enter(shop.slug)
      }
      moveUp(session)
      if (places.keepsChanging(session.queue?.entryId ?? null)) return stop()
      count(performance.now() + waitOf(session.queue) * SECOND, false)
    }
    if (cookiesAreKept()) count(performance.now() + begin * SECOND, false)
    else stop()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [room, begin, shop.slug])

  return state
}

function waitOf(queue: QueueView | null): number {
  return Math.min(LONGEST_REFRESH_SECONDS, queue?.pollAfterSeconds ?? LONGEST_REFRESH_SECONDS)
}
