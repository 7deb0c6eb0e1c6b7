/** The button that offers a reminder by mail. The form behind it loads only when somebody wants it (REMIND-01). */
import { lazy, Suspense, useState } from 'react'
import { m } from '../i18n/messages.ts'
import type { ReminderFormProps } from './reminder-form.tsx'

const ReminderForm = lazy(() => import('./reminder-form.tsx'))

export function ReminderOffer({ kind, choices }: ReminderFormProps) {
  const [isOpen, setOpen] = useState(false)
  if (choices.length === 0) return null
  if (isOpen)
    return (
      <Suspense fallback={null}>
        <ReminderForm kind={kind} choices={choices} />
      </Suspense>
    )
  return (
    <button type="button" className="button-secondary mt-4 max-sm:w-full" onClick={() => setOpen(true)}>
      {kind === 'stock' ? m.reminder_offer_stock() : m.reminder_offer_presale()}
    </button>
  )
}
