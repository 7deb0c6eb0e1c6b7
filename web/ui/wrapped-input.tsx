/**
 * A field for one line of text that shows all of it: a long text wraps, and the field grows. Its value has no line breaks, and
 * the Enter key submits the form, as in an input.
 */
import type { ComponentProps } from 'react'

/** A line of the narrowest field has about this many letters. */
const LETTERS_IN_LINE = 18

type WrappedInputProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

export function WrappedInput({ value, onChange, className = '', ...attributes }: WrappedInputProps) {
  return (
    <textarea
      {...attributes}
      // Browsers without `field-sizing` show these rows.
      rows={1 + Math.floor(value.length / LETTERS_IN_LINE)}
      className={`field field-sizing-content resize-none ${className}`}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\s*[\r\n]+\s*/g, ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
