/** CAT-05: the terms of the Advent sale's prize draw. They exist only in German; the English page says so. */
import { TextPage } from '../../catalogue/text-page.tsx'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { ADVENT_TERMS } from '../../i18n/texts/advent-terms.ts'
import { Chapters } from '../../ui/chapters.tsx'

export default function AdventTerms() {
  const { locale } = usePage()
  return (
    <TextPage title={m.advent_terms_title()}>
      {locale !== 'de' && <p className="mb-8 rounded-lg bg-surface px-4 py-3 font-medium">{m.terms_german_only()}</p>}
      <div lang="de">
        <Chapters chapters={ADVENT_TERMS} />
      </div>
    </TextPage>
  )
}
