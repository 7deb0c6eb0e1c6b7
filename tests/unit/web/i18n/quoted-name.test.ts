import { expect, it } from 'vitest'
import { currentPage } from '../../../../web/data/page-state.ts'
import { quotedName } from '../../../../web/i18n/quoted-name.ts'

it('L10N-01 quotes a name that begins with an article after a German preposition', () => {
  const names = () => ['Die kaputten Ampeln', 'Kiosk Kardinal', 'Dienstag'].map(quotedName)
  currentPage().locale = 'de'
  expect(names()).toEqual(['„Die kaputten Ampeln“', 'Kiosk Kardinal', 'Dienstag'])
  currentPage().locale = 'en'
  expect(names()).toEqual(['Die kaputten Ampeln', 'Kiosk Kardinal', 'Dienstag'])
})
