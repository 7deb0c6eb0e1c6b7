/** What happens to a fan's data. */
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { DATAPOLICY } from '../../i18n/texts/datapolicy.ts'
import { Chapters } from '../../ui/chapters.tsx'
import { TextPage } from '../../ui/text-page.tsx'

export default function Datapolicy() {
  const { locale } = usePage()
  return (
    <TextPage title={m.shell_datapolicy()} lead={m.datapolicy_lead()}>
      <Chapters chapters={DATAPOLICY[locale]} />
    </TextPage>
  )
}
