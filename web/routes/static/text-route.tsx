/** PAGE-01: three pages that contain only text: jobs, the rules of prize draws, and the KulturPass. */
import { useLocation } from 'react-router'
import { matchRoute } from '../../../schema/routes.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { TextPage } from '../../catalogue/text-page.tsx'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { GAMEPOLICY } from '../../i18n/texts/gamepolicy.ts'
import { KULTURPASS } from '../../i18n/texts/kulturpass.ts'
import { Blocks, Chapters } from '../../ui/chapters.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'

export default function TextRoute() {
  const { pathname } = useLocation()
  const name = matchRoute(pathname)?.route.name
  if (name === 'gamepolicy') return <Gamepolicy />
  return name === 'kulturpass' ? <Kulturpass /> : <Jobs />
}

function Jobs() {
  return (
    <TextPage title={m.jobs_title()} lead={m.jobs_lead()}>
      <p>{m.jobs_none()}</p>
      <p className="mt-4">
        <ShopLink to="/contact" className="text-link">
          {m.shell_contact()}
        </ShopLink>
      </p>
    </TextPage>
  )
}

function Gamepolicy() {
  const { locale } = usePage()
  return (
    <TextPage title={m.gamepolicy_title()} lead={m.gamepolicy_lead()}>
      <Chapters chapters={GAMEPOLICY[locale]} />
    </TextPage>
  )
}

function Kulturpass() {
  const { locale } = usePage()
  return (
    <TextPage title={m.kulturpass_title()} lead={m.kulturpass_lead()}>
      <div className="rule-t">
        {KULTURPASS[locale].map(({ id, title, blocks }) => (
          <Disclosure key={id} id={id} title={title}>
            <Blocks blocks={blocks} />
          </Disclosure>
        ))}
      </div>
      <p className="mt-8">
        <ShopLink to="/events" className="text-link">
          {m.events_all()}
        </ShopLink>
      </p>
    </TextPage>
  )
}
