/** A form field with its label and its error message, both associated with it for screen readers. */
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'

/** The attributes that the field's control must have. */
export type ControlAttributes = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

type FieldProps = {
  id: string
  label: string
  isOptional?: boolean
  problem: string | null
  /** Shown below the field, and below a problem, which it may help to solve. */
  hint?: string
  className?: string
  children: (attributes: ControlAttributes) => ReactNode
}

export function Field({ id, label, isOptional = false, problem, hint, className = '', children }: FieldProps) {
  const noteId = `${id}-note`
  const hasNote = problem !== null || hint !== undefined
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {isOptional && <span className="font-normal text-muted"> ({m.checkout_optional()})</span>}
      </label>
      {children({
        id,
        ...(problem !== null && { 'aria-invalid': true }),
        ...(hasNote && { 'aria-describedby': noteId }),
      })}
      {hasNote && (
        <div id={noteId} className="mt-1.5 text-sm">
          {problem !== null && <p className="font-medium text-danger">{problem}</p>}
          {hint !== undefined && <p className="text-muted">{hint}</p>}
        </div>
      )}
    </div>
  )
}
