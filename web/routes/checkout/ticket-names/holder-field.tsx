/** A field for a ticket holder's name or contact data. */
import { HOLDER_LENGTHS } from '../../../../schema/rules/ticket-names.ts'
import { m } from '../../../i18n/messages.ts'
import { Field } from '../field.tsx'
import type { FieldKey } from './names-form.ts'

const KINDS: Record<FieldKey, { label: () => string; autoComplete: string; wrong: () => string }> = {
  firstName: { label: m.names_first, autoComplete: 'given-name', wrong: m.names_name_wrong },
  lastName: { label: m.names_last, autoComplete: 'family-name', wrong: m.names_name_wrong },
  address: { label: m.names_address, autoComplete: 'address-line1', wrong: m.names_address_wrong },
  phone: { label: m.names_phone, autoComplete: 'tel', wrong: m.names_phone_wrong },
  groupName: { label: m.names_group, autoComplete: 'organization', wrong: m.names_address_wrong },
}

export function fieldLabel(key: FieldKey): string {
  return KINDS[key].label()
}

function problemText(key: FieldKey, code: string | undefined, isEmpty: boolean): string | null {
  if (code === undefined) return null
  if (isEmpty) return m.checkout_field_required()
  return code === 'too_big' ? m.checkout_field_too_long({ length: HOLDER_LENGTHS[key] }) : KINDS[key].wrong()
}

type HolderFieldProps = {
  id: string
  fieldKey: FieldKey
  value: string
  /** The code of the field's problem, as zod calls it. */
  problem: string | undefined
  /** Separates the browser's suggestions for this person from those for others; absent for the visitor's own data. */
  section?: string
  isLast: boolean
  onChange: (value: string) => void
  onLeave: () => void
  className?: string
}

export function HolderField({
  id,
  fieldKey,
  value,
  problem,
  section,
  isLast,
  onChange,
  onLeave,
  className = '',
}: HolderFieldProps) {
  const { label, autoComplete } = KINDS[fieldKey]
  const isPhone = fieldKey === 'phone'
  return (
    <Field
      id={id}
      label={label()}
      problem={problemText(fieldKey, problem, value.trim() === '')}
      {...(fieldKey === 'address' && { hint: m.names_address_hint() })}
      className={className}
    >
      {(described) => (
        <input
          {...described}
          name={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => {
            if (value.trim() !== '') onLeave()
          }}
          type={isPhone ? 'tel' : 'text'}
          enterKeyHint={isLast ? 'go' : 'next'}
          autoComplete={section === undefined ? autoComplete : `section-${section} ${autoComplete}`}
          autoCapitalize={isPhone ? undefined : 'words'}
          spellCheck={false}
          maxLength={HOLDER_LENGTHS[fieldKey]}
          aria-required
          className="field"
        />
      )}
    </Field>
  )
}
