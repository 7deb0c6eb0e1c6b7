/**
 * The wait in a dialog above a page that the waiting room does not guard. A room of a shop guards only adding items to the
 * cart. A room of an event guards only this event's page and tickets.
 */
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { setMinimised } from '../data/waiting.ts'
import { m } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { WaitingScreen } from './waiting-screen.tsx'

const browse = () => setMinimised(true)

export default function WaitingDialog({ session }: { session: QueuedSession }) {
  return (
    <Dialog label={m.queue_title_serving()} onClose={browse}>
      <WaitingScreen key={session.queue?.room} session={session} onBrowse={browse} />
    </Dialog>
  )
}
