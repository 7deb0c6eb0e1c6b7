/** A button that scrolls back to the top of a long list. It appears after one and a half screens. */
import { useEffect, useState } from 'react'
import { MAIN_ID } from '../../schema/page-data.ts'
import { m } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

export function BackToTop() {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    const measure = () => setVisible(scrollY > innerHeight * 1.5)
    measure()
    addEventListener('scroll', measure, { passive: true })
    return () => removeEventListener('scroll', measure)
  }, [])
  if (!isVisible) return null
  return (
    <button
      type="button"
      className="button-secondary fixed right-4 bottom-20 z-20 mb-(--consent-bar,0px) bg-ground shadow-lg motion-safe:animate-fade sm:bottom-6"
      onClick={() => {
        scrollTo({ top: 0, behavior: 'smooth' })
        document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
      }}
    >
      <Icon name="up" className="size-5" />
      {m.back_to_top()}
    </button>
  )
}
