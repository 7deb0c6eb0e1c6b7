/** The button that offers a reminder by mail. The form behind it loads only when somebody wants it (REMIND-01, REMIND-02). */
import { lazy, Suspense, useState } from 'react'
import type { ReminderKind } from '../../schema/rules/reminder.ts'
import { m } from '../i18n/messages.ts'
import type { ReminderFormProps } from './reminder-form.tsx'

const ReminderForm = lazy(() => import('./reminder-form.tsx'))

const OFFERS: Record<ReminderKind, () => string> = {
  stock: m.reminder_offer_stock,
  presale: m.reminder_offer_presale,
  tickets: m.reminder_offer_tickets,
}

export function ReminderOffer({ onOpen, ...props }: ReminderFormProps & { onOpen?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  if (props.choices.length === 0) return null
  if (isOpen)
    return (
      <Suspense fallback={null}>
        <ReminderForm {...props} />
      </Suspense>
    )
  return (
    <button
      type="button"
      className="button-secondary mt-4 max-sm:w-full"
      onClick={() => {
        setOpen(true)
        onOpen?.()
      }}
    >
      {props.areSizes ? m.reminder_offer_size() : OFFERS[props.kind]()}
    </button>
  )
}
