/**
 * What somebody does on a page that the edge has drawn, before its script is there: presses wait, choices and words stay as
 * they are seen, and all are told to the components once these listen. Links need no script.
 */

/** Notes presses from now on; the returned function ends that and tells what was chosen, typed and pressed. */
export function noteEarlyInput(): () => Promise<void> {
  const pressed: HTMLElement[] = []
  const listening = new AbortController()
  addEventListener('click', (event) => notePress(event, pressed), { capture: true, signal: listening.signal })
  return async () => {
    listening.abort()
    for (const tell of [...changedFields(), ...pressed.map((control) => () => control.click())]) {
      tell()
      // The next may depend on what the components made of this one.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}

function notePress(event: MouseEvent, pressed: HTMLElement[]): void {
  const { target } = event
  if (!(target instanceof Element) || target.closest('a, label, summary, input, select, textarea')) return
  const control = target.closest<HTMLElement>('button, [role]')
  if (!control) return
  event.preventDefault()
  event.stopImmediatePropagation()
  pressed.push(control)
}

/** What no longer is as the edge has drawn it. React compares with what its own setters saw last: they undo it first. */
function changedFields(): (() => void)[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, textarea, select')
  return Array.from(fields).flatMap((field) => {
    if (field instanceof HTMLSelectElement) {
      const drawn = Array.from(field.options).findIndex((option) => option.defaultSelected)
      const isChanged = field.selectedIndex !== Math.max(0, drawn)
      return isChanged ? () => field.dispatchEvent(new Event('change', { bubbles: true })) : []
    }
    if (/^(radio|checkbox)$/.test(field.type)) {
      // Of a radio group only the one that is chosen now has something to tell.
      if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return []
      return () => {
        field.checked = !field.checked
        field.click()
      }
    }
    return field.value === field.defaultValue ? [] : () => tellWords(field)
  })
}

function tellWords(field: HTMLInputElement): void {
  const { value } = field
  const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  field.value = field.defaultValue
  write?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
