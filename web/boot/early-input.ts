/**
 * Records presses on buttons and changes of fields on a server-rendered page until its components listen, and then replays
 * them. The state of a field is recorded at each change, because hydration resets the field to its initial state.
 * Links need no recording, because they work without scripts.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, textarea, select'

/** Starts recording presses and changes of fields. The returned function replays the input and then stops the recording. */
export function recordEarlyInput(): () => Promise<void> {
  const pressed: HTMLElement[] = []
  const changed = new Map<Field, () => void>()
  const [fields, presses] = [new AbortController(), new AbortController()]
  let isReplay = false
  // Browsers restore fields after a reload without firing events.
  for (const field of document.querySelectorAll<Field>(FIELDS)) if (isChanged(field)) recordField(field, changed)
  addEventListener('click', (event) => isReplay || recordPress(event, pressed), {
    capture: true,
    signal: presses.signal,
  })
  for (const type of ['input', 'change'])
    addEventListener(type, ({ target }) => recordField(target, changed), { capture: true, signal: fields.signal })
  const replay = async (repeat: () => void) => {
    isReplay = true
    repeat()
    isReplay = false
    // The next control may depend on how the components have reacted to this one.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return async () => {
    fields.abort()
    for (const repeat of changed.values()) await replay(repeat)
    // A press that comes during the replay joins the end of this list, so that it does not overtake earlier ones.
    for (const control of pressed) await replay(() => control.click())
    presses.abort()
  }
}

function recordPress(event: MouseEvent, pressed: HTMLElement[]): void {
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
    const rendered = Array.from(field.options).findIndex((option) => option.defaultSelected)
    return field.selectedIndex !== Math.max(0, rendered)
  }
  return isTicked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

function isTicked(field: Field): field is HTMLInputElement {
  return /^(radio|checkbox)$/.test(field.type)
}

/** Stores a function that replays the field's current state. It replaces the function of the field's previous change. */
function recordField(target: EventTarget | null, changed: Map<Field, () => void>): void {
  if (!(target instanceof Element && target.matches(FIELDS))) return
  const field = target as Field
  // An unchecked radio button is not recorded: the replay of the checked one in its group unchecks it.
  if (field.type === 'radio' && isTicked(field) && !field.checked) return
  // The field's former entry is deleted, so that the new one comes last. The entry of another radio button in the group is
  // deleted too, because only one can be chosen.
  for (const other of changed.keys()) if (other === field || areOneChoice(other, field)) changed.delete(other)
  if (field instanceof HTMLSelectElement) {
    const { selectedIndex } = field
    changed.set(field, () => {
      field.selectedIndex = selectedIndex
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })
  } else if (!isTicked(field)) {
    const { value } = field
    changed.set(field, () => replayText(field, value))
  } else {
    const { checked } = field
    changed.set(field, () => {
      field.checked = !checked
      field.click()
    })
  }
}

function areOneChoice(one: Field, other: Field): boolean {
  return one.type === 'radio' && other.type === 'radio' && one.name === other.name && one.form === other.form
}

/**
 * React overrides the setter of a text field's value, and ignores an event if the value equals the last one that this setter
 * received. So the replay resets the field with React's setter, and then sets the visitor's value with the native one.
 */
function replayText(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  field.value = field.defaultValue
  setValue?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
