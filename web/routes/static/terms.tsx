/** PAGE-01: the terms. They exist only in German; the English page says so. A shop may add its own (`special_terms`). */
import { TextPage } from '../../catalogue/text-page.tsx'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { TERMS } from '../../i18n/texts/terms.ts'
import { Chapters } from '../../ui/chapters.tsx'
import { RichText } from '../../ui/rich-text.tsx'

export default function Terms() {
  const { meta, locale } = usePage()
  return (
    <TextPage title={m.shell_terms()}>
      {locale !== 'de' && <p className="mb-8 rounded-lg bg-surface px-4 py-3 font-medium">{m.terms_german_only()}</p>}
      {meta.special_terms && (
        <section
          className="mb-10 rounded-lg border-(length:--rule) border-ink px-5 py-4"
          aria-label={m.terms_special()}
        >
          <h2 className="display-4">{m.terms_special()}</h2>
          <RichText html={meta.special_terms} className="mt-2" />
        </section>
      )}
      <div lang="de">
        <Chapters chapters={TERMS} />
      </div>
    </TextPage>
  )
}
