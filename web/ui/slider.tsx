/**
 * Slides of the window's width, one after the other. They can be swiped from the first moment, also before any script of
 * theirs is there; what moves them by itself, and the pager, follows (HOME-03).
 */
import { type ReactNode, useRef, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { extra } from './later.tsx'

// As high as the pager, so that nothing moves when it comes.
const SliderControls = extra(() => import('./slider-controls.tsx'), <div className="h-13" />)

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
  return (
    <section aria-roledescription={m.slider_role()} aria-label={label}>
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
        <SliderControls track={track} slides={slides} index={index} hasTitlePager={hasTitlePager} />
      )}
    </section>
  )
}
