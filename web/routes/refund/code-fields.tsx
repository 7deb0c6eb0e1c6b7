/** The numbers of the tickets that a fan returns: one field, and further ones up to the number of tickets. */
import { useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Field } from '../checkout/field.tsx'
import { codeId, type RefundProblems } from './refund-problems.ts'

type CodeFieldsProps = {
  codes: string[]
  maximum: number
  problems: RefundProblems
  onChange: (codes: string[]) => void
}

export function CodeFields({ codes, maximum, problems, onChange }: CodeFieldsProps) {
  const wanted = useRef<string | null>(null)
  // A new field gets the focus, and after a removal the field before it, so that the focus is never lost.
  useEffect(() => {
    if (wanted.current === null) return
    document.getElementById(wanted.current)?.focus()
    wanted.current = null
  })
  const replace = (index: number, typed: string) =>
    onChange(codes.map((code, each) => (each === index ? typed.replace(/[^\d\s]/g, '') : code)))
  return (
    <fieldset>
      <legend className="display-4 font-bold">{m.refund_codes()}</legend>
      <p className="mt-1 text-muted">{m.refund_codes_hint()}</p>
      {/* The rows have no other identity than their position. */}
      {Array.from(codes.entries(), ([index, code]) => (
        <div key={codeId(index)} className="mt-4 flex items-start gap-2">
          <Field
            id={codeId(index)}
            label={m.refund_code({ number: index + 1 })}
            problem={problems.get(codeId(index)) ?? null}
            className="grow"
          >
            {(attributes) => (
              <input
                {...attributes}
                className="field font-mono text-lg tracking-wide"
                value={code}
                onChange={({ target }) => replace(index, target.value)}
                inputMode="numeric"
                autoComplete="off"
                maxLength={30}
                required={index === 0}
              />
            )}
          </Field>
          {codes.length > 1 && (
            <button
              type="button"
              className="mt-8 min-h-11 min-w-11 text-2xl leading-none"
              aria-label={m.refund_code_remove({ number: index + 1 })}
              onClick={() => {
                wanted.current = codeId(Math.max(0, index - 1))
                onChange(codes.filter((_, each) => each !== index))
              }}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {codes.length < maximum && (
        <button
          type="button"
          className="button-secondary mt-4"
          onClick={() => {
            wanted.current = codeId(codes.length)
            onChange([...codes, ''])
          }}
        >
          {m.refund_code_add()}
        </button>
      )}
    </fieldset>
  )
}
