/**
 * The pager below the slides, and the automatic change of slides. The next slide appears every 7.5 s, except while the mouse is
 * over the slider, the focus is in it, the visitor has paused it, or the page is hidden. With reduced motion, the slider starts
 * paused.
 */
import { type RefObject, useEffect, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

const INTERVAL_MS = 7_500

type SliderControlsProps = {
  track: RefObject<HTMLDivElement | null>
  slides: { id: string; title: string }[]
  index: number
  hasTitlePager: boolean
}

export default function SliderControls({ track, slides, index, hasTitlePager }: SliderControlsProps) {
  const [isPaused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const isInUse = useIsInUse(track)

  useEffect(() => {
    if (isPaused || isInUse) return
    const timer = setInterval(() => {
      if (!document.hidden) showSlide(track, (index + 1) % slides.length)
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [track, index, isPaused, isInUse, slides.length])

  return (
    <div className="page flex items-center gap-1 pt-2">
      {slides.map(({ id, title }, slideIndex) => (
        <button
          key={id}
          type="button"
          aria-label={m.slider_show({ title })}
          aria-current={slideIndex === index ? 'true' : undefined}
          onClick={() => showSlide(track, slideIndex)}
          className={`slider-dot grid h-11 w-9 place-items-center ${hasTitlePager ? 'sm:w-auto sm:px-3' : ''}`}
        >
          <span className={`h-1 w-full rounded-full bg-ink ${hasTitlePager ? 'sm:hidden' : ''}`} />
          {hasTitlePager && <span className="label hidden max-w-48 truncate sm:block">{title}</span>}
        </button>
      ))}
      <button
        type="button"
        aria-label={isPaused ? m.slider_play() : m.slider_pause()}
        className="icon-button -mr-2 ml-auto"
        onClick={() => setPaused(!isPaused)}
      >
        <Icon name={isPaused ? 'play' : 'pause'} className="size-5" />
      </button>
    </div>
  )
}

function showSlide(track: RefObject<HTMLDivElement | null>, index: number): void {
  const list = track.current
  list?.scrollTo({ left: index * list.clientWidth, behavior: 'smooth' })
}

/** Whether the pointer is over the slider or the focus is in it. */
function useIsInUse(track: RefObject<HTMLDivElement | null>): boolean {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    const box = track.current?.parentElement
    if (!box) return
    const listeners = new AbortController()
    const { signal } = listeners
    const listen = (type: string, change: () => void) => box.addEventListener(type, change, { signal })
    listen('pointerenter', () => setHovered(true))
    listen('pointerleave', () => setHovered(false))
    listen('focusin', () => setFocused(true))
    listen('focusout', () => setFocused(false))
    return () => listeners.abort()
  }, [track])
  return isHovered || isFocused
}
