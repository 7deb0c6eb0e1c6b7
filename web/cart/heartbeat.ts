/**
 * Keeps the session alive (SES-01). While the cart contains items, one tab, elected by a Web Lock, sends a heartbeat every
 * minute and tells the other tabs about each success. The network may fail, or the laptop may sleep. If no heartbeat has
 * succeeded for almost the session's duration, each tab sends a last one. If that fails too, and no other one has succeeded
 * meanwhile, the tab shows that the session has ended. Unless the laptop slept, the session ends on the server shortly after.
 */
import { HEARTBEAT_SECONDS, SESSION_MARGIN_SECONDS, SESSION_SECONDS } from '../../schema/limits.ts'

const SECOND = 1000
const NAME = 'session'
/** The tab sends its last heartbeat if none has succeeded for this time. */
const TIMEOUT_MS = (SESSION_SECONDS - SESSION_MARGIN_SECONDS) * SECOND
/** Long waits are split, because timers stop while a laptop sleeps. */
const LONGEST_WAIT_MS = 30 * SECOND

/** `ended`: the server has answered that the session no longer exists. */
export type HeartbeatResult = 'alive' | 'ended'

/** Runs until the session ends or the returned function is called. `sendHeartbeat` rejects without a clear answer. */
export function keepSessionAlive(sendHeartbeat: () => Promise<HeartbeatResult>, onEnd: () => void): () => void {
  let lastHeartbeatAt = Date.now()
  let deadline: ReturnType<typeof setTimeout> | undefined
  const stopping = new AbortController()
  const { signal } = stopping
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)

  const isOverdue = () => lastHeartbeatAt + TIMEOUT_MS <= Date.now()
  const stop = () => {
    clearTimeout(deadline)
    stopping.abort()
    channel?.close()
  }
  const recordHeartbeat = () => {
    lastHeartbeatAt = Date.now()
    wait()
  }
  const send = async (isLast: boolean) => {
    let answer: HeartbeatResult | null = null
    try {
      answer = await sendHeartbeat()
    } catch {
      // A failure alone does not end the session. The next heartbeat tries again, unless this was the last one.
    }
    if (signal.aborted) return
    if (answer === 'alive') {
      channel?.postMessage('alive')
      recordHeartbeat()
    } else if (answer === 'ended' || (isLast && isOverdue())) {
      stop()
      onEnd()
    }
  }
  const wait = () => {
    clearTimeout(deadline)
    const left = lastHeartbeatAt + TIMEOUT_MS - Date.now()
    deadline = setTimeout(() => (isOverdue() ? void send(true) : wait()), Math.min(Math.max(left, 0), LONGEST_WAIT_MS))
  }
  const sendRegularly = () =>
    new Promise<void>((resolve) => {
      void send(false)
      const every = setInterval(() => void send(false), HEARTBEAT_SECONDS * SECOND)
      signal.addEventListener('abort', () => {
        clearInterval(every)
        resolve()
      })
    })

  channel?.addEventListener('message', recordHeartbeat)
  wait()
  // Without TLS there are no Web Locks. Then every tab sends heartbeats, which only costs requests.
  if ('locks' in navigator) {
    navigator.locks.request(NAME, { signal }, sendRegularly).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  } else void sendRegularly()
  return stop
}
