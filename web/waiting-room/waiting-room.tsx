/** The waiting screen in place of a page. The document's title shows the position. */
import { useWait } from '../data/waiting.ts'
import { m } from '../i18n/messages.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { statusText } from './waiting-texts.ts'

export default function WaitingRoom() {
  const { wait } = useWait()
  if (!wait) return null
  const { session } = wait
  return (
    <>
      <title>{m.queue_document({ text: statusText(session.queue) })}</title>
      <WaitingScreen key={session.queue?.room} session={session} />
    </>
  )
}
