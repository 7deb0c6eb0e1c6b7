/**
 * PROD-05: the submit button of the forms that add items to the cart. In the state `checked`, the items have been added. In
 * the state `disabled`, the product is unavailable. Errors appear below the button. If a choice is missing, a warning
 * appears there while the mouse is over the button or the button has the focus (PROD-03).
 */
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { RichText } from '../../ui/rich-text.tsx'

export type AddState = 'ready' | 'loading' | 'checked' | 'failed' | 'disabled'

type AddButtonProps = {
  state: AddState
  /** The message that asks for the missing choice or text; null if nothing is missing. */
  missing: string | null
  /** The error, or why the product is unavailable: HTML of the catalogue or plain text. */
  problem: string | null
}

export function AddButton({ state, missing, problem }: AddButtonProps) {
  const noteId = useId()
  const [isPointedAt, setPointedAt] = useState(false)
  const warns = problem === null && isPointedAt && missing !== null
  return (
    <>
      <button
        type="submit"
        data-state={state}
        className="button-primary grow"
        disabled={state === 'disabled'}
        aria-busy={state === 'loading'}
        {...((problem !== null || warns) && { 'aria-describedby': noteId })}
        onPointerEnter={({ pointerType }) => setPointedAt(pointerType === 'mouse')}
        onPointerLeave={() => setPointedAt(false)}
        onFocus={() => setPointedAt(true)}
        onBlur={() => setPointedAt(false)}
      >
        {state === 'checked' && <Icon name="check" className="size-5" />}
        {buttonText(state)}
      </button>
      <div id={noteId} className="min-h-6 w-full font-medium" {...(!warns && { role: 'alert' })}>
        {problem !== null && <RichText html={problem} className="text-danger" />}
        {warns && <p>{missing}</p>}
      </div>
    </>
  )
}

function buttonText(state: AddState): string {
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
