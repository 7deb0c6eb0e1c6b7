import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const [FROM_SERVER, FROM_STORAGE, FOREIGN] = ['a', 'b', 'c'].map((digit) => digit.repeat(32))

/** Returns the visit key in a first tab, and the key in a second tab that finds another cookie. */
async function keysAt(origin: string, cookie: string, storage: Record<string, string> = {}): Promise<[string, string]> {
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('document', { cookie })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, value: string) => {
      storage[name] = value
    },
  })
  const tab = async () => {
    vi.resetModules()
    return (await import('../../../../web/data/visit.ts')).visitKey()
  }
  const first = await tab()
  // The answer to an earlier page request can arrive after the first command and replace the cookie.
  vi.stubGlobal('document', { cookie: `__Host-visit=${FOREIGN}.x.y; visit=${FOREIGN}.x.y` })
  return [first, await tab()]
}

it.each([
  ['https://shop.example', `cart=x; __Host-visit=${FROM_SERVER}.abc.def`],
  ['http://band.localhost:8787', `__Host-visit=${FROM_SERVER}.abc.def; locale=de`],
  ['http://merch.band.localhost:8787', `__Host-visit=${FROM_SERVER}.abc.def`],
  ['http://127.0.0.1:8787', `visit=${FROM_SERVER}.abc.def`],
])('CART-03 visitKey at %s adopts the server’s cookie, and ignores a later cookie', async (origin, cookie) => {
  expect(await keysAt(origin, cookie)).toEqual([FROM_SERVER, FROM_SERVER])
})

it('CART-03 visitKey prefers the stored key to the key in a cookie', async () => {
  const storage = { visit: `${FROM_STORAGE} ${Date.now()}` }
  expect(await keysAt('https://shop.example', `__Host-visit=${FROM_SERVER}.abc.def`, storage)).toEqual([
    FROM_STORAGE,
    FROM_STORAGE,
  ])
})

it.each([`visit=${FOREIGN}.abc.def`, `__Host-visit=${FOREIGN}`, '__Host-visit=x.y.z', ''])(
  'CART-03 visitKey creates a new key instead of adopting the cookie “%s”',
  async (cookie) => {
    const [first, second] = await keysAt('https://shop.example', cookie)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(first).not.toBe(FOREIGN)
    expect(second).toBe(first)
  },
)
