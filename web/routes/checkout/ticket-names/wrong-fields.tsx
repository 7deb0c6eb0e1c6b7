/** The list of the fields that must be corrected, above a form of names. It takes the focus after each refused submission. */
import { useEffect, useRef } from 'react'
import { m } from '../../../i18n/messages.ts'

type WrongFieldsProps = {
  fields: { id: string; label: string }[]
  /** How often the form has refused a submission. */
  refusals: number
}

export function WrongFields({ fields, refusals }: WrongFieldsProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  if (refusals === 0 || fields.length === 0) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="wrong-names"
      className="mt-4 scroll-mt-6 rounded-lg border border-danger px-4 py-3"
    >
      <p id="wrong-names" className="font-medium text-danger">
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
                document.getElementById(id)?.focus()
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
