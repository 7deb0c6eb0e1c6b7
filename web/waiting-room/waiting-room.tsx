/** The waiting room instead of a page; the tab's title carries the position. */
import { useWait } from '../data/waiting.ts'
import { m } from '../i18n/messages.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { wordOf } from './waiting-words.ts'

export default function WaitingRoom() {
  const { wait } = useWait()
  if (!wait) return null
  const { session } = wait
  return (
    <>
      <title>{m.queue_document({ text: wordOf(session.queue) })}</title>
      <WaitingScreen key={session.queue?.room} session={session} />
    </>
  )
}
