/**
 * HOME-02: the popup that offers the newsletter on the home page. It waits a while, and does not cover an open dialog or
 * menu. It never returns after the visitor has signed up or has chosen not to see it again.
 */
import { useEffect, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { DraggablePopup } from '../ui/draggable-popup.tsx'
import NewsletterForm from './newsletter-form.tsx'
import { mayShowPopup, suppressPopup } from './popup-memory.ts'

const FIRST_DELAY_MS = 15_000
/** The popup tries again after this time if something else is open, or the page is in the background. */
const RETRY_MS = 5_000

export default function NewsletterPopup() {
  const [isOpen, setOpen] = useState(false)
  const [isDone, setDone] = useState(false)

  useEffect(() => {
    if (!mayShowPopup()) return
    let timer = setTimeout(show, FIRST_DELAY_MS)
    function show() {
      if (document.hidden || isSomethingOpen()) timer = setTimeout(show, RETRY_MS)
      else if (mayShowPopup()) setOpen(true)
    }
    return () => clearTimeout(timer)
  }, [])

  const close = (until: 'visit' | 'never') => {
    suppressPopup(until)
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
          suppressPopup('never')
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

/** Whether a dialog, a menu, the minicart or the consent bar is open, or an input field has the focus. */
function isSomethingOpen(): boolean {
  return (
    document.querySelector(
      '[role=dialog], dialog[open], :popover-open, [aria-expanded=true], input:focus, .consent-bar',
    ) !== null
  )
}
