/** The numbers of the tickets that a fan returns: one field, and further ones up to the number of tickets. */
import { useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Field } from '../checkout/field.tsx'
import { listedCodes, withListedCodes } from './listed-codes.ts'
import { codeId, type RefundProblems } from './refund-problems.ts'

type CodeFieldsProps = {
  codes: string[]
  maximum: number
  /** Whether the fan can choose other tickets, and so needs no field. */
  mayBeEmpty: boolean
  problems: RefundProblems
  onChange: (codes: string[]) => void
}

const ADD_ID = 'refund-code-add'
/** A number with many spaces. */
const CODE_LENGTH = 30

export function CodeFields({ codes, maximum, mayBeEmpty, problems, onChange }: CodeFieldsProps) {
  const wanted = useRef<string | null>(null)
  // A new field gets the focus, and after a removal the field before it or the button, so that the focus is never lost.
  useEffect(() => {
    if (wanted.current === null) return
    document.getElementById(wanted.current)?.focus()
    wanted.current = null
  })
  function replace(index: number, typed: string): void {
    const listed = listedCodes(typed)
    if (listed.length > 1) onChange(withListedCodes(codes, index, listed))
    else {
      const digits = typed.replace(/[^\d\s]/g, '').slice(0, CODE_LENGTH)
      onChange(codes.map((code, each) => (each === index ? digits : code)))
    }
  }
  return (
    <>
      {codes.length > 0 && (
        <p className="mt-1 text-muted">
          {m.refund_codes_hint()} {maximum > 1 && m.refund_codes_list()}
        </p>
      )}
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
                required={index === 0 && !mayBeEmpty}
              />
            )}
          </Field>
          {codes.length > (mayBeEmpty ? 0 : 1) && (
            <button
              type="button"
              className="mt-8 min-h-11 min-w-11 text-2xl leading-none"
              aria-label={m.refund_code_remove({ number: index + 1 })}
              onClick={() => {
                wanted.current = codes.length === 1 ? ADD_ID : codeId(Math.max(0, index - 1))
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
          id={ADD_ID}
          type="button"
          className="button-secondary mt-4"
          onClick={() => {
            wanted.current = codeId(codes.length)
            onChange([...codes, ''])
          }}
        >
          {mayBeEmpty ? m.refund_number_printed() : m.refund_code_add()}
        </button>
      )}
    </>
  )
}
