/**
 * Moves a slider on after 7.5 s, until somebody hovers over it, is in it with the keyboard or presses pause, and never by
 * itself under reduced motion. Below it a pager of dots, or of the slides' titles.
 */
import { type RefObject, useEffect, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

const PAUSE_MS = 7_500

type SliderControlsProps = {
  track: RefObject<HTMLDivElement | null>
  slides: { id: string; title: string }[]
  index: number
  hasTitlePager: boolean
}

export default function SliderControls({ track, slides, index, hasTitlePager }: SliderControlsProps) {
  const [isPaused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const isHeld = useIsHeld(track)

  useEffect(() => {
    if (isPaused || isHeld) return
    const timer = setInterval(() => {
      if (!document.hidden) show(track, (index + 1) % slides.length)
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [track, index, isPaused, isHeld, slides.length])

  return (
    <div className="page flex items-center gap-1 pt-2">
      {slides.map(({ id, title }, place) => (
        <button
          key={id}
          type="button"
          aria-label={m.slider_show({ title })}
          aria-current={place === index ? 'true' : undefined}
          onClick={() => show(track, place)}
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

function show(track: RefObject<HTMLDivElement | null>, place: number): void {
  const list = track.current
  list?.scrollTo({ left: place * list.clientWidth, behavior: 'smooth' })
}

/** While a mouse is over the slider, or the focus in it. */
function useIsHeld(track: RefObject<HTMLDivElement | null>): boolean {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    const box = track.current?.parentElement
    if (!box) return
    const left = new AbortController()
    const listen = (type: string, change: () => void) => box.addEventListener(type, change, { signal: left.signal })
    listen('pointerenter', () => setHovered(true))
    listen('pointerleave', () => setHovered(false))
    listen('focusin', () => setFocused(true))
    listen('focusout', () => setFocused(false))
    return () => left.abort()
  }, [track])
  return isHovered || isFocused
}
