import { expect, it } from 'vitest'
import { LOCALES } from '../../../schema/locale.ts'
import { matchRoute, ROUTES } from '../../../schema/routes.ts'
import { FAQ, faqSets } from '../../../schema/texts/faq.ts'

it('PAGE-02 the FAQ pages have an address for each of their questions, and for no other', () => {
  const pages = ROUTES.filter(({ name }) => name.startsWith('faq'))
  expect(pages).toHaveLength(4)
  for (const { name, lastSegments } of pages) {
    const [set = 'general'] = faqSets(name, undefined)
    for (const locale of LOCALES)
      expect(
        FAQ[set][locale].map(({ id }) => id),
        name,
      ).toEqual(lastSegments)
    expect(matchRoute(`/${name}`)?.route.name).toBe(name)
    for (const id of lastSegments ?? [])
      expect(matchRoute(`/${name}/${id}`)).toMatchObject({ route: { name }, params: { id } })
    for (const id of ['xyz', '77', '01', '-1']) expect(matchRoute(`/${name}/${id}`), `${name}/${id}`).toBeNull()
  }
})
