/** Says that the content of a page loads. Until the content is there, shell.css hides the footer, which would otherwise move. */
import { m } from '../i18n/messages.ts'

export function LoadingText({ className = '', text = m.checkout_loading() }: { className?: string; text?: string }) {
  return (
    <p role="status" data-loading="" className={`text-muted ${className}`}>
      {text}
    </p>
  )
}
