/**
 * Slides of the window's width. Visitors can swipe them before any script has loaded, because the track scrolls natively.
 * The pager and the automatic change of slides load later (HOME-03).
 */
import { type ReactNode, useRef } from 'react'
import { m } from '../i18n/messages.ts'
import { optionalPart } from './client-only.tsx'
import { useSlideInView } from './slide-in-view.ts'

// The fallback is as high as the pager, so that the layout does not shift.
const SliderControls = optionalPart(() => import('./slider-controls.tsx'), <div className="h-13" />)

type Slide = { id: string; title: string; content: ReactNode }

type SliderProps = {
  label: string
  slides: Slide[]
  /** On wide screens, the pager shows the slides' titles instead of dots (`slides_custom_pager`). */
  hasTitlePager?: boolean
}

export function Slider({ label, slides, hasTitlePager = false }: SliderProps) {
  const track = useRef<HTMLDivElement>(null)
  const { index, onScroll } = useSlideInView(track)
  return (
    <section aria-roledescription={m.slider_role()} aria-label={label}>
      <div ref={track} className="slider no-scrollbar flex snap-x snap-mandatory overflow-x-auto" onScroll={onScroll}>
        {slides.map((slide, slideIndex) => (
          <div key={slide.id} className="w-full flex-none snap-start" inert={slideIndex !== index}>
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
