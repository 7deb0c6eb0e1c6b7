/** The list of the fields that must be corrected. It takes the focus, and each entry leads to its field. */
import { useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import type { Problems } from './service-form.ts'

const LABELS: Record<string, () => string> = {
  name: m.service_name,
  email: m.checkout_email,
  orderReference: m.service_order,
  comment: m.service_comment,
}
const TICKET_LABELS: Record<string, () => string> = {
  type: m.service_type,
  name: m.service_holder,
  newName: m.service_holder_new,
  number: m.service_number,
  photo: m.service_photo,
}

function labelOf(name: string): string {
  const [, index = '', field = ''] = /^tickets\.(\d)\.(\w+)$/.exec(name) ?? []
  if (field === '') return LABELS[name]?.() ?? name
  return `${m.service_ticket({ number: Number(index) + 1 })}: ${TICKET_LABELS[field]?.() ?? field}`
}

/** The group of radio buttons cannot take the focus well, so its first button does. */
function focusField(name: string): void {
  const field = document.getElementById(`service-${name}`)
  const control = field instanceof HTMLFieldSetElement ? field.querySelector('input') : field
  control?.focus()
}

export function WrongFields({ problems, refusals }: { problems: Problems; refusals: number }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals])
  if (refusals === 0 || problems.size === 0) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="wrong-fields"
      className="scroll-mt-6 rounded-lg border border-danger px-4 py-3"
    >
      <p id="wrong-fields" className="font-medium text-danger">
        {m.checkout_check_fields({ count: problems.size })}
      </p>
      <ul>
        {[...problems.keys()].map((name) => (
          <li key={name}>
            <a
              href={`#service-${name}`}
              className="inline-flex min-h-9 items-center underline"
              onClick={(event) => {
                event.preventDefault()
                focusField(name)
              }}
            >
              {labelOf(name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
