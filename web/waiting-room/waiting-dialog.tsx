/** A fan who waits for the carts, or for another page's event, may go on browsing: the wait goes on beside the pages. */
import type { QueuedSession } from '../../schema/queue.ts'
import { setAside } from '../data/waiting.ts'
import { m } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { WaitingScreen } from './waiting-screen.tsx'

const browse = () => setAside(true)

export default function WaitingDialog({ session }: { session: QueuedSession }) {
  return (
    <Dialog label={m.queue_title_serving()} onClose={browse}>
      <WaitingScreen key={session.queue?.room} session={session} onBrowse={browse} />
    </Dialog>
  )
}
