/** Countries a carrier goes to, named by the platform's own data, EU members flagged (ADDR-04). */
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

/** By name in the call's language; `countryCodes` in lower case. */
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
