/**
 * Records the visitor's input on a server-rendered page until its components listen, and then replays it. Presses are
 * stored; fields keep what the visitor sees. The state of each field is stored at once, because a component that renders
 * during hydration would reset the field to its own empty state. Links work without scripts.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, textarea, select'

/** Starts recording presses and fields. The returned function stops it and replays the input. */
export function noteEarlyInput(): () => Promise<void> {
  const pressed: HTMLElement[] = []
  const changed = new Map<Field, () => void>()
  const listening = new AbortController()
  const listen = { capture: true, signal: listening.signal }
  // Browsers restore fields after a reload without firing events.
  for (const field of document.querySelectorAll<Field>(FIELDS)) if (isChanged(field)) noteField(field, changed)
  addEventListener('click', (event) => notePress(event, pressed), listen)
  for (const type of ['input', 'change']) addEventListener(type, ({ target }) => noteField(target, changed), listen)
  return async () => {
    listening.abort()
    for (const tell of [...changed.values(), ...pressed.map((control) => () => control.click())]) {
      tell()
      // The next control may depend on how the components have reacted to this one.
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

/** Whether the field differs from the server's HTML. */
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

/**
 * React ignores an event if the field's value equals the one that its own setter saw last. So the replay first resets the
 * field, and then sets the visitor's value.
 */
function noteField(field: EventTarget | null, changed: Map<Field, () => void>): void {
  if (!(field instanceof Element && field.matches(FIELDS))) return
  const noted = field as Field
  // The replay is in the order of the last change of each field. A chosen radio button replaces the others of its group.
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
