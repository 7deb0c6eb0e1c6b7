/** The fields of a shipping or billing address, each with its error message below it. */
import { type Control, type FieldErrors, type FieldPath, type UseFormRegister, useFormState } from 'react-hook-form'
import type { Details, DetailsInput } from '../../../schema/inputs/checkout.ts'
import { ADDRESS_LENGTHS } from '../../../schema/limits.ts'
import { m } from '../../i18n/messages.ts'
import type { Country } from './countries.ts'
import { CountrySelect } from './country-select.tsx'
import { Field } from './field.tsx'
import { fieldProblem } from './field-problem.ts'

type AddressKind = 'shippingAddress' | 'billingAddress'
type AddressKey = keyof Details['shippingAddress']

type AddressFieldsProps = {
  kind: AddressKind
  register: UseFormRegister<DetailsInput>
  control: Control<DetailsInput, unknown, Details>
  countries: Country[]
}

const ROWS: { key: AddressKey; label: () => string; autocomplete: string; isOptional?: boolean; className?: string }[] =
  [
    { key: 'firstName', label: m.checkout_first_name, autocomplete: 'given-name' },
    { key: 'lastName', label: m.checkout_last_name, autocomplete: 'family-name' },
    {
      key: 'company',
      label: m.checkout_company,
      autocomplete: 'organization',
      isOptional: true,
      className: 'sm:col-span-2',
    },
    { key: 'address', label: m.checkout_street, autocomplete: 'address-line1', className: 'sm:col-span-2' },
    {
      key: 'address2',
      label: m.checkout_address2,
      autocomplete: 'address-line2',
      isOptional: true,
      className: 'sm:col-span-2',
    },
    { key: 'postCode', label: m.checkout_post_code, autocomplete: 'postal-code' },
    { key: 'city', label: m.checkout_city, autocomplete: 'address-level2' },
  ]

export function AddressFields({ kind, register, control, countries }: AddressFieldsProps) {
  const { errors } = useFormState({ control })
  const part = kind === 'shippingAddress' ? 'shipping' : 'billing'
  const name = (key: AddressKey): FieldPath<DetailsInput> => `${kind}.${key}`
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {ROWS.map(({ key, label, autocomplete, isOptional = false, className }) => {
        const length = key === 'countryCode' ? 2 : ADDRESS_LENGTHS[key]
        return (
          <Field
            key={key}
            id={`${kind}-${key}`}
            label={label()}
            isOptional={isOptional}
            problem={fieldProblem(errorOf(errors, kind, key), length)}
            {...(className !== undefined && { className })}
          >
            {(described) => (
              <input
                {...register(name(key))}
                {...described}
                type="text"
                maxLength={length}
                autoComplete={`${part} ${autocomplete}`}
                className="field"
              />
            )}
          </Field>
        )
      })}
      <Field
        id={`${kind}-countryCode`}
        label={m.checkout_address_country()}
        problem={fieldProblem(errorOf(errors, kind, 'countryCode'), 2)}
        className="sm:col-span-2"
      >
        {(described) => (
          <CountrySelect
            {...register(name('countryCode'))}
            {...described}
            countries={countries}
            autoComplete={`${part} country`}
          />
        )}
      </Field>
    </div>
  )
}

function errorOf(
  errors: FieldErrors<DetailsInput>,
  kind: AddressKind,
  key: AddressKey,
): { type?: unknown } | undefined {
  return errors[kind]?.[key]
}
