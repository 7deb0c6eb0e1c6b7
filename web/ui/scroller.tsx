/** Things in a row that is wider than the window: swiped on a phone, moved by two buttons elsewhere. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

type ScrollerProps = {
  title: ReactNode
  /** Beside the title, such as a link to all. */
  aside?: ReactNode
  /** Width of one thing, as CSS grid columns. */
  columns: string
  /** In a column of its own: the row ends where the column does. */
  isInset?: boolean
  children: ReactNode
}

export function Scroller({ title, aside, columns, isInset = false, children }: ScrollerProps) {
  const row = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState({ atStart: true, atEnd: true })

  useEffect(() => {
    const list = row.current
    if (!list) return
    const measure = () => {
      const atStart = list.scrollLeft < 8
      const atEnd = list.scrollLeft + list.clientWidth > list.scrollWidth - 8
      setEnds((known) => (known.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    list.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', measure)
    }
  }, [])

  const move = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8, behavior: 'smooth' })
  return (
    <>
      <div className="mb-5 flex items-end gap-4">
        <div className="grow">{title}</div>
        {aside}
        {!(ends.atStart && ends.atEnd) && (
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
        )}
      </div>
      <ul
        ref={row}
        className={`scroller ${isInset ? 'scroller-inset' : ''} no-scrollbar grid grid-flow-col gap-(--gap) overflow-x-auto ${columns}`}
      >
        {children}
      </ul>
    </>
  )
}
