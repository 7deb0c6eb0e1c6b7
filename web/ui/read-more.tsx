/** Shows the start of a long text with a button for the rest. A short text is shown completely. */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../i18n/messages.ts'

export function ReadMore({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (element) setLong(element.scrollHeight > element.clientHeight)
  }, [])
  return (
    <>
      <div ref={box} className={isOpen ? '' : `max-h-56 overflow-clip ${isLong ? 'fade-out' : ''}`}>
        {children}
      </div>
      {isLong && (
        <button
          type="button"
          className="text-link mt-2 min-h-11 font-semibold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? m.read_less() : m.read_more()}
        </button>
      )}
    </>
  )
}
