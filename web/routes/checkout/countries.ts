/** The countries that the shop delivers to, and the VAT note for a country. */
import { useQuery } from '@tanstack/react-query'
import { ShippingCountriesDocument } from '../../../schema/generated/operations.ts'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'

export type Country = { countryCode: string; name: string; eu: boolean }

export function useCountries(): Country[] {
  const { locale } = usePage()
  const { data } = useQuery({
    queryKey: ['shipping-countries', locale],
    queryFn: () => runOperation(ShippingCountriesDocument, {}),
    staleTime: Infinity,
  })
  return (data?.shippingCountries ?? []).toSorted((a, b) => a.name.localeCompare(b.name, locale))
}

/** The note below a total: that it includes VAT or, for a country outside the EU, that it is final (CHK-10). */
export function vatText(countries: Country[], countryCode: string): string {
  const country = countries.find((each) => each.countryCode === countryCode)
  return country && !country.eu ? m.checkout_vat_final() : m.checkout_vat_eu()
}
