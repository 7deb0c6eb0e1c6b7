/** Says that the content of a page loads. Until the content is there, shell.css hides the footer, which would otherwise move. */
import { m } from '../i18n/messages.ts'

export function LoadingText({ className = '' }: { className?: string }) {
  return (
    <p role="status" data-loading="" className={`text-muted ${className}`}>
      {m.checkout_loading()}
    </p>
  )
}
