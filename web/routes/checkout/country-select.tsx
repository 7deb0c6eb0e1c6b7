/** The choice of a country. The countries of the EU, where prices include VAT, are a group of their own at the top. */
import type { SelectHTMLAttributes } from 'react'
import { m } from '../../i18n/messages.ts'
import type { Country } from './countries.ts'

type CountrySelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  countries: Country[]
  ref?: React.Ref<HTMLSelectElement>
}

export function CountrySelect({ countries, className = '', ...select }: CountrySelectProps) {
  const groups = [
    { label: m.checkout_country_eu(), countries: countries.filter((country) => country.eu) },
    { label: m.checkout_country_other(), countries: countries.filter((country) => !country.eu) },
  ].filter((group) => group.countries.length > 0)
  return (
    <select {...select} className={`field ${className}`}>
      {groups.map((group) => (
        <optgroup key={group.label} label={group.label}>
          {group.countries.map(({ countryCode, name }) => (
            <option key={countryCode} value={countryCode}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
