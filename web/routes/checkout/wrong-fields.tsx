/**
 * The list of the fields that must be corrected, above a form. It takes the focus after each refused submission, and each
 * entry leads to its field. Without a refused submission, nothing is shown.
 */
import { useEffect, useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'

type WrongFieldsProps = {
  fields: { id: string; label: string }[]
  /** How often the form has refused a submission. */
  refusals: number
  className?: string
}

export function WrongFields({ fields, refusals, className = '' }: WrongFieldsProps) {
  const box = useRef<HTMLElement>(null)
  const title = useId()
  useEffect(() => {
    if (refusals === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals])
  if (refusals === 0 || fields.length === 0) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={title}
      className={`${className} scroll-mt-6 rounded-lg border border-danger px-4 py-3`}
    >
      <p id={title} className="font-medium text-danger">
        {m.checkout_check_fields({ count: fields.length })}
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {fields.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-9 items-center underline"
              onClick={(event) => {
                event.preventDefault()
                focusField(id)
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A group of radio buttons cannot take the focus well, so its first button does. */
function focusField(id: string): void {
  const field = document.getElementById(id)
  const control = field instanceof HTMLFieldSetElement ? field.querySelector('input') : field
  control?.focus()
}
