/** The part of the cart step that says which tickets need names, and opens the dialog to enter them (TIX-02). */
import { lazy, Suspense, useState } from 'react'
import type { Cart } from '../../../cart/use-cart.ts'
import { m } from '../../../i18n/messages.ts'
import { isGroupLine, lacksNames, namedLines } from './named-tickets.ts'
import type { Typed } from './names-form.ts'

const NamesDialog = lazy(() => import('./names-dialog.tsx'))

type TicketNamesProps = {
  cart: Cart
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onSaved: () => void
}

export function TicketNames({ cart, isOpen, onOpen, onClose, onSaved }: TicketNamesProps) {
  const [typed, setTyped] = useState<Typed>({})
  const lines = namedLines(cart)
  if (lines.length === 0) return null
  const isMissing = lacksNames(cart)
  const isGroup = lines.every(isGroupLine)
  return (
    <section
      aria-labelledby="ticket-names"
      className={`mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border bg-surface px-4 py-3 ${
        isMissing ? 'border-accent' : 'border-line'
      }`}
    >
      <div className="min-w-0 grow basis-64">
        <h2 id="ticket-names" className="font-bold">
          {isGroup ? m.names_group() : m.names_title()}
        </h2>
        <p className="mt-1 text-sm text-muted">{neededText(isMissing, isGroup)}</p>
      </div>
      <button type="button" className="button-secondary" onClick={onOpen}>
        {isMissing ? (isGroup ? m.names_group_enter() : m.names_enter()) : m.names_change()}
      </button>
      {isOpen && (
        <Suspense>
          <NamesDialog
            cart={cart}
            typed={typed}
            onTyped={setTyped}
            onCancel={onClose}
            onSaved={() => {
              setTyped({})
              onSaved()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

function neededText(isMissing: boolean, isGroup: boolean): string {
  if (!isMissing) return m.names_entered()
  return isGroup ? m.names_group_needed() : m.names_needed()
}
