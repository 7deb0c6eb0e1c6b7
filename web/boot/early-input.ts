/**
 * What somebody does on a page that the edge has drawn, before its script is there: presses wait, choices and words stay as
 * they are seen, and all are told to the components once these listen. Each state is kept as it comes, because a component
 * that renders again while the page is taken over would put its own, empty one in its place. Links need no script.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, textarea, select'

/** Notes presses and fields from now on; the returned function ends that and tells what was chosen, typed and pressed. */
export function noteEarlyInput(): () => Promise<void> {
  const pressed: HTMLElement[] = []
  const changed = new Map<Field, () => void>()
  const listening = new AbortController()
  const listen = { capture: true, signal: listening.signal }
  // What the browser itself has put in again after a reload was never an event.
  for (const field of document.querySelectorAll<Field>(FIELDS)) if (isChanged(field)) noteField(field, changed)
  addEventListener('click', (event) => notePress(event, pressed), listen)
  for (const type of ['input', 'change']) addEventListener(type, ({ target }) => noteField(target, changed), listen)
  return async () => {
    listening.abort()
    for (const tell of [...changed.values(), ...pressed.map((control) => () => control.click())]) {
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

/** No longer as the edge has drawn it. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const drawn = Array.from(field.options).findIndex((option) => option.defaultSelected)
    return field.selectedIndex !== Math.max(0, drawn)
  }
  return isTicked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

function isTicked(field: Field): field is HTMLInputElement {
  return /^(radio|checkbox)$/.test(field.type)
}

/** React compares with what its own setters saw last: what is told must first be undone by them. */
function noteField(field: EventTarget | null, changed: Map<Field, () => void>): void {
  if (!(field instanceof Element && field.matches(FIELDS))) return
  const noted = field as Field
  // In the order of the last word on each; a radio that was chosen takes the place of its group's other ones.
  for (const known of changed.keys()) if (known === noted || areOneChoice(known, noted)) changed.delete(known)
  if (noted instanceof HTMLSelectElement) {
    const { selectedIndex } = noted
    changed.set(noted, () => {
      noted.selectedIndex = selectedIndex
      noted.dispatchEvent(new Event('change', { bubbles: true }))
    })
  } else if (!isTicked(noted)) {
    const { value } = noted
    changed.set(noted, () => tellWords(noted, value))
  } else if (noted.type === 'checkbox' || noted.checked) {
    const { checked } = noted
    changed.set(noted, () => {
      noted.checked = !checked
      noted.click()
    })
  }
}

function areOneChoice(one: Field, other: Field): boolean {
  return one.type === 'radio' && other.type === 'radio' && one.name === other.name && one.form === other.form
}

function tellWords(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  field.value = field.defaultValue
  write?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
