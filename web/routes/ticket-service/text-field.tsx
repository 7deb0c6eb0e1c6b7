/** A text field of the forms for cancellations and changes. */
import type { InputHTMLAttributes } from 'react'
import type { Message } from '../../ui/problem.ts'
import { Field } from '../checkout/field.tsx'

type TextFieldProps = {
  id: string
  label: string
  value: string
  problem: Message | undefined
  hint?: string
  isOptional?: boolean
  onChange: (value: string) => void
  input?: InputHTMLAttributes<HTMLInputElement>
}

export function TextField({ id, label, value, problem, hint, isOptional = false, onChange, input }: TextFieldProps) {
  return (
    <Field id={id} label={label} problem={problem?.() ?? null} isOptional={isOptional} {...(hint && { hint })}>
      {(attributes) => (
        <input
          {...attributes}
          {...input}
          className="field"
          value={value}
          required={!isOptional}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
