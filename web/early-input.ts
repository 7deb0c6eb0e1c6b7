/**
 * What somebody does on a page that the edge has drawn, before its script is there: presses wait, choices and words stay as
 * they are seen, and all are told to the components in their order once these listen. Links need no script.
 */
const FIELDS = 'input, select, textarea'

/** Notes from now on; the returned function ends that and tells what was noted. */
export function noteEarlyInput(): () => Promise<void> {
  const noted: (() => void)[] = []
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('click', (event) => notePress(event, noted), { capture: true, signal })
  addEventListener('change', (event) => noteChoice(event, noted), { capture: true, signal })
  return async () => {
    listening.abort()
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) tellWords(field)
    for (const tell of noted) {
      tell()
      // The next may depend on what the components made of this one.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}

function notePress(event: MouseEvent, noted: (() => void)[]): void {
  const { target } = event
  if (!(target instanceof Element) || target.closest(`a, label, summary, ${FIELDS}`)) return
  const control = target.closest<HTMLElement>('button, [role]')
  if (!control) return
  event.preventDefault()
  event.stopImmediatePropagation()
  noted.push(() => control.click())
}

function noteChoice({ target }: Event, noted: (() => void)[]): void {
  if (target instanceof HTMLSelectElement) {
    noted.push(() => target.dispatchEvent(new Event('change', { bubbles: true })))
  } else if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type)) {
    noted.push(() => {
      // React compares with what its own setter saw last: undone by it, done again by a press.
      target.checked = !target.checked
      target.click()
    })
  }
}

/** As above, for what was typed: written past React's setter, so that it counts as new. */
function tellWords(field: HTMLInputElement): void {
  const { value, defaultValue } = field
  if (value === defaultValue || /^(radio|checkbox|hidden|submit)$/.test(field.type)) return
  const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  field.value = defaultValue
  write?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
