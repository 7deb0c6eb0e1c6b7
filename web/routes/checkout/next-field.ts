import type { KeyboardEvent } from 'react'

/** On a phone's keyboard, the key "next" leads to the next field. The browser would submit the form. */
export function goToNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, currentTarget: form } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return
  if (!matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  const fields = [...form.querySelectorAll<HTMLElement>('input[type=text], input[type=email], input[type=tel], select')]
  fields[fields.indexOf(target) + 1]?.focus()
}
