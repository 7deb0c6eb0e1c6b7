/**
 * PROD-05: the button that puts something into the cart, in its states: ready, loading, checked, failed, and disabled
 * where the thing cannot be had. What is wrong stands below it; where only a choice is missing, that shows as soon as
 * the mouse or the keyboard comes to the button (PROD-03).
 */
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { RichText } from '../../ui/rich-text.tsx'

export type AddState = 'ready' | 'loading' | 'checked' | 'failed' | 'disabled'

type AddButtonProps = {
  state: AddState
  /** What is to be done first; null once everything is chosen. */
  missing: string | null
  /** What went wrong, or why it cannot be had; HTML of the catalogue or a plain text. */
  problem: string | null
}

export function AddButton({ state, missing, problem }: AddButtonProps) {
  const noteId = useId()
  const [isNear, setNear] = useState(false)
  const warning = problem === null && isNear && missing !== null
  return (
    <>
      <button
        type="submit"
        data-state={state}
        className="button-primary grow"
        disabled={state === 'disabled'}
        aria-busy={state === 'loading'}
        {...((problem !== null || warning) && { 'aria-describedby': noteId })}
        onPointerEnter={({ pointerType }) => setNear(pointerType === 'mouse')}
        onPointerLeave={() => setNear(false)}
        onFocus={() => setNear(true)}
        onBlur={() => setNear(false)}
      >
        {state === 'checked' && <Icon name="check" className="size-5" />}
        {textOf(state)}
      </button>
      <div id={noteId} className="min-h-6 w-full font-medium" {...(!warning && { role: 'alert' })}>
        {problem !== null && <RichText html={problem} className="text-danger" />}
        {warning && <p>{missing}</p>}
      </div>
    </>
  )
}

function textOf(state: AddState): string {
  switch (state) {
    case 'ready':
      return m.product_add()
    case 'loading':
      return m.product_adding()
    case 'checked':
      return m.product_added()
    case 'failed':
      return m.product_failed()
    case 'disabled':
      return m.product_unavailable()
  }
}
