/** The countries that the shop delivers to, all countries of a billing address, and the VAT note for a country (ADDR-04). */
import { useQuery } from '@tanstack/react-query'
import { ShippingCountriesDocument } from '../../../schema/generated/operations.ts'
import type { Locale } from '../../../schema/locale.ts'
import { COUNTRY_CODES } from '../../../schema/rules/countries.ts'
import type { Cart } from '../../cart/use-cart.ts'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'

export type Country = { countryCode: string; name: string; eu: boolean | null }

const sorted = (countries: Country[], locale: Locale) =>
  countries.toSorted((a, b) => a.name.localeCompare(b.name, locale))

/** The countries that carriers serve. */
export function useCountries(): Country[] {
  const { locale } = usePage()
  const { data } = useQuery({
    queryKey: ['shipping-countries'],
    queryFn: () => runOperation(ShippingCountriesDocument, {}),
    staleTime: Infinity,
  })
  const countries = (data?.shippingCountries ?? []).map(({ countryCode, nameDe, nameEn, eu }) => ({
    countryCode,
    name: locale === 'de' ? nameDe : nameEn,
    eu,
  }))
  return sorted(countries, locale)
}

/** All countries. A bill may go to a country to which the shop does not deliver. */
export function allCountries(locale: Locale): Country[] {
  return sorted(
    COUNTRY_CODES.map((countryCode) => ({ countryCode, name: countryName(countryCode, locale), eu: null })),
    locale,
  )
}

/** The name by the browser's own data, for countries that carriers do not serve. */
export function countryName(countryCode: string, locale: Locale): string {
  const code = countryCode.toUpperCase()
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
}

/**
 * The note below a total: that it includes VAT or, for a delivery outside the EU, that it is final (CHK-10). Admission is
 * taxed at the venue, wherever the buyer lives.
 */
export function vatText(countries: Country[], { countryCode, containsTickets, items }: Cart): string {
  const country = countries.find((each) => each.countryCode === countryCode)
  const containsMerch = items.some((item) => [item, ...item.bundled].some(({ type }) => type === 'product'))
  if (country?.eu !== false || !containsMerch) return m.checkout_vat_eu()
  return containsTickets ? m.checkout_vat_mixed() : m.checkout_vat_final()
}
