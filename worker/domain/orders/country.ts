/** The countries that carriers serve, with names from the platform's Intl data and their EU membership (ADDR-04). */
import { isEuMember } from 'is-eu-member'
import type { Locale } from '../../../schema/locale.ts'

type ServedCountry = { countryCode: string; nameDe: string; nameEn: string; eu: boolean }

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

/** Country codes are lower case. Every browser sorts the names in its own language. */
export function servedCountries(carriers: { countryCodes: string[] }[]): ServedCountry[] {
  const codes = new Set(carriers.flatMap(({ countryCodes }) => countryCodes))
  return [...codes].sort().map((countryCode) => ({
    countryCode,
    nameDe: countryName(countryCode, 'de'),
    nameEn: countryName(countryCode, 'en'),
    eu: isEuCountry(countryCode),
  }))
}
