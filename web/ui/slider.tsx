/**
 * Slides of the window's width, one after the other. They move on by themselves (HOME-03: after 7.5 s) until somebody
 * touches, hovers or focuses them or presses pause, and never under reduced motion.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '../i18n/messages.ts'

const PAUSE_MS = 7_500

type Slide = { id: string; title: string; content: ReactNode }

type SliderProps = {
  label: string
  slides: Slide[]
  /** The slides' titles as pager instead of dots (`slides_custom_pager`). */
  hasTitlePager?: boolean
}

export function Slider({ label, slides, hasTitlePager = false }: SliderProps) {
  const track = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [isHeld, setHeld] = useState(false)

  const show = (next: number) => {
    const list = track.current
    list?.scrollTo({ left: next * list.clientWidth, behavior: 'smooth' })
  }

  useEffect(() => setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches), [])

  useEffect(() => {
    if (isPaused || isHeld || slides.length < 2) return
    const timer = setTimeout(() => {
      const list = track.current
      if (list && !document.hidden)
        list.scrollTo({ left: ((index + 1) % slides.length) * list.clientWidth, behavior: 'smooth' })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [index, isPaused, isHeld, slides.length])

  return (
    <section
      aria-roledescription={m.slider_role()}
      aria-label={label}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div
        ref={track}
        className="slider no-scrollbar flex snap-x snap-mandatory overflow-x-auto"
        onScroll={({ currentTarget }) =>
          setIndex(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
        }
      >
        {slides.map((slide, place) => (
          <div key={slide.id} className="w-full flex-none snap-start" inert={place !== index}>
            {slide.content}
          </div>
        ))}
      </div>
      {slides.length > 1 && (
        <div className="page flex items-center gap-1 pt-2">
          {slides.map(({ id, title }, place) => (
            <button
              key={id}
              type="button"
              aria-label={m.slider_show({ title })}
              aria-current={place === index ? 'true' : undefined}
              onClick={() => show(place)}
              className={`slider-dot grid h-11 w-9 place-items-center ${hasTitlePager ? 'sm:w-auto sm:px-3' : ''}`}
            >
              <span className={`h-1 w-full rounded-full bg-ink ${hasTitlePager ? 'sm:hidden' : ''}`} />
              {hasTitlePager && <span className="label hidden max-w-48 truncate sm:block">{title}</span>}
            </button>
          ))}
          <button type="button" className="button-quiet label ml-auto" onClick={() => setPaused(!isPaused)}>
            {isPaused ? m.slider_play() : m.slider_pause()}
          </button>
        </div>
      )}
    </section>
  )
}
