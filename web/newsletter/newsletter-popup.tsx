/**
 * HOME-02: the popup that offers the newsletter on the home page, from the second page of a visit on. It waits a while, and
 * does not cover an open dialog or menu. On phones, it is first a bar of one line. It never returns after the visitor has
 * signed up or has chosen not to see it again.
 */
import { useEffect, useRef, useState } from 'react'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { DraggablePopup } from '../ui/draggable-popup.tsx'
import { Icon } from '../ui/icon.tsx'
import NewsletterForm from './newsletter-form.tsx'
import { hasLookedAround, mayShowPopup, suppressPopup } from './popup-memory.ts'

const FIRST_DELAY_MS = 15_000
/** The popup tries again after this time if something else is open, or the page is in the background. */
const RETRY_MS = 5_000
const PHONE = '(width < 40rem)'

export default function NewsletterPopup() {
  const [shown, setShown] = useState<'bar' | 'expanded bar' | 'popup' | null>(null)

  useEffect(() => {
    if (!mayShowPopup()) return
    let timer = setTimeout(show, FIRST_DELAY_MS)
    function show() {
      if (document.hidden || isSomethingOpen()) timer = setTimeout(show, RETRY_MS)
      else if (mayShowPopup() && hasLookedAround()) setShown(matchMedia(PHONE).matches ? 'bar' : 'popup')
    }
    return () => clearTimeout(timer)
  }, [])

  const close = (until: 'visit' | 'never') => {
    suppressPopup(until)
    setShown(null)
  }
  if (shown === null) return null
  if (shown === 'bar') return <SignupBar onOpen={() => setShown('expanded bar')} onClose={() => close('never')} />
  return <SignupPopup isExpanded={shown === 'expanded bar'} onClose={close} />
}

type SignupPopupProps = {
  /** The visitor has opened the popup from the bar, whose × means "not again". */
  isExpanded: boolean
  onClose: (until: 'visit' | 'never') => void
}

function SignupPopup({ isExpanded, onClose }: SignupPopupProps) {
  const [isDone, setDone] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  // The button with the focus has left the page.
  useEffect(() => {
    if (isExpanded) content.current?.querySelector('input')?.focus()
  }, [isExpanded])
  return (
    <DraggablePopup
      label={m.newsletter_popup_label()}
      closeLabel={isExpanded ? m.newsletter_popup_never() : m.newsletter_popup_close()}
      onClose={() => onClose(isDone || isExpanded ? 'never' : 'visit')}
    >
      <div ref={content}>
        <NewsletterForm
          variant="popup"
          onDone={() => {
            suppressPopup('never')
            setDone(true)
          }}
        />
      </div>
      {isDone ? (
        <p className="mt-3">
          <button type="button" className="button-secondary" onClick={() => onClose('never')}>
            {m.newsletter_popup_done()}
          </button>
        </p>
      ) : (
        !isExpanded && (
          <p className="mt-3">
            <button type="button" className="text-link min-h-11 text-sm" onClick={() => onClose('never')}>
              {m.newsletter_popup_never()}
            </button>
          </p>
        )
      )}
    </DraggablePopup>
  )
}

function SignupBar({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  const { shop, meta } = usePage()
  return (
    <section
      aria-label={m.newsletter_popup_label()}
      className="popup flex items-center gap-3 py-2 pr-2 pl-4 motion-safe:animate-rise"
    >
      <p className="line-clamp-2 min-w-0 grow text-sm font-semibold">
        {meta.mailchimp_header ?? m.newsletter_title({ shop: shop.name })}
      </p>
      <button type="button" className="button-primary flex-none" onClick={onOpen}>
        {m.newsletter_submit()}
      </button>
      <button type="button" aria-label={m.newsletter_popup_never()} className="icon-button flex-none" onClick={onClose}>
        <Icon name="close" className="size-5" />
      </button>
    </section>
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
