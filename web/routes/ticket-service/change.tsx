/** SUP-03: the form with which fans ask for names on tickets to be changed. */
import { RequestTicketChangeDocument } from '../../../schema/generated/mutations.ts'
import { runOperation } from '../../data/fetch.ts'
import { m } from '../../i18n/messages.ts'
import { ServiceFields } from './service-fields.tsx'
import { changeInput, problemsOf } from './service-form.ts'
import { ServicePage, type ServiceSubject } from './service-page.tsx'
import { useServiceForm } from './use-service-form.ts'

export default function ChangeTickets() {
  return (
    <ServicePage service="change" title={m.service_change_title()} lead={m.service_change_lead()}>
      {(subject) => <ChangeForm {...subject} />}
    </ServicePage>
  )
}

function ChangeForm({ event, orderReference }: ServiceSubject) {
  const form = useServiceForm({
    service: 'change',
    orderReference,
    check: (values) => problemsOf('change', changeInput(values, event)),
    send: async (values) => {
      const { requestTicketChange } = await runOperation(RequestTicketChangeDocument, {
        input: changeInput(values, event),
      })
      return requestTicketChange
    },
    onPhotoRefused: () => undefined,
  })
  return <ServiceFields form={form} needsOrder asksForNewName submitText={m.service_change_submit()} />
}
