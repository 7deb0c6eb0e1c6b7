/**
 * HOME-02: asks on the first page whether somebody wants the newsletter; not before they have been there a moment, not over
 * anything else that is open, and never again once they said so.
 */
import { useEffect, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { DraggablePopup } from '../ui/draggable-popup.tsx'
import NewsletterForm from './newsletter-form.tsx'
import { keepPopupAway, mayShowPopup } from './popup-memory.ts'

/** Long enough to have looked around. */
const MOMENT_MS = 15_000
/** Where something else is open, or the page in the background, it asks itself again. */
const AGAIN_MS = 5_000

export default function NewsletterPopup() {
  const [isOpen, setOpen] = useState(false)
  const [isDone, setDone] = useState(false)

  useEffect(() => {
    if (!mayShowPopup()) return
    let timer = setTimeout(show, MOMENT_MS)
    function show() {
      if (document.hidden || isSomethingOpen()) timer = setTimeout(show, AGAIN_MS)
      else if (mayShowPopup()) setOpen(true)
    }
    return () => clearTimeout(timer)
  }, [])

  const close = (until: 'visit' | 'never') => {
    keepPopupAway(until)
    setOpen(false)
  }
  if (!isOpen) return null
  return (
    <DraggablePopup
      label={m.newsletter_popup_label()}
      closeLabel={m.newsletter_popup_close()}
      onClose={() => close(isDone ? 'never' : 'visit')}
    >
      <NewsletterForm
        variant="popup"
        onDone={() => {
          keepPopupAway('never')
          setDone(true)
        }}
      />
      <p className="mt-3">
        {isDone ? (
          <button type="button" className="button-secondary" onClick={() => close('never')}>
            {m.newsletter_popup_done()}
          </button>
        ) : (
          <button type="button" className="text-link min-h-11 text-sm" onClick={() => close('never')}>
            {m.newsletter_popup_never()}
          </button>
        )}
      </p>
    </DraggablePopup>
  )
}

/** A dialog, a menu, the minicart, or a field that somebody is writing in. */
function isSomethingOpen(): boolean {
  return (
    document.querySelector('[role=dialog], dialog[open], :popover-open, [aria-expanded=true], input:focus') !== null
  )
}
