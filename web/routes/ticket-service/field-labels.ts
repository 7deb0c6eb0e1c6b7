/** The names of the fields for the list of those that must be corrected. */
import { m } from '../../i18n/messages.ts'
import type { Problems } from './service-form.ts'

const LABELS: Record<string, () => string> = {
  name: m.service_name,
  email: m.checkout_email,
  orderReference: m.service_order,
  comment: m.service_comment,
  offered: m.service_offered,
}
const TICKET_LABELS: Record<string, () => string> = {
  type: m.service_type,
  name: m.service_holder,
  newName: m.service_holder_new,
  number: m.service_number,
  photo: m.service_photo,
}

function labelOf(name: string, asksForNewName: boolean): string {
  const [, index = '', field = ''] = /^tickets\.(\d)\.(\w+)$/.exec(name) ?? []
  if (field === '') return LABELS[name]?.() ?? name
  if (field === 'name' && asksForNewName)
    return `${m.service_ticket({ number: Number(index) + 1 })}: ${m.service_holder_now()}`
  return `${m.service_ticket({ number: Number(index) + 1 })}: ${TICKET_LABELS[field]?.() ?? field}`
}

/** The fields with problems, in the order of the form. */
export function serviceFields(problems: Problems, asksForNewName: boolean): { id: string; label: string }[] {
  return [...problems.keys()].map((name) => ({ id: `service-${name}`, label: labelOf(name, asksForNewName) }))
}
