/** SUP-02: the form with which fans ask for tickets to be cancelled. */
import { useRef } from 'react'
import { RequestTicketCancellationDocument } from '../../../schema/generated/mutations.ts'
import { runOperation } from '../../data/fetch.ts'
import { m } from '../../i18n/messages.ts'
import { PhotoField } from './photo-field.tsx'
import { ServiceFields } from './service-fields.tsx'
import { cancellationInput, problemsOf } from './service-form.ts'
import { ServicePage, type ServiceSubject } from './service-page.tsx'
import type { ServiceValues } from './service-values.ts'
import { usePhotos } from './use-photos.ts'
import { useServiceForm } from './use-service-form.ts'

export default function CancelTickets() {
  return (
    <ServicePage
      service="cancel"
      title={m.service_cancel_title()}
      lead={m.service_cancel_lead()}
      consequence={m.service_cancel_money()}
    >
      {(subject) => <CancelForm {...subject} />}
    </ServicePage>
  )
}

function CancelForm({ event, orderReference }: ServiceSubject) {
  const key = useRef('')
  const photos = usePhotos(() => key.current)
  const inputOf = (values: ServiceValues) =>
    cancellationInput(values, event, (row) => {
      const state = photos.of(row)
      return state?.step === 'done' ? state.uploadId : null
    })
  const form = useServiceForm({
    service: 'cancel',
    orderReference,
    check: (values) => problemsOf('cancel', inputOf(values)),
    send: async (values) => {
      const { requestTicketCancellation } = await runOperation(RequestTicketCancellationDocument, {
        input: inputOf(values),
      })
      return requestTicketCancellation
    },
    onPhotoRefused: photos.refuseAll,
  })
  key.current = form.values.key
  return (
    <ServiceFields
      form={form}
      needsOrder={false}
      asksForNewName={false}
      submitText={m.service_cancel_submit()}
      onRemoveTicket={photos.remove}
      ofTicket={({ row, type }, index) =>
        type === 'hard' && (
          <PhotoField
            id={`service-tickets.${index}.photo`}
            state={photos.of(row)}
            problem={form.problems.get(`tickets.${index}.photo`)?.() ?? null}
            onChoose={(file) => photos.choose(row, file)}
            onRetry={() => photos.retry(row)}
            onRemove={() => photos.remove(row)}
          />
        )
      }
    />
  )
}
