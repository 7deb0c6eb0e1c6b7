/**
 * CONS-01: the bar at the bottom that asks for consent. Refusing is as easy as accepting. The bar follows the skip link in the
 * document, so that its buttons come first in the tab order. The page reserves the bar's height at its end, and when it
 * scrolls to a focused element, so that the bar covers neither.
 */
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { m } from '../i18n/messages.ts'
import { barHeightRef } from '../ui/bar-height.ts'
import { optionalPart } from '../ui/client-only.tsx'
import { Icon } from '../ui/icon.tsx'
import { allowTracking, hideConsentBar } from './tracking.ts'

const ConsentSettings = optionalPart(() => import('./consent-settings.tsx'))

const measured = barHeightRef('--consent-bar')

export default function ConsentBar() {
  const [isChoosing, setChoosing] = useState(false)
  const slot = document.getElementById('consent')
  if (!slot) return null
  return createPortal(
    <section ref={measured} aria-label={m.consent_title()} className="consent-bar">
      <div className="page grid items-center gap-x-8 gap-y-2 py-3 low:gap-y-1.5 low:py-1.5 lg:grid-cols-[minmax(0,1fr)_auto]">
        <p className="pr-11 text-sm leading-snug">
          <strong className="block font-semibold low:inline">{m.consent_title()}</strong> {m.consent_text()}{' '}
          <ShopLink to="/datapolicy" className="text-link">
            {m.shell_datapolicy()}
          </ShopLink>
        </p>
        <div className="grid grid-cols-2 gap-2 low:gap-y-0 sm:w-max sm:grid-cols-[1fr_1fr_auto] lg:mr-11">
          <button type="button" className="button-secondary consent-answer" onClick={() => allowTracking(false)}>
            {m.consent_necessary()}
          </button>
          <button type="button" className="button-secondary consent-answer" onClick={() => allowTracking(true)}>
            {m.consent_all()}
          </button>
          <button type="button" className="button-quiet col-span-2 sm:col-span-1" onClick={() => setChoosing(true)}>
            {m.consent_settings()}
          </button>
        </div>
        <button
          type="button"
          className="icon-button absolute top-1.5 right-2"
          aria-label={m.consent_later()}
          onClick={hideConsentBar}
        >
          <Icon name="close" />
        </button>
      </div>
      {isChoosing && <ConsentSettings onClose={() => setChoosing(false)} />}
    </section>,
    slot,
  )
}
