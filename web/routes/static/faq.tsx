/** PAGE-02: questions to open; /faq/{id} comes with its own open and in view. */
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { FAQ } from '../../i18n/texts/faq.ts'
import { Blocks } from '../../ui/chapters.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ShopLink } from '../../ui/shop-link.tsx'
import { TextPage } from '../../ui/text-page.tsx'

export default function Faq() {
  const { id } = useParams()
  const { locale } = usePage()
  useEffect(() => {
    if (id) document.getElementById(`faq-${id}`)?.scrollIntoView({ block: 'start' })
  }, [id])
  return (
    <TextPage title={m.shell_faq()} lead={m.faq_lead()}>
      <div className="rule-t">
        {FAQ[locale].map((question) => (
          <Disclosure key={question.id} id={`faq-${question.id}`} title={question.title} isOpen={question.id === id}>
            <Blocks blocks={question.blocks} />
          </Disclosure>
        ))}
      </div>
      <p className="mt-8">
        {m.faq_else()}{' '}
        <ShopLink to="/contact" className="text-link">
          {m.shell_contact()}
        </ShopLink>
      </p>
    </TextPage>
  )
}
