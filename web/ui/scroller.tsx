/** A horizontally scrolling row. Visitors swipe it on phones and move it with two buttons on wider screens. */
import { type ReactNode, useRef } from 'react'
import { optionalPart } from './client-only.tsx'

const ScrollerButtons = optionalPart(() => import('./scroller-buttons.tsx'))

type ScrollerProps = {
  title: ReactNode
  /** An element beside the title, and on phones below it, such as a link to the complete list. */
  aside?: ReactNode
  /** Classes that set the width of the grid's columns. */
  columns: string
  /** The row is inside a column. In windows of at least 64rem, it ends at the column's edges. */
  isInset?: boolean
  children: ReactNode
}

export function Scroller({ title, aside, columns, isInset = false, children }: ScrollerProps) {
  const row = useRef<HTMLUListElement>(null)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-x-6">
        <div className="grow basis-full sm:basis-auto">{title}</div>
        {aside}
        <ScrollerButtons row={row} />
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
