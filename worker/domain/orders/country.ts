/** The countries that carriers serve, with names from the platform's Intl data and their EU membership (ADDR-04). */
import { isEuMember } from 'is-eu-member'
import type { Locale } from '../../../schema/locale.ts'

type ServedCountry = { countryCode: string; name: string; eu: boolean }

export function isEuCountry(countryCode: string): boolean {
  return isEuMember(countryCode.toUpperCase())
}

const namesIn: Record<Locale, Intl.DisplayNames> = {
  de: new Intl.DisplayNames(['de'], { type: 'region' }),
  en: new Intl.DisplayNames(['en'], { type: 'region' }),
}

export function countryName(countryCode: string, locale: Locale): string {
  const code = countryCode.toUpperCase()
  return namesIn[locale].of(code) ?? code
}

/** Returns the countries sorted by their name in the given language. Country codes are lower case. */
export function servedCountries(carriers: { countryCodes: string[] }[], locale: Locale): ServedCountry[] {
  const codes = new Set(carriers.flatMap(({ countryCodes }) => countryCodes))
  return [...codes]
    .map((countryCode) => ({
      countryCode,
      name: countryName(countryCode, locale),
      eu: isEuCountry(countryCode),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
}
