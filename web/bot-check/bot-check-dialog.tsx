/** The bot check in a dialog above the current page. All commands that wait for it share one dialog. */
import { createRoot } from 'react-dom/client'
import { m } from '../i18n/messages.ts'
import { Modal } from '../ui/modal.tsx'
import { BotCheck } from './bot-check.tsx'
import { type CheckAnswer, sendToken } from './check-answer.ts'

let open: Promise<boolean> | null = null

/** Resolves to true once the server has accepted the check, or to false if the visitor closes the dialog. */
export function passBotCheck(siteKey: string): Promise<boolean> {
  open ??= openDialog(siteKey).finally(() => {
    open = null
  })
  return open
}

function openDialog(siteKey: string): Promise<boolean> {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  return new Promise<boolean>((resolve) => {
    const end = (isPassed: boolean) => {
      root.unmount()
      container.remove()
      resolve(isPassed)
    }
    root.render(<BotCheckDialog siteKey={siteKey} onEnd={end} />)
  })
}

function BotCheckDialog({ siteKey, onEnd }: { siteKey: string; onEnd: (isPassed: boolean) => void }) {
  async function submit(token: string): Promise<CheckAnswer> {
    const answer = await sendToken('/check', { token })
    if (answer.kind === 'accepted') onEnd(true)
    return answer
  }
  return (
    <Modal title={m.bot_check_title()} onCancel={() => onEnd(false)}>
      <p className="mt-3">{m.bot_check_text()}</p>
      <BotCheck siteKey={siteKey} onToken={submit} />
      <button type="button" className="button-secondary mt-4" onClick={() => onEnd(false)}>
        {m.bot_check_cancel()}
      </button>
    </Modal>
  )
}
