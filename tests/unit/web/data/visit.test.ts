import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const [OF_SHOP, OF_PAGE, PLANTED] = ['a', 'b', 'c'].map((digit) => digit.repeat(32))

/** The key of a page's first command, and that of another tab which opens after it. */
async function keysAt(origin: string, cookie: string, kept: Record<string, string> = {}): Promise<[string, string]> {
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('document', { cookie })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value
    },
  })
  const tab = async () => {
    vi.resetModules()
    return (await import('../../../../web/data/visit.ts')).visitKey()
  }
  const first = await tab()
  // A page that was asked for before the command is answered after it.
  vi.stubGlobal('document', { cookie: `__Host-visit=${PLANTED}.x.y; visit=${PLANTED}.x.y` })
  return [first, await tab()]
}

it.each([
  ['https://shop.example', `cart=x; __Host-visit=${OF_SHOP}.abc.def`],
  ['http://band.localhost:8787', `__Host-visit=${OF_SHOP}.abc.def; locale=de`],
  ['http://merch.band.localhost:8787', `__Host-visit=${OF_SHOP}.abc.def`],
  ['http://127.0.0.1:8787', `visit=${OF_SHOP}.abc.def`],
])(
  'CART-03 the first command at %s takes over the visit that the shop has begun, and later cookies change nothing',
  async (origin, cookie) => {
    expect(await keysAt(origin, cookie)).toEqual([OF_SHOP, OF_SHOP])
  },
)

it('CART-03 a visit of which commands told already comes before that of a cookie', async () => {
  const kept = { visit: `${OF_PAGE} ${Date.now()}` }
  expect(await keysAt('https://shop.example', `__Host-visit=${OF_SHOP}.abc.def`, kept)).toEqual([OF_PAGE, OF_PAGE])
})

it.each([`visit=${PLANTED}.abc.def`, `__Host-visit=${PLANTED}`, '__Host-visit=x.y.z', ''])(
  'CART-03 a cookie that the shop did not set begins no visit: %s',
  async (cookie) => {
    const [first, second] = await keysAt('https://shop.example', cookie)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(first).not.toBe(PLANTED)
    expect(second).toBe(first)
  },
)
