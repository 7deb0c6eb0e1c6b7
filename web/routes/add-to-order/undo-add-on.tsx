/** The button that undoes an unpaid add-on, for the page to pay later. */
import { m } from '../../i18n/messages.ts'
import type { Message } from '../../ui/problem.ts'
import { useUndo } from './use-undo.ts'

type UndoProps = { order: { id: string; reference: string }; onProblem: (problem: Message | null) => void }

export function UndoAddOn({ order, onProblem }: UndoProps) {
  const { isUndoing, undo } = useUndo(order, onProblem)
  return (
    <div className="space-y-2">
      <button type="button" className="button-secondary" aria-disabled={isUndoing} onClick={() => void undo()}>
        {isUndoing ? m.merge_undoing() : m.merge_undo()}
      </button>
      <p className="text-sm text-muted">{m.merge_undo_hint()}</p>
    </div>
  )
}
