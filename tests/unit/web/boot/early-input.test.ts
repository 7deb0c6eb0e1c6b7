/** Tests the replay of early input with a minimal DOM. */
import { afterEach, expect, it, vi } from 'vitest'
import { recordEarlyInput } from '../../../../web/boot/early-input.ts'

/** A radio button with the properties that `recordEarlyInput` reads. All instances belong to one group. */
class Radio {
  readonly type = 'radio'
  readonly name = 'shipping'
  readonly form = null
  readonly id: string
  readonly defaultChecked: boolean
  checked: boolean
  clicks = 0

  constructor(id: string, { checked = false, defaultChecked = false } = {}) {
    this.id = id
    this.checked = checked
    this.defaultChecked = defaultChecked
  }

  matches(): boolean {
    return true
  }

  click(): void {
    this.clicks++
    this.checked = true
  }
}

afterEach(() => vi.unstubAllGlobals())

it.each(['before', 'after'])(
  'CART-07 replays a radio button that the browser has restored, with the default button %s it',
  async (order) => {
    const restored = new Radio('b', { checked: true })
    const rendered = new Radio('a', { defaultChecked: true })
    vi.stubGlobal('Element', Radio)
    vi.stubGlobal('HTMLSelectElement', class {})
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('document', {
      querySelectorAll: () => (order === 'before' ? [rendered, restored] : [restored, rendered]),
    })
    const replay = recordEarlyInput()
    // Hydration resets the group to the component's initial state.
    Object.assign(restored, { checked: false })
    Object.assign(rendered, { checked: true })
    await replay()
    expect([restored.clicks, rendered.clicks]).toEqual([1, 0])
  },
)

it('CART-07 replays presses in their order, also those that come during the replay', async () => {
  const happened: string[] = []
  const listeners: { listener: (event: object) => void; signal: AbortSignal }[] = []
  class Control {
    readonly name: string
    constructor(name: string) {
      this.name = name
    }
    closest(selector: string): Control | null {
      return selector.startsWith('button') ? this : null
    }
    /** A press of the visitor, and of the replay: a listener may keep it from the component. */
    click(): void {
      let isKept = false
      const event = { target: this, preventDefault: () => {}, stopImmediatePropagation: () => (isKept = true) }
      for (const { listener, signal } of listeners) if (!signal.aborted) listener(event)
      if (!isKept) happened.push(this.name)
    }
  }
  vi.stubGlobal('Element', Control)
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('addEventListener', (type: string, listener: () => void, { signal }: { signal: AbortSignal }) => {
    if (type === 'click') listeners.push({ listener, signal })
  })
  const [less, add, late] = [new Control('less'), new Control('add'), new Control('late')]
  const replay = recordEarlyInput()
  less.click()
  less.click()
  expect(happened).toEqual([])
  const replayed = replay()
  add.click()
  await replayed
  late.click()
  expect(happened).toEqual(['less', 'less', 'add', 'late'])
})
