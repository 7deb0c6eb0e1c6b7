/** The check for bots over whatever page the fan is on. One dialog serves all commands that wait for it. */
import { createRoot } from 'react-dom/client'
import { m } from '../i18n/messages.ts'
import { Modal } from '../ui/modal.tsx'
import { BotCheck } from './bot-check.tsx'
import { type CheckAnswer, sendToken } from './check-answer.ts'

let open: Promise<boolean> | null = null

/** True once the shop has accepted the check, false where the fan puts it away. */
export function passBotCheck(siteKey: string): Promise<boolean> {
  open ??= show(siteKey).finally(() => {
    open = null
  })
  return open
}

function show(siteKey: string): Promise<boolean> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise<boolean>((resolve) => {
    const end = (isPassed: boolean) => {
      root.unmount()
      place.remove()
      resolve(isPassed)
    }
    root.render(<BotCheckDialog siteKey={siteKey} onEnd={end} />)
  })
}

function BotCheckDialog({ siteKey, onEnd }: { siteKey: string; onEnd: (isPassed: boolean) => void }) {
  async function take(token: string): Promise<CheckAnswer> {
    const answer = await sendToken('/check', { token })
    if (answer.kind === 'accepted') onEnd(true)
    return answer
  }
  return (
    <Modal title={m.bot_check_title()} onCancel={() => onEnd(false)}>
      <p className="mt-3">{m.bot_check_text()}</p>
      <BotCheck siteKey={siteKey} onToken={take} />
      <button type="button" className="button-secondary mt-4" onClick={() => onEnd(false)}>
        {m.bot_check_cancel()}
      </button>
    </Modal>
  )
}
