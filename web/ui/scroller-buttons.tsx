/** Buttons that move a scroller by most of its width. They appear only if the content overflows. */
import { type RefObject, useEffect, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

export default function ScrollerButtons({ row }: { row: RefObject<HTMLUListElement | null> }) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true })

  useEffect(() => {
    const list = row.current
    if (!list) return
    const measure = () => {
      const atStart = list.scrollLeft < 8
      const atEnd = list.scrollLeft + list.clientWidth > list.scrollWidth - 8
      setEnds((ends) => (ends.atStart === atStart && ends.atEnd === atEnd ? ends : { atStart, atEnd }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    list.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', measure)
    }
  }, [row])

  if (ends.atStart && ends.atEnd) return null
  const move = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8, behavior: 'smooth' })
  return (
    <div className="-my-1 hidden gap-1 md:flex">
      <button
        type="button"
        className="icon-button"
        aria-label={m.scroller_back()}
        disabled={ends.atStart}
        onClick={() => move(-1)}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={m.scroller_on()}
        disabled={ends.atEnd}
        onClick={() => move(1)}
      >
        <Icon name="right" />
      </button>
    </div>
  )
}
