/**
 * The state of the details step's form. A field shows its problem after the buyer has left it, or after a submission that the
 * form has refused, and then updates it while the buyer types. A form library would be larger than the rest of the step.
 */
import { useRef, useState } from 'react'
import { type Details, detailsSchema } from '../../../schema/inputs/checkout.ts'
import type { Preferences } from './preferences.ts'

export type AddressKind = 'shippingAddress' | 'billingAddress'
export type AddressKey = keyof Details['shippingAddress']
export type FieldName = 'email' | `${AddressKind}.${AddressKey}`
export type DetailsValues = Pick<Preferences, 'email' | AddressKind>

/** The kinds of the problems by the names of their fields, as zod calls them. A field has at most one problem. */
export type Problems = Partial<Record<FieldName, string>>

function problemsOf(values: DetailsValues): Problems {
  const problems: Partial<Record<string, string>> = {}
  for (const { path, code } of detailsSchema.safeParse(values).error?.issues ?? []) problems[path.join('.')] ??= code
  return problems
}

function withField(values: DetailsValues, name: FieldName, value: string): DetailsValues {
  if (name === 'email') return { ...values, email: value }
  const [kind, key] = name.split('.') as [AddressKind, AddressKey]
  const address = values[kind]
  return address ? { ...values, [kind]: { ...address, [key]: value } } : values
}

export function focusField(name: FieldName): void {
  document.getElementById(fieldId(name))?.focus()
}

export function fieldId(name: FieldName): string {
  return name.replace('.', '-')
}

/** `save` receives the values after each change by the buyer. */
export function useDetailsForm(initial: DetailsValues, save: (values: DetailsValues) => void) {
  const [values, setValues] = useState(initial)
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState(0)
  const latest = useRef(values)
  const all = problemsOf(values)
  const problems: Problems = Object.fromEntries(Object.entries(all).filter(([name]) => shown.has(name)))

  /** Replaces the values without saving them. */
  function replace(next: DetailsValues): void {
    latest.current = next
    setValues(next)
  }

  function change(next: DetailsValues): void {
    replace(next)
    save(next)
  }

  return {
    values,
    problems,
    /** How often the form has refused a submission. */
    refusals,
    replace,
    setField: (name: FieldName, value: string) => change(withField(latest.current, name, value)),
    setBilling: (billingAddress: DetailsValues['billingAddress']) => change({ ...latest.current, billingAddress }),
    leaveField: (name: FieldName) => setShown(new Set([...shown, name])),
    /** Returns the values as the server expects them. If some are wrong, marks their fields and returns null. */
    submit(): Details | null {
      const parsed = detailsSchema.safeParse(latest.current)
      if (parsed.success) return parsed.data
      setShown(new Set([...shown, ...Object.keys(problemsOf(latest.current))]))
      setRefusals(refusals + 1)
      return null
    },
  }
}

export type DetailsForm = ReturnType<typeof useDetailsForm>
