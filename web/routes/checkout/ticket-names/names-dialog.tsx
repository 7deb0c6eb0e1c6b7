/** The personalisation dialog: one form per ticket, or one name per group (TIX-02). */
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import { itemName, seatText } from '../../../cart/item-text.ts'
import { type Cart, useUpdatePersonalIdentifier } from '../../../cart/use-cart.ts'
import { errorText } from '../../../i18n/error-text.ts'
import { m } from '../../../i18n/messages.ts'
import { Modal } from '../../../ui/modal.tsx'
import { useProblem } from '../../../ui/problem.ts'
import { goToNextField } from '../next-field.ts'
import { WrongFields } from '../wrong-fields.tsx'
import { fieldLabel, HolderField } from './holder-field.tsx'
import {
  changedTexts,
  type NameEntry,
  nameEntries,
  nameProblems,
  namesOnSeveral,
  type Typed,
  typedValue,
} from './names-form.ts'

type NamesDialogProps = {
  cart: Cart
  /** What the fan has typed before. It survives closing the dialog. */
  typed: Typed
  onTyped: (typed: Typed) => void
  onCancel: () => void
  onSaved: () => void
}

export default function NamesDialog({ cart, typed, onTyped, onCancel, onSaved }: NamesDialogProps) {
  const { updatePersonalIdentifier } = useUpdatePersonalIdentifier()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useProblem()
  // The names that the fan has been warned about.
  const [warned, setWarned] = useState<string[]>([])
  const saving = useRef(false)
  const alertBox = useRef<HTMLDivElement>(null)
  // The alert may be below the visible part of a long form.
  useEffect(() => {
    if (problem !== null || warned.length > 0) alertBox.current?.scrollIntoView({ block: 'nearest' })
  }, [problem, warned])
  const entries = nameEntries(cart)
  const problems = nameProblems(entries, typed)
  const repeated = namesOnSeveral(entries, typed)
  const warning = repeated.filter((name) => warned.includes(name))
  const shown = (id: string) => (refusals > 0 || left.has(id) ? problems.get(id) : undefined)
  const lastId = entries.at(-1)?.fields.at(-1)?.id

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (saving.current) return
    setProblem(null)
    if (problems.size > 0) {
      setRefusals(refusals + 1)
      return
    }
    if (repeated.some((name) => !warned.includes(name))) {
      setWarned(repeated)
      return
    }
    saving.current = true
    setIsSaving(true)
    try {
      // One after the other, because each answer contains the whole cart.
      for (const { itemId, text } of changedTexts(cart, entries, typed)) await updatePersonalIdentifier(itemId, text)
      onSaved()
    } catch (error) {
      setProblem(() => `${m.names_save_failed()}: ${errorText(error)}`)
    } finally {
      saving.current = false
      setIsSaving(false)
    }
  }

  function labelOf({ number }: NameEntry): string | null {
    return number === null || entries.length === 1 ? null : m.names_ticket({ number })
  }

  const wrong = entries.flatMap((entry) =>
    entry.fields
      .filter(({ id }) => problems.has(id))
      .map(({ id, key }) => ({ id, label: [labelOf(entry), fieldLabel(key)].filter(Boolean).join(': ') })),
  )

  return (
    <Modal title={m.names_title()} onCancel={isSaving ? null : onCancel}>
      <form noValidate onSubmit={(event) => void save(event)} onKeyDown={goToNextField}>
        <Introduction entries={entries} />
        <WrongFields fields={wrong} refusals={refusals} className="mt-4" />
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            {entry.eventId !== entries[index - 1]?.eventId && (
              <h3 className="mt-6 font-bold">{itemName(entry.line)}</h3>
            )}
            <fieldset className="mt-4">
              <legend className="mb-2 font-medium">
                {[labelOf(entry), entry.number === null ? null : entry.line.variantName, seatText(entry.line.seat)]
                  .filter(Boolean)
                  .join(' · ')}
              </legend>
              <div className="grid gap-4 sm:grid-cols-2">
                {entry.fields.map(({ id, key }) => (
                  <HolderField
                    key={id}
                    id={id}
                    fieldKey={key}
                    value={typedValue(entry, key, typed)}
                    problem={shown(id)}
                    section={`ticket-${entry.number ?? 'group'}`}
                    isLast={id === lastId}
                    onChange={(value) => onTyped({ ...typed, [id]: value })}
                    onLeave={() => setLeft(new Set([...left, id]))}
                    className={key === 'address' || key === 'groupName' ? 'sm:col-span-2' : ''}
                  />
                ))}
              </div>
            </fieldset>
          </Fragment>
        ))}
        <div ref={alertBox} role="alert">
          {warning.map((name) => (
            <p key={name} className="mt-4 rounded-lg border border-line bg-surface px-4 py-3">
              {m.names_repeated({ name })}
            </p>
          ))}
          {problem !== null && <p className="mt-4 font-medium text-danger">{problem}</p>}
        </div>
        <div className="dialog-actions">
          <button type="submit" className="button-primary" aria-disabled={isSaving}>
            {isSaving ? m.names_saving() : warning.length > 0 ? m.names_save_anyway() : m.names_save()}
          </button>
          <button type="button" className="button-secondary" disabled={isSaving} onClick={onCancel}>
            {m.names_cancel()}
          </button>
        </div>
      </form>
    </Modal>
  )
}

function Introduction({ entries }: { entries: NameEntry[] }) {
  const isPersonal = entries.some(({ number }) => number !== null)
  return (
    <div className="mt-2 space-y-2 text-muted">
      {isPersonal && <p>{m.names_text()}</p>}
      {entries.some(({ number }) => number === null) && <p>{m.names_group_text()}</p>}
      {entries.some(({ line }) => line.asksContact) && <p>{m.names_contact_text()}</p>}
    </div>
  )
}
