import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { goToFragment } from '../../../../web/app/fragment.ts'

let active: object | null = null

/** An element that accepts the focus if it is a link or has a `tabindex`, as in a browser. */
function element(isLink: boolean) {
  const attributes = new Map<string, string>()
  const onBlur: (() => void)[] = []
  const calls: string[] = []
  const self = {
    attributes,
    calls,
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    removeAttribute: (name: string) => attributes.delete(name),
    addEventListener: (_type: string, listener: () => void) => onBlur.push(listener),
    blur(): void {
      for (const listener of onBlur.splice(0)) listener()
    },
    focus(options: FocusOptions): void {
      if (isLink || attributes.has('tabindex')) active = self
      calls.push(options.preventScroll ? 'focus' : 'focus and scroll')
    },
    scrollIntoView: ({ block, behavior }: ScrollIntoViewOptions) => calls.push(`scroll ${block} ${behavior}`),
  }
  return self
}

const targets = { section: element(false), link: element(true) }

beforeEach(() => {
  active = null
  targets.section = element(false)
  targets.link = element(true)
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === 'section' || id === 'link' ? targets[id] : null),
    get activeElement() {
      return active
    },
  })
})

afterEach(() => vi.unstubAllGlobals())

describe('goToFragment', () => {
  it('EVT-08 scrolls to a section and makes it focusable until it loses the focus', () => {
    expect(goToFragment('#section')).toBe(true)
    expect(active).toBe(targets.section)
    expect(targets.section.calls.at(-1)).toBe('scroll start instant')
    expect(targets.section.calls).not.toContain('focus and scroll')
    expect(targets.section.attributes.get('tabindex')).toBe('-1')
    targets.section.blur()
    expect(targets.section.attributes.has('tabindex')).toBe(false)
  })

  it('EVT-08 focuses a link without changing its place in the Tab order', () => {
    expect(goToFragment('#link')).toBe(true)
    expect(active).toBe(targets.link)
    expect(targets.link.attributes.has('tabindex')).toBe(false)
  })

  it('EVT-08 leaves the page at its top without a hash or without the element', () => {
    for (const hash of ['', '#', '#missing', '#%']) expect(goToFragment(hash)).toBe(false)
    expect(active).toBeNull()
  })
})
