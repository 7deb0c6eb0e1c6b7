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
