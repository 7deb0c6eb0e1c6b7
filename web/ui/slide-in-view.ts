/** The slide in view, in a track that scrolls natively. Fans may have swiped it before the page ran. */
import { type RefObject, type UIEvent, useEffect, useState } from 'react'

const slideInView = ({ scrollLeft, clientWidth }: HTMLElement) => Math.round(scrollLeft / Math.max(1, clientWidth))

/** Returns the index of the slide in view, which the track's `onScroll` and `show` change. */
export function useSlideInView(track: RefObject<HTMLElement | null>) {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    if (track.current) setIndex(slideInView(track.current))
  }, [track])
  return {
    index,
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>) => setIndex(slideInView(currentTarget)),
    /** Scrolls to the slide at once. */
    show(next: number) {
      setIndex(next)
      track.current?.scrollTo({ left: next * track.current.clientWidth, behavior: 'instant' })
    },
  }
}
