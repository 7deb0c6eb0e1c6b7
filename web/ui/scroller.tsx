/** Things in a row that is wider than the window: swiped on a phone, moved by two buttons elsewhere. */
import { type ReactNode, useRef } from 'react'
import { extra } from './later.tsx'

const ScrollerButtons = extra(() => import('./scroller-buttons.tsx'))

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
  return (
    <>
      <div className="mb-5 flex items-end gap-4">
        <div className="grow">{title}</div>
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
