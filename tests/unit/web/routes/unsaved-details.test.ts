import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberUnsaved, unsavedDetails } from '../../../../web/routes/checkout/unsaved-details.ts'
import { stubTabStorage } from '../../../support/tab-storage.ts'

let items: Map<string, string>
beforeEach(() => {
  items = stubTabStorage()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the input that the server may not have', () => {
  it('CHK-08 is for its own cart, and is deleted when the tab has another cart', () => {
    rememberUnsaved('stagedoor', 'crt_1', { email: 'ida' })
    expect(unsavedDetails('stagedoor', 'crt_1')).toEqual({ email: 'ida' })
    expect(unsavedDetails('stagedoor', 'crt_2')).toBeNull()
    expect(items.size).toBe(0)
  })

  it('CHK-08 stays when a late answer is for the former cart', () => {
    rememberUnsaved('stagedoor', 'crt_2', { email: 'ida' })
    rememberUnsaved('stagedoor', 'crt_1', {})
    expect(unsavedDetails('stagedoor', 'crt_2')).toEqual({ email: 'ida' })
    rememberUnsaved('stagedoor', 'crt_2', {})
    expect(items.size).toBe(0)
  })

  it('CHK-08 is just not remembered if the storage is blocked, and replaces an entry that is malformed', () => {
    items.set('checkout/stagedoor', 'no JSON')
    expect(unsavedDetails('stagedoor', 'crt_1')).toBeNull()
    rememberUnsaved('stagedoor', 'crt_1', { email: 'ida' })
    expect(unsavedDetails('stagedoor', 'crt_1')).toEqual({ email: 'ida' })
    vi.stubGlobal('sessionStorage', undefined)
    rememberUnsaved('stagedoor', 'crt_1', { email: 'ben' })
    expect(unsavedDetails('stagedoor', 'crt_1')).toBeNull()
  })
})
