/** PAGE-01: the privacy policy and the visitor's choice about tracking. */
import { TextPage } from '../../catalogue/text-page.tsx'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { DATAPOLICY } from '../../i18n/texts/datapolicy.ts'
import { Chapters } from '../../ui/chapters.tsx'
import { TrackingChoice } from './tracking-choice.tsx'

export default function Datapolicy() {
  const { locale } = usePage()
  return (
    <TextPage title={m.shell_datapolicy()} lead={m.datapolicy_lead()}>
      <TrackingChoice />
      <Chapters chapters={DATAPOLICY[locale]} />
    </TextPage>
  )
}
