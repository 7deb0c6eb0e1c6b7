/**
 * PAGE-02: frequently asked questions. /faq/{id} opens a question and scrolls to it. `faq_variant` adds a set of questions
 * before the general ones; /faq-kiox, /faq-package and /faq-pick-up show one such set without the general questions.
 */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { matchRoute } from '../../../schema/routes.ts'
import { FAQ, faqSets } from '../../../schema/texts/faq.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { TextPage } from '../../catalogue/text-page.tsx'
import { usePage } from '../../data/page.tsx'
import { useRouteParams } from '../../data/route-params.ts'
import { m } from '../../i18n/messages.ts'
import { Blocks } from '../../ui/chapters.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'

const TITLES = {
  general: m.faq_general,
  kiox: m.faq_kiox,
  package: m.faq_package,
  'pick-up': m.faq_pick_up,
}

export default function Faq() {
  const { id } = useRouteParams()
  const { pathname } = useLocation()
  const { locale, meta } = usePage()
  const route = matchRoute(pathname)?.route.name ?? 'faq'
  const sets = faqSets(route, meta.faq_variant)
  // The id in the URL belongs to the page's own set of questions, which is the general one on /faq.
  const linkedSet = route === 'faq' ? 'general' : sets[0]
  useEffect(() => {
    if (id) document.getElementById(`faq-${linkedSet}-${id}`)?.scrollIntoView({ block: 'start' })
  }, [id, linkedSet])
  return (
    <TextPage title={m.shell_faq()} lead={m.faq_lead()}>
      {sets.map((set) => (
        <section key={set} aria-label={TITLES[set]()} className="mb-12">
          {(sets.length > 1 || set !== 'general') && <h2 className="display-4 mb-4">{TITLES[set]()}</h2>}
          <div className="rule-t">
            {FAQ[set][locale].map((question) => (
              <Disclosure
                key={question.id}
                id={`faq-${set}-${question.id}`}
                title={question.title}
                isOpen={set === linkedSet && question.id === id}
              >
                <Blocks blocks={question.blocks} />
              </Disclosure>
            ))}
          </div>
        </section>
      ))}
      <p>
        {m.faq_else()}{' '}
        <ShopLink to="/contact" className="text-link">
          {m.shell_contact()}
        </ShopLink>
      </p>
    </TextPage>
  )
}
