/** "Continue on your phone": a button on desktops that shows a QR code with a link to this cart (SES-02). */
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { optionalPart } from '../../ui/client-only.tsx'
import { Icon } from '../../ui/icon.tsx'

const ResumeCode = optionalPart(() => import('./resume-code.tsx'))

export function PhoneHandover() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="hidden border-t border-line lg:block">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 py-3 text-left font-semibold hover:text-accent"
      >
        <span className="grow">{m.resume_on_phone()}</span>
        <Icon name={isOpen ? 'up' : 'down'} className="size-5" />
      </button>
      {isOpen && <ResumeCode />}
    </div>
  )
}
