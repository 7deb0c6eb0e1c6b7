/**
 * The fields of a shipping or billing address, each with its error message below it. Few buyers have a company or an address
 * addition, so these two fields appear on request, and the form stays short on phones.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { ADDRESS_LENGTHS } from '../../../schema/address-lengths.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { type ControlAttributes, Field } from './field.tsx'
import { fieldProblem } from './field-problem.ts'
import { type AddressKey, type AddressKind, type DetailsForm, type FieldName, fieldId } from './use-details-form.ts'

type TextKey = Exclude<AddressKey, 'countryCode'>

type Row = { key: TextKey; label: () => string; autocomplete: string; isOptional?: boolean; className: string }

const ROWS: Row[] = [
  { key: 'firstName', label: m.checkout_first_name, autocomplete: 'given-name', className: 'col-span-3' },
  { key: 'lastName', label: m.checkout_last_name, autocomplete: 'family-name', className: 'col-span-3' },
  {
    key: 'company',
    label: m.checkout_company,
    autocomplete: 'organization',
    isOptional: true,
    className: 'col-span-6',
  },
  { key: 'address', label: m.checkout_street, autocomplete: 'address-line1', className: 'col-span-6' },
  {
    key: 'address2',
    label: m.checkout_address2,
    autocomplete: 'address-line2',
    isOptional: true,
    className: 'col-span-6',
  },
  {
    key: 'postCode',
    label: m.checkout_post_code,
    autocomplete: 'postal-code',
    className: 'col-span-2 max-[22rem]:col-span-3',
  },
  {
    key: 'city',
    label: m.checkout_city,
    autocomplete: 'address-level2',
    className: 'col-span-4 max-[22rem]:col-span-3',
  },
]

/** The labels of the fields, in their order. */
export const ADDRESS_LABELS: { key: AddressKey; label: () => string }[] = [
  ...ROWS,
  { key: 'countryCode', label: m.checkout_address_country },
]

/** Countries whose postal codes contain only digits. Phones show the number pad for them. */
const DIGITS = 'at au be bg ch cy de dk ee es fi fr hr hu is it li lt lu mx no ro si us za'.split(' ')

type AddressFieldsProps = {
  kind: AddressKind
  form: DetailsForm
  /** Renders the choice of the country. */
  children: (attributes: ControlAttributes & { autoComplete: string }) => ReactNode
}

export function AddressFields({ kind, form, children }: AddressFieldsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const address = form.values[kind]
  const part = kind === 'shippingAddress' ? 'shipping' : 'billing'
  const name = (key: AddressKey): FieldName => `${kind}.${key}`
  useEffect(() => {
    if (isOpen) document.getElementById(`${kind}-company`)?.focus()
  }, [isOpen, kind])
  if (!address) return null
  const showsAll = isOpen || Boolean(address.company) || Boolean(address.address2)
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5">
      {ROWS.map(({ key, label, autocomplete, isOptional = false, className }) =>
        isOptional && !showsAll ? null : (
          <Field
            key={key}
            id={fieldId(name(key))}
            label={label()}
            isOptional={isOptional}
            problem={fieldProblem(form.problems[name(key)], ADDRESS_LENGTHS[key])}
            className={className}
          >
            {(described) => (
              <input
                {...described}
                name={name(key)}
                value={address[key]}
                onChange={(event) => form.setField(name(key), event.target.value)}
                onBlur={() => form.leaveField(name(key))}
                type="text"
                {...(key === 'postCode' && DIGITS.includes(address.countryCode) && { inputMode: 'numeric' })}
                enterKeyHint="next"
                maxLength={ADDRESS_LENGTHS[key]}
                autoComplete={`${part} ${autocomplete}`}
                aria-required={!isOptional}
                className="field"
              />
            )}
          </Field>
        ),
      )}
      {!showsAll && (
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="col-span-6 -my-2 flex min-h-11 items-center gap-2 text-left text-muted underline hover:text-ink"
        >
          <Icon name="plus" className="size-4" />
          {m.checkout_more_fields()}
        </button>
      )}
      <Field
        id={fieldId(name('countryCode'))}
        label={m.checkout_address_country()}
        problem={fieldProblem(form.problems[name('countryCode')], 2)}
        className="col-span-6"
      >
        {(described) => children({ ...described, autoComplete: `${part} country` })}
      </Field>
    </div>
  )
}
