/** What the edge sends before any script runs: status codes, redirects, metadata, the first view's data, and access. */
import { get, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'

let shop: JourneyShop
beforeAll(async () => {
  shop = await openJourneyShop()
})
afterAll(async () => {
  await shop.close()
})

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** Asks the server for any host, as if the name resolved to it. */
function ask(path: string, host = 'localhost', headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = new URL(shop.url)
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: `${host}:${port}`, ...headers } }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    }).on('error', reject)
  })
}

describe('the edge', () => {
  it('SHOP-01, SHOP-02 serves the main shop and band shops by host and by path', async () => {
    const main = await ask('/')
    expect(main.status).toBe(200)
    for (const answer of [await ask(`/${shop.band}`), await ask('/', `${shop.band}.localhost`)]) {
      expect(answer.status).toBe(200)
      expect(answer.body).toContain(`"slug":"${shop.band}"`)
    }
  })

  it('SHOP-04 redirects a band shop to its own domain, and keeps path and query', async () => {
    const { port } = new URL(shop.url)
    const answer = await ask(`/${shop.customBand}/events?page=2&x=y`)
    expect(answer.status).toBe(301)
    expect(answer.headers.location).toBe(`http://${shop.customDomain}:${port}/events?page=2&x=y`)
    expect((await ask('/', shop.customDomain)).status).toBe(200)
    expect((await ask(`/${shop.band}/events`, shop.customDomain)).headers.location).toBe('/')
  })

  it("SEO-01 sends title, description, canonical address, share tags, structured data and the page's data", async () => {
    const { body } = await ask(`/${shop.band}/events/${shop.seatedEvent}`)
    expect(body).toMatch(/<title>[^<]+ – [^<]+<\/title>/)
    expect(body).toMatch(/<meta name="description" content="[^"]{20,}">/)
    expect(body).toMatch(/<link rel="canonical" href="https?:[^"]+">/)
    expect(body).toContain('property="og:title"')
    const [, data = ''] =
      /<script type="application\/ld\+json">(\{"@context":"https:\/\/schema.org","@type":"MusicEvent".*?)<\/script>/.exec(
        body,
      ) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'MusicEvent',
      offers: expect.arrayContaining([expect.objectContaining({ priceCurrency: 'EUR' })]),
    })
    const [, page = ''] = /<script type="application\/json" id="stagedoor-page">(.*?)<\/script>/s.exec(body) ?? []
    expect(JSON.parse(page)).toMatchObject({
      status: 200,
      locale: 'de',
      answers: [{ data: { event: { slug: shop.seatedEvent } } }],
    })
  })

  it('SHOP-11, SHOP-13 answers 404 for missing pages, and redirects old forms and unknown paths', async () => {
    const missing = await ask('/events/no-such-evening')
    expect(missing.status).toBe(404)
    expect(missing.body).toContain('prerender-status-code')
    expect(await ask('/event/x?y=1')).toMatchObject({ status: 301, headers: { location: '/events/x?y=1' } })
    expect(await ask(`/${shop.band}/item/x`)).toMatchObject({
      status: 301,
      headers: { location: `/${shop.band}/products/x` },
    })
    expect(await ask('/no/such/page')).toMatchObject({ status: 301, headers: { location: '/' } })
    expect((await ask('/wp-login.php')).status).toBe(404)
    expect((await ask('/images/../secrets.json')).status).toBe(404)
  })

  it('L10N-01 prefers the cookie to the query, and the query to the default language', async () => {
    const language = async (path: string, cookie?: string) =>
      /<html lang="(\w+)"/.exec((await ask(path, 'localhost', cookie ? { cookie } : {})).body)?.[1]
    expect(await language('/')).toBe('de')
    expect(await language('/?lang=en')).toBe('en')
    expect(await language('/?lang=fr')).toBe('de')
    expect(await language('/', 'locale=en')).toBe('en')
    expect(await language('/?lang=de', 'locale=en')).toBe('en')
    expect(await language('/')).toBe('de')
  })

  it('SHOP-07 shows only the gate of a password-protected shop, even from the cache', async () => {
    const locked = await ask(`/${shop.lockedBand}/`)
    expect(locked.status).toBe(401)
    expect(locked.body).not.toContain('stagedoor-page')
    expect((await ask(`/${shop.lockedBand}/?code=wrong`)).headers.location).toContain('prompt_error=1')
    const opened = await ask(`/${shop.lockedBand}/?code=${shop.accessCode}`)
    expect(opened.status).toBe(303)
    const [cookie = ''] = opened.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    const inside = await ask(`/${shop.lockedBand}/`, 'localhost', { cookie: cookie.split(';')[0] ?? '' })
    expect(inside.status).toBe(200)
    expect((await ask(`/${shop.lockedBand}/`)).status).toBe(401)
    const forged = (cookie.split(';')[0] ?? '').slice(0, -4)
    expect((await ask(`/${shop.lockedBand}/`, 'localhost', { cookie: `${forged}AAAA` })).status).toBe(401)
  })

  it('SHOP-06 sends a strict content security policy and no inline script', async () => {
    const { headers, body } = await ask('/')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
    const executable = [...body.matchAll(/<script(?![^>]*type="application\/)([^>]*)>/g)]
    expect(executable.every(([, attributes]) => attributes?.includes('src='))).toBe(true)
    const [, script = ''] = /<script type="module"[^>]*src="(\/assets\/[^"]+)"/.exec(body) ?? []
    expect((await ask(script)).headers['cache-control']).toContain('immutable')
  })
})
