/**
 * SHELL-04: a non-modal popup in the window's corner. It does not take the focus when it appears. Visitors can move it by
 * its handle with mouse, touch or arrow keys. Escape closes it, unless a dialog or popover is open above it.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'
import { type Offset, withinWindow } from './within-window.ts'

const KEY_STEP = 24
const STEPS: Record<string, Offset> = {
  ArrowLeft: { x: -KEY_STEP, y: 0 },
  ArrowRight: { x: KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: -KEY_STEP },
  ArrowDown: { x: 0, y: KEY_STEP },
}

type DraggablePopupProps = { label: string; closeLabel: string; onClose: () => void; children: ReactNode }

export function DraggablePopup({ label, closeLabel, onClose, children }: DraggablePopupProps) {
  const box = useRef<HTMLDivElement>(null)
  const drag = useRef<{ x: number; y: number; from: Offset } | null>(null)
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 })

  useEffect(() => {
    const close = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog[open], :popover-open')) onClose()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [onClose])

  const moveTo = (wanted: Offset) => {
    const element = box.current
    if (!element) return
    const { left, top, width, height } = element.getBoundingClientRect()
    const resting = { left: left - offset.x, top: top - offset.y, width, height }
    setOffset(withinWindow(wanted, resting, { width: innerWidth, height: innerHeight }))
  }
  const startDrag = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY, from: offset }
  }
  const continueDrag = (event: PointerEvent) => {
    const start = drag.current
    if (start) moveTo({ x: start.from.x + event.clientX - start.x, y: start.from.y + event.clientY - start.y })
  }
  const endDrag = () => {
    drag.current = null
  }
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (!by) return
    event.preventDefault()
    moveTo({ x: offset.x + by.x, y: offset.y + by.y })
  }
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      className="popup motion-safe:animate-rise"
      style={{ translate: `${offset.x}px ${offset.y}px` }}
    >
      <div className="flex items-center">
        <button
          type="button"
          aria-label={m.popup_move()}
          className="popup-grip"
          onPointerDown={startDrag}
          onPointerMove={continueDrag}
          onPointerUp={endDrag}
          onPointerCancel={endDrag}
          onKeyDown={step}
        />
        <button type="button" aria-label={closeLabel} className="icon-button -mr-2" onClick={onClose}>
          <Icon name="close" className="size-5" />
        </button>
      </div>
      {children}
    </div>
  )
}
