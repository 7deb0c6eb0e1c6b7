/** Who waits for the carts, or for another page's event, may go on browsing: the place stays. */
import type { QueuedSession } from '../../schema/queue.ts'
import { setWaiting } from '../data/unavailable.ts'
import { m } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import WaitingScreen from './waiting-screen.tsx'

export default function WaitingDialog({ waiting }: { waiting: QueuedSession }) {
  const browse = () => setWaiting(null)
  return (
    <Dialog label={m.queue_title_serving()} onClose={browse}>
      <WaitingScreen waiting={waiting} onBrowse={browse} />
    </Dialog>
  )
}
