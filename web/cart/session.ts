/**
 * The session (SES-01). While there is something to lose, one tab of the shop, the leader by a Web Lock, tells the shop
 * every minute that somebody is there, and the other tabs that it was heard. Where nobody was heard for so long that the
 * shop is about to give the cart back (no network, a laptop asleep), a last question decides: without a good answer the
 * session is over in this tab, a little before it is over in the shop.
 */
import { HEARTBEAT_SECONDS, SESSION_MARGIN_SECONDS, SESSION_SECONDS } from '../../schema/limits.ts'

const SECOND = 1000
const NAME = 'session'
const PATIENCE_MS = (SESSION_SECONDS - SESSION_MARGIN_SECONDS) * SECOND
/** Long waits are cut short: a timer does not count the time that a laptop slept. */
const LONGEST_WAIT_MS = 30 * SECOND

/** `ended`: the shop heard, and its session is over. */
export type Beat = 'kept' | 'ended'

/** Keeps the session until it is over or the returned function is called. `beat` rejects where no answer came. */
export function keepSession(beat: () => Promise<Beat>, onOver: () => void): () => void {
  let heardAt = Date.now()
  let end: ReturnType<typeof setTimeout> | undefined
  const leaving = new AbortController()
  const { signal } = leaving
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)

  const stop = () => {
    clearTimeout(end)
    leaving.abort()
    channel?.close()
  }
  const heard = () => {
    heardAt = Date.now()
    wait()
  }
  const ask = async (isLast: boolean) => {
    let answer: Beat | null = null
    try {
      answer = await beat()
    } catch {
      // The next minute asks again; what counts is how long nobody was heard.
    }
    if (signal.aborted) return
    if (answer === 'kept') {
      channel?.postMessage('kept')
      heard()
    } else if (isLast || answer === 'ended') {
      stop()
      onOver()
    }
  }
  const wait = () => {
    clearTimeout(end)
    const left = heardAt + PATIENCE_MS - Date.now()
    end = setTimeout(
      () => (heardAt + PATIENCE_MS > Date.now() ? wait() : void ask(true)),
      Math.min(Math.max(left, 0), LONGEST_WAIT_MS),
    )
  }
  const lead = () =>
    new Promise<void>((resolve) => {
      void ask(false)
      const every = setInterval(() => void ask(false), HEARTBEAT_SECONDS * SECOND)
      signal.addEventListener('abort', () => {
        clearInterval(every)
        resolve()
      })
    })

  channel?.addEventListener('message', heard)
  wait()
  // Without locks (no TLS) every tab speaks for itself, which costs requests and breaks nothing.
  if ('locks' in navigator) {
    navigator.locks.request(NAME, { signal }, lead).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  } else void lead()
  return stop
}
