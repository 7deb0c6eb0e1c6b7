/**
 * The choice of a country. The countries of the EU, where prices include VAT, are a group of their own at the top. If the
 * list does not contain the chosen country, or has not loaded yet, the country is an entry of its own, because a browser would
 * otherwise show the first entry.
 */
import type { ComponentPropsWithRef } from 'react'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { type Country, countryName } from './countries.ts'

type CountrySelectProps = ComponentPropsWithRef<'select'> & { value: string; countries: Country[] }

export function CountrySelect({ countries, className = '', ...select }: CountrySelectProps) {
  const { locale } = usePage()
  const { value } = select
  const of = (eu: boolean | null) => countries.filter((country) => country.eu === eu)
  const isListed = value === '' || countries.some(({ countryCode }) => countryCode === value)
  const groups = [
    { label: m.checkout_country_eu(), countries: of(true) },
    { label: m.checkout_country_other(), countries: of(false) },
  ].filter((group) => group.countries.length > 0)
  return (
    <select {...select} className={`field ${className}`}>
      {!isListed && <option value={value}>{countryName(value, locale)}</option>}
      <Options countries={of(null)} />
      {groups.map((group) => (
        <optgroup key={group.label} label={group.label}>
          <Options countries={group.countries} />
        </optgroup>
      ))}
    </select>
  )
}

function Options({ countries }: { countries: Country[] }) {
  return countries.map(({ countryCode, name }) => (
    <option key={countryCode} value={countryCode}>
      {name}
    </option>
  ))
}
