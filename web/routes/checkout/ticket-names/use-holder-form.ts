/** The form of one ticket holder: the names and, if the event asks for them, the contact data. */
import { useState } from 'react'
import { holderSchema } from '../../../../schema/inputs/holder.ts'
import { type Holder, holderText } from '../../../../schema/rules/ticket-names.ts'
import { fieldLabel } from './holder-field.tsx'

const EMPTY: Holder = { firstName: '', lastName: '', address: '', phone: '' }

/** `prefix` begins the ids of the fields. */
export function useHolderForm(prefix: string, asksContact: boolean) {
  const [values, setValues] = useState(EMPTY)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState(0)
  const keys: (keyof Holder)[] = asksContact ? ['firstName', 'lastName', 'address', 'phone'] : ['firstName', 'lastName']
  const problems = new Map<string, string | undefined>()
  for (const { path, code } of holderSchema(asksContact).safeParse(values).error?.issues ?? [])
    problems.set(String(path[0]), problems.get(String(path[0])) ?? code)
  const idOf = (key: string) => `${prefix}-${key}`
  return {
    text: holderText(values),
    isComplete: problems.size === 0,
    refusals,
    refuse: () => setRefusals(refusals + 1),
    clear: () => {
      setValues(EMPTY)
      setLeft(new Set())
      setRefusals(0)
    },
    wrong: keys.filter((key) => problems.has(key)).map((key) => ({ id: idOf(key), label: fieldLabel(key) })),
    fields: keys.map((key) => ({
      id: idOf(key),
      fieldKey: key,
      value: values[key],
      problem: refusals > 0 || left.has(key) ? problems.get(key) : undefined,
      onChange: (value: string) => setValues({ ...values, [key]: value }),
      onLeave: () => setLeft(new Set([...left, key])),
    })),
  }
}
